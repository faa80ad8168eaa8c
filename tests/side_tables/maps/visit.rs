//! Visits lend each object once, in any order, and hold all references at once.

use crate::size::{IS_SMALL, miri_or};
use stackpool::layout::Tracked;
use stackpool::{Handle, HandleMap, Pool, PoolSpec, pool};
use std::collections::BTreeSet;

pool! {
    InPlace: [u32; 150];
    Wide: [u32; 70], generation_bits = 20;
    Live: [u32; 150], guard = live;
    Dense: [u32; 150], dense;
    Noted: [u32; 150], changes;
    NotedDense: [u32; 150], dense, changes;
    Marked: [u32; 150], marks;
}

/// Handles of live objects, of removed ones, and of slots that were never used, each of them twice or more.
fn asked<P: PoolSpec<Item = u32, Layout: Tracked>>(pool: &mut Pool<P>) -> Vec<Handle<P>> {
    let handles: Vec<_> = (0..60).map(|number| pool.insert(number).unwrap()).collect();
    for &handle in handles.iter().step_by(3) {
        pool.remove(handle);
    }
    let never = Handle::from_bits(69).expect("a slot of every pool");
    let order = (0..miri_or(120, 500)).map(|step| handles[step * 37 % 60]);
    order.chain([never]).collect()
}

fn each_object_is_lent_once<P: PoolSpec<Item = u32, Layout: Tracked>>() {
    let mut pool = Pool::<P>::new();
    let asked = asked(&mut pool);
    let expected: BTreeSet<_> = pool.handles().collect();
    let before: Vec<_> = pool.values().copied().collect();
    let mut visited = HandleMap::<P, ()>::new();
    // What an earlier visit left is forgotten.
    visited.insert(asked[1], ());

    let mut visit = visited.visit(&mut pool);
    let mut lent = Vec::new();
    for &handle in &asked {
        let was_visited = visit.contains(handle);
        let object = visit.get(handle);
        assert_eq!(object.is_some(), expected.contains(&handle) && !was_visited, "{handle:?}");
        lent.extend(object);
    }
    assert_eq!(lent.len(), expected.len());
    // All references are alive here, and are those of different objects.
    lent.into_iter().for_each(|object| *object += 1_000);

    assert_eq!(visited.keys().collect::<BTreeSet<_>>(), expected);
    let after: Vec<_> = pool.values().map(|value| value - 1_000).collect();
    assert_eq!(after, before);
}

#[test]
fn each_object_is_lent_once_whatever_the_guard() {
    each_object_is_lent_once::<InPlace>();
    each_object_is_lent_once::<Wide>();
    each_object_is_lent_once::<NotedDense>();
    if !IS_SMALL {
        each_object_is_lent_once::<Live>();
        each_object_is_lent_once::<Dense>();
        each_object_is_lent_once::<Noted>();
        each_object_is_lent_once::<Marked>();
    }
}

#[test]
fn what_was_lent_for_writing_counts_as_changed() {
    let mut pool = NotedDensePool::new();
    let [first, second, third] = [1, 2, 3].map(|number| pool.insert(number).unwrap());
    drop(pool.take_changed());
    let mut visited = HandleMap::new();
    let mut visit = visited.visit(&mut pool);
    assert!(visit.get(third).is_some() && visit.get(first).is_some());
    assert_eq!([first, second, third].map(|handle| pool.is_changed(handle)), [true, false, true]);

    drop(pool.take_changed());
    assert!(visited.visit(&pool).get(second).is_some());
    assert_eq!(pool.changed().count(), 0);
}

#[test]
fn columns_and_maps_can_be_visited() {
    #[derive(Pool)]
    #[pool(capacity = 70, columns)]
    struct Unit {
        health: u32,
        next: Option<UnitHandle>,
    }

    let mut units = UnitPool::new();
    let last = units.insert(Unit { health: 1, next: None }).unwrap();
    let first = units.insert(Unit { health: 2, next: Some(last) }).unwrap();
    let mut visited = HandleMap::new();
    let mut visit = visited.visit(&mut units);
    let mut next = Some(first);
    let mut healths = Vec::new();
    while let Some(unit) = next.and_then(|unit| visit.get(unit)) {
        next = *unit.next;
        healths.push(unit.health);
    }
    healths.into_iter().for_each(|health| *health *= 10);
    assert_eq!([first, last].map(|unit| *units.get(unit).unwrap().health), [20, 10]);

    let mut names = HandleMap::<Unit, String>::from([(last, "a".to_owned())]);
    let mut visit = visited.visit(&mut names);
    assert!(visit.get(first).is_none(), "the map has no value under it");
    visit.get(last).unwrap().push('b');
    assert!(visit.get(last).is_none());
    assert_eq!(names[last], "ab");
    assert_eq!(visited.len(), 1);
}
