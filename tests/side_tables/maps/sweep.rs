//! Sweeps of a map: which values stay, and which dead ones are no longer recognised.

use crate::drops::Drops;
use crate::size::miri_or;
use stackpool::layout::Tracked;
use stackpool::{HandleMap, Pool, PoolSpec, pool};

pool! {
    Generational: [u32; 150];
    Live: [u32; 150], guard = live;
    Few: [u32; 4], generation_bits = 1;
}

fn keeps_what_lives<P: PoolSpec<Item = u32, Layout: Tracked>>() {
    let drops = Drops::default();
    let mut pool = Pool::<P>::new();
    let mut map = HandleMap::<P, _>::new();
    let mut random = 7_u32;
    let mut below = |bound: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % bound
    };
    for number in 0..120 {
        let handle = pool.insert(number).unwrap();
        if number % 4 != 0 {
            map.insert(handle, drops.token(number));
        }
    }
    for round in 0..miri_or(2, 20) {
        pool.retain(|_, number| (*number + round) % 3 != 0);
        let kept: Vec<_> = map
            .iter()
            .filter(|(handle, _)| pool.contains(*handle))
            .map(|(handle, token)| (handle, token.id))
            .collect();
        map.retain_live(&pool);
        assert_eq!(map.iter().map(|(handle, token)| (handle, token.id)).collect::<Vec<_>>(), kept);
        let mut ids: Vec<u32> = kept.iter().map(|(_, id)| *id).collect();
        ids.sort_unstable();
        assert_eq!(drops.alive(), ids, "the others were dropped");
        while let Ok(handle) = pool.insert(below(1_000)) {
            if below(2) == 0 {
                map.insert(handle, drops.token(1_000 + below(1_000)));
            }
        }
    }
    map.retain_live(&Pool::<P>::new());
    assert!(map.is_empty() && drops.alive().is_empty());
}

#[test]
fn a_sweep_keeps_the_values_of_what_lives() {
    keeps_what_lives::<Generational>();
    keeps_what_lives::<Live>();
}

/// A newer object in the slot of a removed one does not save the value of the removed one.
#[test]
fn a_sweep_tells_generations_apart_until_they_wrap() {
    let mut pool = FewPool::new();
    let others: Vec<FewHandle> = pool.insert_many([0; 3]).unwrap().collect();
    let mut map = HandleMap::<Few, &str>::new();
    let first = pool.insert(1).unwrap();
    map.insert(first, "first");
    pool.remove(first);
    let second = pool.insert(2).unwrap();
    assert_eq!(second.index(), first.index(), "the only free slot");
    let mut swept = map.clone();
    swept.retain_live(&pool);
    assert!(swept.is_empty());

    // `GENERATIONS` is 2: after the second time, the value of the first object passes for one of the third.
    assert_eq!(FewPool::GENERATIONS, 2);
    pool.remove(second);
    assert_eq!(pool.insert(3).unwrap(), first);
    map.retain_live(&pool);
    assert_eq!(map.get(first), Some(&"first"));
    assert_eq!(others.len(), 3);
}

#[test]
fn a_sweep_against_another_map_keeps_what_both_have() {
    let mut pool = GenerationalPool::new();
    let handles: Vec<GenerationalHandle> = pool.insert_many(0..6).unwrap().collect();
    let mut map: HandleMap<Generational, u8> = handles.iter().copied().zip(0..).collect();
    let other: HandleMap<Generational, char> = handles[2..4].iter().copied().zip('a'..).collect();
    map.retain_live(&other);
    assert!(map.keys().eq(handles[2..4].iter().copied()));
}
