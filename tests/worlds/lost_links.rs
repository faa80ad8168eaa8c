//! Handles in objects that name nothing, after a restore without the pool that they are of.

use super::*;
use stackpool::{Columns, Handle, Link, LostLink, PoolSpec, SparseHandleMap, WideLink};

pool! { Effects: [u8; 10]; Others: [u8; 10]; }

#[derive(Snapshot, Clone, Copy)]
#[snapshot(item)]
struct Trail {
    color: u32,
    effect: Handle<Effects>,
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 100)]
#[snapshot(item)]
struct Ship {
    number: u16,
    effect: Option<Handle<Effects>>,
    #[snapshot(skip)]
    cache: Option<Handle<Effects>>,
    others: [Link<Others>; 2],
    links: [Link<Effects>; 3],
    trail: Option<Trail>,
    result: Result<Handle<Effects>, u64>,
    wide: WideLink<Effects>,
    last: (u8, Handle<Effects>),
}

fn shown<P: PoolSpec>(lost: impl Iterator<Item = LostLink<P>>) -> Vec<String> {
    lost.map(|lost| lost.to_string()).collect()
}

#[test]
fn each_lost_link_is_found_with_its_field() {
    let (mut ships, mut effects) = (ShipPool::new(), EffectsPool::new());
    let [there, gone] = [1, 2].map(|number| effects.insert(number).unwrap());
    let other = OthersPool::new().insert(1).unwrap();
    effects.remove(gone);
    let ship = |effect: Handle<Effects>| Ship {
        number: 1,
        effect: Some(effect),
        cache: Some(gone),
        others: [other.into(), Link::NONE],
        links: [Link::NONE, effect.into(), there.into()],
        trail: Some(Trail { color: 0, effect }),
        result: Ok(effect),
        wide: effect.into(),
        last: (7, effect),
    };
    ships.insert(ship(there)).ok();
    let lost_ship = ships.insert(ship(gone)).ok().unwrap();
    ships.insert(Ship { last: (8, gone), ..ship(there) }).ok();
    ships.insert(Ship { effect: None, trail: None, result: Err(u64::MAX), ..ship(there) }).ok();
    let fields = ["effect", "links", "trail", "result", "wide", "last"];
    let mut expected: Vec<_> =
        fields.iter().map(|field| format!("slot 1: `{field}` names no object of `Effects`")).collect();
    expected.push("slot 2: `last` names no object of `Effects`".into());
    assert_eq!(shown(ships.lost_links(|effect| effects.contains(effect))), expected);
    let lost = ships.lost_links(|effect| effects.contains(effect)).next().unwrap();
    assert_eq!((lost.object(), lost.field()), (lost_ship, "effect"));
    // A skipped field is not asked.
    assert_eq!(ships[lost_ship].cache, Some(gone));

    // Each pool is asked for by itself, also one that does not exist.
    assert_eq!(ships.lost_links(|_: Handle<Others>| false).count(), 4);
    assert_eq!(ships.lost_links(|_: Handle<Others>| true).count(), 0);
    assert_eq!(ships.lost_links(|_: Handle<Ship>| false).count(), 0);
}

#[test]
fn links_in_lists_and_enums_are_found() {
    #[derive(Pool, Snapshot)]
    #[pool(capacity = 10)]
    enum Order {
        Wait,
        Follow(Handle<Effects>),
    }

    let mut effects = EffectsPool::new();
    let gone = effects.insert(1).unwrap();
    effects.remove(gone);
    let mut orders = OrderPool::new();
    orders.extend([Order::Wait, Order::Follow(gone)]);
    let names = |effect| effects.contains(effect);
    assert_eq!(shown(orders.lost_links(names)), ["slot 1: a link names no object of `Effects`"]);

    #[cfg(feature = "arrayvec")]
    {
        #[derive(Pool, Snapshot)]
        #[pool(capacity = 10)]
        #[snapshot(item)]
        struct Listed {
            list: arrayvec::ArrayVec<Handle<Effects>, 4>,
            last: Link<Effects>,
        }

        let mut listed = ListedPool::new();
        let list = [gone, gone].into_iter().collect();
        listed.insert(Listed { list, last: gone.into() }).ok();
        let fields = listed.lost_links(names).map(|lost| lost.field()).collect::<Vec<_>>();
        assert_eq!(fields, ["list", "list", "last"]);
    }
}

/// A handle of an effect that is there, and one of an effect that is gone.
fn there_and_gone() -> (EffectsPool, Handle<Effects>, Handle<Effects>) {
    let mut effects = EffectsPool::new();
    let [there, gone] = [1, 2].map(|number| effects.insert(number).unwrap());
    effects.remove(gone);
    (effects, there, gone)
}

#[test]
fn lost_links_in_columns_are_found_with_their_fields() {
    #[derive(Columns, Clone, Copy)]
    struct Shot {
        place: [i16; 2],
        effect: Link<Effects>,
        #[pool(skip)]
        cache: Link<Effects>,
        #[pool(group = rest)]
        number: u16,
        #[pool(group = rest)]
        trail: Link<Effects>,
        #[pool(group = rest, keep)]
        light: Link<Effects>,
        #[pool(group = rest)]
        wide: WideLink<Effects>,
        other: Link<Others>,
    }

    pool! { Shots: [Shot; SLOTS], columns; DenseShots: [Shot; 20], columns, dense; }

    let (effects, there, gone) = there_and_gone();
    let shot = |effect: Handle<Effects>| Shot {
        place: [1; 2],
        effect: effect.into(),
        cache: gone.into(),
        number: u16::MAX,
        trail: effect.into(),
        light: gone.into(),
        wide: effect.into(),
        other: Link::NONE,
    };
    let names = |effect| effects.contains(effect);
    let mut expected = Vec::new();
    let mut shots = ShotsPool::new();
    for slot in 0..SLOTS - 3 {
        let is_lost = slot % 9 == 4;
        let handle = shots.insert(shot(if is_lost { gone } else { there })).ok().unwrap();
        if is_lost {
            let fields = ["effect", "trail", "wide"];
            expected.extend(fields.map(|field| (handle, field)));
        }
    }
    // The fields come in the order of the columns.
    let mut found: Vec<_> = shots.lost_links(names).map(|lost| (lost.object(), lost.field())).collect();
    found.sort_by_key(|(handle, field)| (handle.index(), *field));
    assert!(!found.is_empty() && found == expected);
    assert_eq!(shots.lost_links(|_: Handle<Others>| false).count(), 0);

    let mut dense = DenseShotsPool::new();
    dense.extend([there, gone, gone].map(shot));
    dense.remove(dense.handles().next().unwrap());
    let slots: Vec<_> = dense.lost_links(names).map(|lost| lost.object().index()).collect();
    assert_eq!(slots, [2, 2, 2, 1, 1, 1], "in the order of the objects");
    let other = OthersPool::new().insert(1).unwrap();
    dense.insert(Shot { other: other.into(), ..shot(there) }).ok();
    let lost = shown(dense.lost_links(|_: Handle<Others>| false));
    assert_eq!(lost, ["slot 3: `other` names no object of `Others`"]);
}

#[test]
fn lost_links_in_side_tables_are_found_with_their_keys() {
    let (effects, there, gone) = there_and_gone();
    let names = |effect| effects.contains(effect);
    let mut ships = OthersPool::new();
    let [first, second] = [1, 2].map(|number| ships.insert(number).unwrap());

    let mut trails = HandleMap::<Others, Trail>::new();
    trails.insert(first, Trail { color: 1, effect: there });
    trails.insert(second, Trail { color: 2, effect: gone });
    let lost: Vec<_> = trails.lost_links(names).collect();
    assert_eq!((lost.len(), lost[0].object(), lost[0].field()), (1, second, "effect"));

    let mut links = SparseHandleMap::<Others, Link<Effects>, 4>::new();
    links.insert(second, gone.into()).unwrap();
    links.insert(first, Link::NONE).unwrap();
    assert_eq!(shown(links.lost_links(names)), ["slot 1: a link names no object of `Effects`"]);
    let mut handles = HandleMap::<Others, Handle<Effects>>::new();
    handles.insert(first, gone);
    assert_eq!(handles.lost_links(names).count(), 1);
    assert_eq!(handles.lost_links(|_: Handle<Others>| false).count(), 0);
    #[derive(Snapshot, Clone)]
    #[snapshot(item)]
    struct Span {
        effects: std::ops::Range<Handle<Effects>>,
    }
    let mut spans = HandleMap::<Others, Span>::new();
    spans.insert(first, Span { effects: there..gone });
    spans.insert(second, Span { effects: gone..gone });
    assert_eq!(spans.lost_links(names).count(), 3);
}
