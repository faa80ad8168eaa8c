//! Objects that are copied to another pool, with the handles in them, beside a map of the standard library.

use crate::script::Script;
use stackpool::layout::Tracked;
use stackpool::{Handle, HandleMap, Link, Pool, PoolSpec, Snapshot};
use std::collections::HashMap;

/// An object with handles of each kind. Its pool wears out its generations soon, so that handles repeat.
#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = 9, generation_bits = 1)]
#[snapshot(item)]
struct Part {
    parent: Option<Handle<Part>>,
    goal: Goal,
    crew: Link<Crew>,
}

#[derive(Snapshot, Clone, Debug, PartialEq)]
enum Goal {
    None,
    Follow(Handle<Part>),
    Guard { all: [Option<Handle<Part>>; 2], board: Option<(Handle<Crew>, u8)> },
}

#[derive(Pool, Snapshot, Clone, Debug, PartialEq)]
#[pool(capacity = 5, dense, guard = live)]
#[snapshot(item)]
struct Crew {
    first: Link<Part>,
}

#[derive(Default)]
struct World {
    parts: PartPool,
    crews: CrewPool,
}

/// Copies the objects of a world to another one, sometimes without the crews, and replaces the handles in the copies.
///
/// # Panics
///
/// Panics if an object is lost, if a handle is another one than expected, or if an error changes an object.
pub fn relink(data: &[u8]) {
    let mut script = Script::new(data);
    let source = world_of(&mut script);
    let mut world = world_of(&mut script);
    let mut parts = HandleMap::new();
    let mut crews = HandleMap::new();
    // The maps are used more than once.
    for _ in 0..3 {
        if !copy(&mut world.parts, &source.parts, &mut parts) {
            break;
        }
        let has_crews = script.byte() % 4 != 0 && copy(&mut world.crews, &source.crews, &mut crews);
        for _ in 0..script.byte() % 4 {
            remove_or_insert(&mut world, &mut script);
        }
        let new = New { parts: list(&parts), crews: has_crews.then(|| list(&crews)) };
        let before = world.parts.clone();
        let expected = new.relinked(&before, &parts, |part| new.part(part));
        let relinked =
            if has_crews { world.parts.relink(&(&parts, &crews)) } else { world.parts.relink(&parts) };
        assert_eq!(relinked.map_err(|error| error.field()), expected.as_ref().map(drop).map_err(|()| "goal"));
        let expected = expected.unwrap_or_else(|()| list(&before));
        assert!(list(&world.parts) == expected, "an object is another one than expected");
        if has_crews {
            let expected =
                new.relinked(&world.crews, &crews, |crew| Ok(new.crew(crew))).expect("links are never lost");
            assert_eq!(world.crews.relink(&(&parts, &crews)), Ok(()));
            assert!(list(&world.crews) == expected, "a crew is another one than expected");
        }
    }
}

/// The state of a world after some operations.
fn world_of(script: &mut Script<'_>) -> World {
    let mut world = World::default();
    for _ in 0..script.byte() % 24 {
        remove_or_insert(&mut world, script);
    }
    world
}

fn remove_or_insert(world: &mut World, script: &mut Script<'_>) {
    match script.byte() % 8 {
        0 => drop(world.parts.remove(part(script))),
        1 => drop(world.crews.remove(crew(script))),
        2 | 3 => drop(world.crews.insert(Crew { first: Link::new(maybe(script, part)) })),
        _ => {
            let goal = match script.byte() % 4 {
                0 => Goal::Follow(part(script)),
                1 | 2 => Goal::Guard {
                    all: [maybe(script, part), maybe(script, part)],
                    board: maybe(script, crew).map(|crew| (crew, 7)),
                },
                _ => Goal::None,
            };
            let part = Part { parent: maybe(script, part), goal, crew: Link::new(maybe(script, crew)) };
            drop(world.parts.insert(part));
        }
    }
}

/// Any handle, of an object or not.
fn part(script: &mut Script<'_>) -> Handle<Part> {
    Handle::from_parts(script.below(9), u32::from(script.byte() % 2))
        .expect("a slot and a generation of the pool")
}

/// Any handle, of an object or not.
fn crew(script: &mut Script<'_>) -> Handle<Crew> {
    Handle::from_parts(script.below(5), 0).expect("a slot of the pool")
}

fn maybe<T>(script: &mut Script<'_>, handle: fn(&mut Script<'_>) -> T) -> Option<T> {
    (script.byte() % 4 != 0).then(|| handle(script))
}

type List<P, T> = HashMap<Handle<P>, T>;

/// The entries of a pool or a map.
fn list<'a, P: PoolSpec, T: Clone + 'a>(entries: impl IntoIterator<Item = (Handle<P>, &'a T)>) -> List<P, T> {
    entries.into_iter().map(|(handle, value)| (handle, value.clone())).collect()
}

/// Inserts copies, and checks them. Returns whether there was room.
fn copy<P>(to: &mut Pool<P>, from: &Pool<P>, moved: &mut HandleMap<P, Handle<P>>) -> bool
where
    P: PoolSpec<Item: Clone + PartialEq, Layout: Tracked>,
{
    let before = list(&*to);
    if to.insert_copies(from, moved).is_err() {
        assert!(to.remaining_capacity() < from.len() && moved.is_empty());
        assert!(list(&*to) == before, "an error changed the pool");
        return false;
    }
    assert_eq!((moved.len(), to.len()), (from.len(), before.len() + from.len()));
    assert!(before.iter().all(|(handle, object)| to.get(*handle) == Some(object)));
    for (old, new) in &*moved {
        assert!(from.get(old).is_some() && from.get(old) == to.get(*new), "a copy is another object");
    }
    true
}

/// The new handles of the objects that were copied.
struct New {
    parts: List<Part, Handle<Part>>,
    crews: Option<List<Crew, Handle<Crew>>>,
}

impl New {
    /// The objects of a pool, where `relinked` replaces the handles of those that were copied.
    fn relinked<P: PoolSpec<Item: Clone, Layout: Tracked>>(
        &self,
        pool: &Pool<P>,
        moved: &HandleMap<P, Handle<P>>,
        relinked: impl Fn(P::Item) -> Result<P::Item, ()>,
    ) -> Result<List<P, P::Item>, ()> {
        let mut objects = list(pool);
        for new in moved.values() {
            if let Some(object) = objects.get_mut(new) {
                *object = relinked(object.clone())?;
            }
        }
        Ok(objects)
    }

    /// The new handle of a crew. Without a map, it stays.
    fn handle(&self, crew: Handle<Crew>) -> Option<Handle<Crew>> {
        self.crews.as_ref().map_or(Some(crew), |crews| crews.get(&crew).copied())
    }

    fn maybe(&self, part: Option<Handle<Part>>) -> Option<Handle<Part>> {
        part.and_then(|part| self.parts.get(&part).copied())
    }

    fn part(&self, part: Part) -> Result<Part, ()> {
        Ok(Part {
            parent: self.maybe(part.parent),
            goal: match part.goal {
                Goal::None => Goal::None,
                Goal::Follow(part) => Goal::Follow(self.maybe(Some(part)).ok_or(())?),
                Goal::Guard { all, board } => Goal::Guard {
                    all: all.map(|part| self.maybe(part)),
                    board: board.and_then(|(crew, seat)| Some((self.handle(crew)?, seat))),
                },
            },
            crew: Link::new(part.crew.get().and_then(|crew| self.handle(crew))),
        })
    }

    fn crew(&self, crew: Crew) -> Crew {
        Crew { first: Link::new(self.maybe(crew.first.get())) }
    }
}
