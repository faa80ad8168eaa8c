//! What holds in every value that accepted a save. A walk leaves the pools empty.
//!
//! A pool has as many objects as it says, each under a handle that finds it. It hands out each slot that is left once,
//! and gives back all.

use crate::definitions::{Game, Order, Squad};
use stackpool::layout::{Dense, Marked, Tracked};
use stackpool::{
    ColumnPool, Columns, Handle, HandleMap, ListPool, Pool, PoolSpec, SparseHandleMap, ValuePool, ValueSpec,
};
use std::collections::HashSet;

pub(crate) fn pool<P: PoolSpec<Item: Copy>>(pool: &mut Pool<P>)
where
    P::Layout: Tracked,
{
    let mut slots = HashSet::new();
    for (handle, item) in pool.iter() {
        assert!(std::ptr::eq(&raw const *item, &raw const pool[handle]) || size_of::<P::Item>() == 0);
        assert!(handle.index() < Pool::<P>::CAPACITY && slots.insert(handle.index()), "a slot comes twice");
    }
    assert_eq!(
        (pool.iter().count(), pool.values().count(), slots.len()),
        (pool.len(), pool.len(), pool.len())
    );
    let (room, item) = (pool.remaining_capacity(), pool.values().next().copied());
    assert!(pool.len() + room <= Pool::<P>::CAPACITY);
    if let Some(item) = item {
        for _ in 0..room {
            let handle = pool.insert(item).expect("there is room");
            assert!(slots.insert(handle.index()), "a slot is handed out twice");
        }
        assert!(pool.is_full() && pool.insert(item).is_err());
    }
    for handle in pool.handles().collect::<Vec<_>>() {
        assert!(pool.remove(handle).is_some() && pool.remove(handle).is_none());
    }
    assert!(pool.is_empty());
}

/// A pool with marks.
pub(crate) fn ordered<P: PoolSpec<Item: Copy>>(pool: &mut Pool<P>)
where
    P::Layout: Tracked + Marked,
{
    let order: Vec<_> = pool.iter_in_order().map(|(handle, _)| handle).collect();
    assert_eq!((order.first().copied(), order.last().copied()), (pool.oldest(), pool.newest()));
    assert_eq!(order.len(), pool.len());
    assert_eq!(order.into_iter().collect::<HashSet<_>>(), pool.handles().collect());
    self::pool(pool);
}

pub(crate) fn dense<P: PoolSpec<Item: Copy>>(pool: &mut Pool<P>)
where
    P::Layout: Tracked + Dense,
{
    assert_eq!(pool.as_slice().len(), pool.len());
    for (place, handle) in pool.handles().enumerate() {
        assert_eq!(pool.position_of(handle), Some(place));
    }
    self::pool(pool);
}

pub(crate) fn columns<P: PoolSpec<Item: Columns + Copy>>(pool: &mut ColumnPool<P>)
where
    P::Layout: Tracked,
{
    let mut slots: HashSet<_> = pool.handles().map(Handle::index).collect();
    assert_eq!((slots.len(), pool.iter().count()), (pool.len(), pool.len()));
    if let Some(item) = pool.handles().next().and_then(|handle| pool.copy_of(handle)) {
        for _ in 0..pool.remaining_capacity() {
            let handle = pool.insert(item).expect("there is room");
            assert!(slots.insert(handle.index()), "a slot is handed out twice");
        }
        assert!(pool.is_full() && pool.insert(item).is_err());
    }
    for handle in pool.handles().collect::<Vec<_>>() {
        assert!(pool.remove(handle).is_some() && pool.remove(handle).is_none());
    }
    assert!(pool.is_empty());
}

pub(crate) fn values<V: ValueSpec<Item = u16>>(pool: &mut ValuePool<V>)
where
    V::Layout: Tracked,
{
    let mut values: HashSet<u16> = pool.iter().collect();
    assert_eq!(values.len(), pool.len());
    for _ in 0..pool.remaining_capacity() {
        assert!(values.insert(pool.acquire().expect("there is one")), "a value is handed out twice");
    }
    assert_eq!((pool.acquire(), values.len()), (None, pool.capacity()));
    values.into_iter().for_each(|value| pool.release(value).expect("it was handed out"));
    assert!(pool.is_empty());
}

pub(crate) fn list<T: Copy, const N: usize>(list: &mut ListPool<T, N>) {
    let left = list.available().len();
    assert!(left <= N);
    assert_eq!(std::iter::from_fn(|| list.acquire()).count(), left);
}

pub(crate) fn map<P: PoolSpec, V>(map: &mut HandleMap<P, V>) {
    let handles: Vec<_> = map.keys().collect();
    assert!(handles.is_sorted_by(|a, b| a.index() < b.index()));
    assert_eq!((map.iter().count(), handles.len()), (map.len(), map.len()));
    assert!(handles.into_iter().all(|handle| map.remove(handle).is_some()));
    assert!(map.is_empty());
}

pub(crate) fn sparse<P: PoolSpec, V, const N: usize>(map: &mut SparseHandleMap<P, V, N>) {
    assert_eq!((map.keys().len(), map.values().len()), (map.len(), map.len()));
    assert!(map.keys().iter().all(|&handle| map.get(handle).is_some()));
    while let Some(&handle) = map.keys().first() {
        assert!(map.remove(handle).is_some() && map.remove(handle).is_none());
    }
    assert!(map.is_empty());
}

pub(crate) fn squad(squad: &mut Squad) {
    for order in squad.orders.iter().chain([&squad.mode]) {
        match order {
            Order::Wait => {}
            Order::Move { place } => assert_eq!(place.len(), 2),
            Order::Attack(handle, is_near) => {
                assert!(handle.index() < 100 && matches!(u8::from(*is_near), 0 | 1));
            }
        }
    }
}

pub(crate) fn game(game: &mut Game) {
    assert!(game.target.iter().chain(&game.link.get()).all(|handle| handle.index() < 100));
    assert!(char::from_u32(game.letter.into()).is_some());
    for side in &mut game.sides {
        map(&mut side.speeds);
        pool(&mut side.units);
        values(&mut side.ports);
        list(&mut side.list);
    }
    columns(&mut game.bodies);
}
