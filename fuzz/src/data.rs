//! Pools, value pools, lists and side tables through `serde`, read by `postcard`.

use crate::model::Abilities;
use crate::saved;
use crate::script::Script;
use crate::values::{self, Cell, List, Ports};
use serde::{Deserialize, Serialize};
use stackpool::layout::Tracked;
use stackpool::{Handle, HandleMap, Heap, Pool, PoolSpec, ValuePool, ValueSpec, pool};

pool! {
    Units: [u32; 100];
    Listed: [u32; 100], bookkeeping = free_list;
    Packed: [u32; 100], layout = packed(9), generation_bits = 2;
    Bits: [u32; 100], guard = live;
    Retiring: [u32; 6], generation_bits = 14, on_wrap = retire;
    Marked: [u32; 100], marks = 1;
    Dense: [u32; 100], dense;
    DenseMarked: [u32; 100], dense, marks = 1;
}

/// Reads bytes that are, or once were, a serialized pool, list or map, in place and as a new value on the heap. Either
/// there is an error that leaves the documented state, or the result works, and is serialized and read again as an
/// equal value.
///
/// # Panics
///
/// Panics if neither is true.
pub fn data(data: &[u8]) {
    let mut script = Script::new(data);
    match script.byte() % 12 {
        0 => pool::<Units>(script, Abilities::new()),
        1 => pool::<Listed>(script, Abilities::new()),
        2 => pool::<Packed>(script, Abilities::new()),
        3 => pool::<Bits>(script, Abilities::new()),
        4 => pool::<Retiring>(script, Abilities::new().retires()),
        5 => value_pool::<Cell>(script),
        6 => value_pool::<Ports>(script),
        7 => list(script),
        8 => pool::<Marked>(script, Abilities::new().marks(1)),
        9 => pool::<Dense>(script, Abilities::new().dense()),
        10 => pool::<DenseMarked>(script, Abilities::new().marks(1).dense()),
        _ => map(script),
    }
}

/// The serialized bytes of a value, changed as the script says.
fn changed(value: &impl Serialize, script: &mut Script<'_>) -> Vec<u8> {
    let mut bytes = bytes_of(value);
    script.change(&mut bytes, 1);
    bytes
}

fn bytes_of(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("it is serialized")
}

fn read_as<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> T {
    postcard::from_bytes(bytes).expect("it was just serialized")
}

fn pool<P: PoolSpec<Item = u32>>(mut script: Script<'_>, abilities: Abilities<P>)
where
    P::Layout: Tracked,
{
    let mut pool = saved::pool_of(&mut script, abilities);
    let bytes = changed(&*pool, &mut script);
    let on_heap = postcard::from_bytes::<Heap<Pool<P>>>(&bytes).ok();
    if pool.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).is_err() {
        assert!(pool.save() == Pool::<P>::on_heap().save(), "an error left objects in the pool");
        assert!(on_heap.is_none(), "the heap accepts other data");
    } else {
        let mut on_heap = on_heap.expect("the same data");
        assert!(on_heap.save() == pool.save() && on_heap.clone().save() == pool.save(), "the heap differs");
        saved::works(&mut on_heap);
        let again: Pool<P> = read_as(&bytes_of(&*pool));
        assert!(again.save() == pool.save(), "the pool that was read again differs");
    }
    saved::works(&mut pool);
}

fn value_pool<V>(mut script: Script<'_>)
where
    V: ValueSpec<Item: Ord + Serialize + for<'a> Deserialize<'a>>,
    V::Layout: Tracked,
{
    let mut pool = values::pool_of::<V>(&mut script);
    let bytes = changed(&pool, &mut script);
    let on_heap = postcard::from_bytes::<Heap<ValuePool<V>>>(&bytes).ok();
    if pool.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).is_err() {
        assert!(pool.save() == ValuePool::<V>::new().save(), "an error left values handed out");
        assert!(on_heap.is_none(), "the heap accepts other data");
    } else {
        let mut on_heap = on_heap.expect("the same data");
        assert!(on_heap.save() == pool.save() && on_heap.clone().save() == pool.save(), "the heap differs");
        values::works(&mut on_heap);
        let again: ValuePool<V> = read_as(&bytes_of(&pool));
        assert!(again.save() == pool.save(), "the pool that was read again differs");
    }
    values::works(&mut pool);
}

fn list(mut script: Script<'_>) {
    let bytes = changed(&values::list_of(&mut script), &mut script);
    let mut list = values::list_of(&mut script);
    let before = list.save();
    let on_heap = postcard::from_bytes::<Heap<List>>(&bytes).ok();
    if list.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).is_err() {
        assert!(list.save() == before, "an error changed the list");
        assert!(on_heap.is_none(), "the heap accepts other data");
    } else {
        let mut on_heap = on_heap.expect("the same data");
        assert!(*on_heap == list && *on_heap.clone() == list, "the heap differs");
        values::list_works(&mut on_heap);
        let again: List = read_as(&bytes_of(&list));
        assert!(again.save() == list.save(), "the list that was read again differs");
    }
    values::list_works(&mut list);
}

/// A map of values that own memory, so that a value that is dropped twice or never is detected.
fn map(mut script: Script<'_>) {
    type Map = HandleMap<Units, Box<u16>>;

    let mut map = Map::new();
    for _ in 0..script.byte() % 64 {
        let bits = script.below(1 << 16) as u32;
        let value = script.byte();
        if let Some(handle) = Handle::from_bits(bits) {
            map.insert(handle, Box::new(value.into()));
        }
    }
    let bytes = changed(&map, &mut script);
    let on_heap = postcard::from_bytes::<Heap<Map>>(&bytes).ok();
    if map.deserialize_from(&mut postcard::Deserializer::from_bytes(&bytes)).is_err() {
        assert!(map.is_empty(), "an error left values in the map");
        assert!(on_heap.is_none(), "the heap accepts other data");
    } else {
        let on_heap = on_heap.expect("the same data");
        assert!(*on_heap == map && *on_heap.clone() == map, "the heap differs");
        assert!(on_heap.into_iter().map(|(handle, _)| handle).eq(map.keys()), "a loop differs");
        let again: Map = read_as(&bytes_of(&map));
        assert!(again == map, "the map that was read again differs");
    }
    assert_eq!(map.iter().count(), map.len());
    let handles: Vec<_> = map.iter().map(|(handle, _)| handle).collect();
    assert!(handles.is_sorted_by_key(|handle| handle.index()));
    for handle in handles {
        assert!(map.remove(handle).is_some() && map.remove(handle).is_none());
    }
    assert!(map.is_empty());
}
