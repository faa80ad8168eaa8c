//! Objects that come from one pool to another, with the handles in them.

use super::*;
use stackpool::{Handle, Link, LostHandle, Moved, WideLink};

pool! { Textures: [u8; 10]; }

#[derive(Snapshot, Clone, Debug, PartialEq)]
enum Goal {
    None,
    Follow(Handle<Part>),
    Guard { all: [Option<Handle<Part>>; 2], place: (u8, Link<Crew>) },
}

#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = 40, changes)]
#[snapshot(item)]
struct Part {
    kind: u32,
    parent: Option<Handle<Part>>,
    crew: Handle<Crew>,
    texture: Handle<Textures>,
    goal: Goal,
}

#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = 20, dense)]
#[snapshot(item)]
struct Crew {
    first: WideLink<Part>,
    both: Option<(Handle<Part>, u8)>,
}

#[derive(Default)]
struct World {
    parts: PartPool,
    crews: CrewPool,
}

/// A crew, and two parts of which the second one names the first in all ways.
fn tank(textures: &mut TexturesPool) -> (World, [Handle<Part>; 2], Handle<Crew>) {
    let mut tank = World::default();
    let texture = textures.insert(7).unwrap();
    let crew = tank.crews.insert(Crew { first: WideLink::NONE, both: None }).unwrap();
    let body = Part { kind: 1, parent: None, crew, texture, goal: Goal::None };
    let gone = tank.parts.insert(body.clone()).unwrap();
    let body = tank.parts.insert(body).unwrap();
    tank.parts.remove(gone);
    let goal = Goal::Guard { all: [Some(body), Some(gone)], place: (5, Link::from(crew)) };
    let turret = tank.parts.insert(Part { kind: 2, parent: Some(body), crew, texture, goal }).unwrap();
    tank.crews[crew] = Crew { first: WideLink::from(turret), both: Some((body, 3)) };
    (tank, [body, turret], crew)
}

#[test]
fn copies_name_copies() {
    let mut textures = TexturesPool::new();
    let (tank, [body, turret], crew) = tank(&mut textures);
    let mut world = World::default();
    let stranger = world.parts.insert(tank.parts[body].clone()).unwrap();
    world.crews.insert(tank.crews[crew].clone()).unwrap();
    let (strange_part, strange_crew) = (world.parts[stranger].clone(), world.crews.as_slice()[0].clone());

    // The maps are used more than once.
    let mut moved = (HandleMap::new(), HandleMap::new());
    for copies in 1..=3 {
        world.parts.insert_copies(&tank.parts, &mut moved.0).unwrap();
        world.crews.insert_copies(&tank.crews, &mut moved.1).unwrap();
        world.parts.clear_changes();
        world.parts.relink(&moved).unwrap();
        world.crews.relink(&moved).unwrap();
        assert_eq!((world.parts.len(), world.crews.len()), (1 + 2 * copies, 1 + copies));

        let (new_body, new_turret, new_crew) = (moved.0[body], moved.0[turret], moved.1[crew]);
        let expected = Part {
            kind: 2,
            parent: Some(new_body),
            crew: new_crew,
            texture: tank.parts[turret].texture,
            goal: Goal::Guard { all: [Some(new_body), None], place: (5, Link::from(new_crew)) },
        };
        assert_eq!(world.parts[new_turret], expected);
        assert_eq!((world.parts[new_body].parent, world.parts[new_body].crew), (None, new_crew));
        let expected = Crew { first: WideLink::from(new_turret), both: Some((new_body, 3)) };
        assert_eq!(world.crews[new_crew], expected);
        // What changed is noted, and what did not come is as it was.
        assert_eq!(world.parts.take_changed().count(), 2);
        assert_eq!((&world.parts[stranger], &world.crews.as_slice()[0]), (&strange_part, &strange_crew));
    }
}

/// A pool whose maps are missing keeps its handles; one that did not come at all loses its links.
#[test]
fn what_did_not_come_is_none_or_an_error() {
    let mut textures = TexturesPool::new();
    let (tank, [body, turret], crew) = tank(&mut textures);
    let mut world = World::default();
    let (mut parts, crews) = (HandleMap::new(), HandleMap::<Crew, Handle<Crew>>::new());
    world.parts.insert_copies(&tank.parts, &mut parts).unwrap();
    let before = world.parts.clone();

    let error = world.parts.relink(&(&parts, &crews)).unwrap_err();
    assert_eq!(error, LostHandle::new("crew"));
    assert_eq!(
        error.to_string(),
        "the field `crew` has the handle of an object that did not move: an `Option` of a handle would become `None`"
    );
    assert!(world.parts == before, "an object changed before the error");

    // Without a map of the crews, their handles stay.
    world.parts.relink(&parts).unwrap();
    let (new_body, new_turret) = (parts[body], parts[turret]);
    assert_eq!((world.parts[new_turret].parent, world.parts[new_turret].crew), (Some(new_body), crew));

    // Crews come alone: their links are lost, and an `Option` of a tuple goes as a whole.
    let (mut crews, parts) = (HandleMap::new(), HandleMap::<Part, Handle<Part>>::new());
    world.crews.insert_copies(&tank.crews, &mut crews).unwrap();
    world.crews.relink(&(crews.clone(), parts)).unwrap();
    assert_eq!(world.crews[crews[crew]], Crew { first: WideLink::NONE, both: None });
}

#[test]
fn a_bare_handle_in_a_variant_names_its_field() {
    let mut world = World::default();
    let mut textures = TexturesPool::new();
    let (mut tank, [body, _], _) = tank(&mut textures);
    let lost = tank.parts.insert(tank.parts[body].clone()).unwrap();
    tank.parts[body].goal = Goal::Follow(lost);
    tank.parts.remove(lost);
    let mut parts = HandleMap::new();
    world.parts.insert_copies(&tank.parts, &mut parts).unwrap();
    assert_eq!(world.parts.relink(&parts).unwrap_err().field(), "goal");

    // A copy that was removed again is passed over.
    world.parts.remove(parts[body]).unwrap();
    world.parts.relink(&parts).unwrap();
}

#[test]
fn a_pool_without_room_takes_none() {
    let mut textures = TexturesPool::new();
    let (tank, [body, _], _) = tank(&mut textures);
    let mut world = World::default();
    world.parts.extend(core::iter::repeat_n(tank.parts[body].clone(), 39));
    let mut parts = HandleMap::new();
    parts.insert(body, body);
    assert!(world.parts.insert_copies(&tank.parts, &mut parts).is_err());
    assert!(world.parts.len() == 39 && parts.is_empty());
}

/// Replaces handles only: other types of the same bytes are not looked at.
#[test]
fn maps_are_asked_by_type() {
    let mut parts = HandleMap::<Part, Handle<Part>>::new();
    let mut pool = PartPool::new();
    let mut textures = TexturesPool::new();
    let (tank, [body, _], crew) = tank(&mut textures);
    let new = pool.insert(tank.parts[body].clone()).unwrap();
    parts.insert(body, new);
    let mut number = 3_u8;
    Moved::replace(&&parts, &mut number).unwrap();
    let mut other = crew;
    Moved::replace(&parts, &mut other).unwrap();
    assert!(number == 3 && other == crew);
    let mut handle = body;
    Moved::replace(&(parts,), &mut handle).unwrap();
    assert_eq!(handle, new);
}
