//! Value pools and list pools as bytes: images, and deltas between them.

use crate::label::{LABEL, sign};
use crate::script::Script;
use stackpool::layout::Tracked;
use stackpool::{ListPool, Pool, ValuePool, ValueSpec, pool};
use std::collections::BTreeSet;

/// A place on a map.
#[derive(Pool, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[pool(values)]
pub(crate) struct Cell {
    #[pool(range = 0..5)]
    x: u8,
    #[pool(range = -3..=3)]
    y: i8,
}

pool! {
    pub(crate) Ports: [u16; 8_000..8_300];
    pub(crate) PackedPorts: [u16; 8_000..8_300], layout = packed(10);
}

/// A list of values, some of them equal.
pub(crate) type List = ListPool<u16, 12>;

/// Restores bytes that are, or once were, a saved value pool. Either there is an error that changes nothing, or the
/// pool works and is saved as the same bytes.
///
/// # Panics
///
/// Panics if neither is true.
pub fn values(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 5 {
        0 => image::<Cell>(script),
        1 => image::<Ports>(script),
        2 => image::<PackedPorts>(script),
        3 => delta::<Cell>(script),
        _ => list_image(script),
    }
}

fn image<V: ValueSpec<Item: Ord>>(mut script: Script<'_>)
where
    V::Layout: Tracked,
{
    let mut image = pool_of::<V>(&mut script).save();
    script.change(&mut image, LABEL);
    restores_or_refuses::<V>(&image);
}

fn delta<V: ValueSpec<Item: Ord>>(mut script: Script<'_>)
where
    V::Layout: Tracked,
{
    let base = pool_of::<V>(&mut script).save();
    let now = pool_of::<V>(&mut script);
    let mut delta = vec![0; ValuePool::<V>::MAX_DELTA_BYTES];
    let len = now.delta_into(&base, &mut delta).expect("a base that was just saved").len();
    delta.truncate(len);
    let image = ValuePool::<V>::patch(&base, &delta).expect("a delta of this base");
    assert!(image == now.save());

    script.change(&mut delta, LABEL);
    sign(&mut delta);
    let mut buffer = vec![7; ValuePool::<V>::SAVED_BYTES];
    match ValuePool::<V>::patch_into(&base, &delta, &mut buffer) {
        Ok(image) => restores_or_refuses::<V>(image),
        Err(_) => assert!(buffer.iter().all(|&byte| byte == 7), "an error wrote to the buffer"),
    }
}

fn restores_or_refuses<V: ValueSpec<Item: Ord>>(image: &[u8])
where
    V::Layout: Tracked,
{
    let mut pool = ValuePool::<V>::new();
    assert!(pool.acquire_many(3).is_some());
    let before = pool.save();
    if pool.restore(image).is_err() {
        assert!(pool.save() == before, "an error changed the pool");
    } else {
        assert!(pool.save() == image, "the pool is saved as other bytes");
    }
    works(&mut pool);
}

/// A value pool after some operations.
pub(crate) fn pool_of<V: ValueSpec>(script: &mut Script<'_>) -> ValuePool<V>
where
    V::Layout: Tracked,
{
    let mut pool = ValuePool::<V>::new();
    for _ in 0..script.byte() % 64 {
        match script.byte() {
            0..96 => drop(pool.acquire()),
            96..112 => drop(pool.acquire_many(20).map(Iterator::count)),
            112..120 => pool.clear(),
            action => {
                let value = pool.iter().nth(usize::from(action - 120) % pool.len().max(1));
                if let Some(value) = value {
                    assert!(pool.release(value).is_ok());
                }
            }
        }
    }
    pool
}

/// Takes all values that are left, and gives all values back: each must be handed out once.
pub(crate) fn works<V: ValueSpec<Item: Ord>>(pool: &mut ValuePool<V>)
where
    V::Layout: Tracked,
{
    let mut values: BTreeSet<V::Item> = pool.iter().collect();
    assert_eq!(values.len(), pool.len());
    while let Some(value) = pool.acquire() {
        assert!(values.insert(value), "a value was handed out twice");
    }
    assert_eq!((values.len(), pool.len()), (ValuePool::<V>::CAPACITY, ValuePool::<V>::CAPACITY));
    for value in values {
        assert!(pool.release(value).is_ok() && pool.release(value).is_err());
    }
    assert!(pool.is_empty());
}

fn list_image(mut script: Script<'_>) {
    let mut image = list_of(&mut script).save();
    script.change(&mut image, LABEL);
    let mut list = list_of(&mut script);
    let before = list.save();
    if list.restore(&image).is_err() {
        assert!(list.save() == before, "an error changed the list");
    } else {
        assert!(list.save() == image, "the list is saved as other bytes");
    }
    list_works(&mut list);
}

/// A list pool after some operations.
pub(crate) fn list_of(script: &mut Script<'_>) -> List {
    let mut list = List::new(std::array::from_fn(|index| index as u16 / 2));
    for _ in 0..script.byte() % 32 {
        match script.byte() {
            0..120 => drop(list.acquire()),
            120..140 => drop(list.acquire_many(4).map(<[u16]>::len)),
            value => drop(list.release(value.into())),
        }
    }
    list
}

/// The values that are left are handed out in order, and no others are.
pub(crate) fn list_works(list: &mut List) {
    let left = list.available().to_vec();
    assert_eq!(list.len() + left.len(), List::CAPACITY);
    assert!(left.iter().all(|value| list.acquire() == Some(*value)));
    assert!(list.is_full() && list.acquire().is_none());
    for value in left.iter().rev() {
        assert!(list.release(*value).is_ok());
    }
    assert_eq!(list.available(), left);
}
