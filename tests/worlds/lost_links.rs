//! Handles in objects that name nothing, after a restore without the pool that they are of.

use super::*;
use stackpool::{Handle, Link, LostLink, PoolSpec, WideLink};

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
