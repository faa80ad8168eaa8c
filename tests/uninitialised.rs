//! Values that are made on the heap read no uninitialised byte of their memory. Miri or valgrind detects such a read.
//! Without them, these tests detect its consequences.
#![cfg(feature = "alloc")]

use stackpool::layout::Tracked;
#[cfg(feature = "regions")]
use stackpool::region::{DoubleFrame, DropLinear, Frame, Inline, Linear, Stack};
use stackpool::{HandleMap, Heap, PlainData, Pool, PoolSpec, ValuePool, ValueSpec, pool};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// An item with padding bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Padded(u8, u32);

/// The slots of most pools, and how many of them are used first.
const SLOTS: usize = if cfg!(miri) { 20 } else { 72 };
const USED: usize = if cfg!(miri) { 10 } else { 40 };

pool! {
    Words: [u64; SLOTS];
    Lines: [[u64; 8]; 300];
    Live: [u16; SLOTS], guard = live;
    Linked: [Padded; SLOTS], bookkeeping = free_list;
    LinkedLive: [u16; SLOTS], bookkeeping = free_list, guard = live;
    Packed: [Padded; SLOTS], layout = packed18;
    Marked: [Padded; SLOTS], marks = 2;
    Wide: [u16; SLOTS], generation_bits = 14, on_wrap = retire;
    Nothing: [(); SLOTS];
    Names: [String; SLOTS];
    LinkedNames: [String; SLOTS], bookkeeping = free_list;
    Bare: [[u32; 3]; SLOTS], guard = none;
    BareLines: [[u64; 8]; 300], guard = none;
    Numbers: [u16; 100..172];
    BareNumbers: [u16; 100..172], guard = none;
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Calls all methods that read a pool.
fn look<P: PoolSpec<Item: Clone + Debug + Eq + Hash>>(pool: &Pool<P>, len: usize)
where
    P::Layout: Tracked,
{
    assert_eq!((pool.len(), pool.iter().count(), pool.values().rev().count()), (len, len, len));
    assert_eq!(pool.is_full(), len == pool.capacity());
    assert_eq!((0..=pool.capacity()).filter_map(|index| pool.handle_at(index)).count(), len);
    assert!(pool.handles().all(|handle| pool.contains(handle)));
    assert!(pool.next_handle().is_none_or(|handle| pool.get(handle).is_none()));
    assert_eq!((format!("{pool:?}").is_empty(), hash(pool)), (false, hash(pool)));
    assert_eq!((pool == &*Heap::from(pool), pool.stats().live), (true, len));
}

fn objects<P: PoolSpec<Item: Clone + Debug + Eq + Hash>>(item: impl Fn(usize) -> P::Item)
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    look(&pool, 0);
    look(&pool.clone(), 0);
    drop(Pool::<P>::on_heap());

    // In slots that were never written, in slots that were used before, and in all slots.
    let handles: Vec<_> = (0..USED).map(|i| pool.insert(item(i)).unwrap()).collect();
    for &handle in handles.iter().step_by(3) {
        assert_eq!(pool.remove(handle), Some(item(handle.index())));
    }
    look(&pool, USED - USED.div_ceil(3));
    let mut clone = pool.clone();
    assert!(clone == pool && clone.next_handle() == pool.next_handle());
    pool.clone_from(&Pool::on_heap());
    look(&pool, 0);
    pool.clone_from(&clone);
    assert_eq!(pool, clone);
    while clone.insert(item(0)).is_ok() {}
    look(&clone, clone.capacity());
    clone.retain(|handle, _| handle.index() % 2 == 0);
    assert_eq!(clone.drain().count(), clone.capacity().div_ceil(2));
    clone.clear();
    look(&clone, 0);
}

fn bytes<P: PoolSpec<Item: PlainData + Copy + Debug + Eq + Hash>>(item: P::Item)
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    let empty = pool.save();
    let first = pool.insert(item).unwrap();
    let second = pool.insert(item).unwrap();
    pool.remove(first);
    let saved = pool.save();
    let delta = pool.delta(&empty).unwrap();

    let mut restored = Pool::<P>::on_heap();
    restored.restore(&saved).unwrap();
    assert!(restored == pool && restored.contains(second) && restored.save() == saved);
    assert_eq!(Pool::<P>::patch(&empty, &delta).unwrap(), saved);
    restored.restore(&empty).unwrap();
    look(&restored, 0);
}

#[test]
fn pools() {
    objects::<Words>(|i| i as u64);
    objects::<Live>(|i| i as u16);
    objects::<Linked>(|i| Padded(i as u8, 7));
    objects::<LinkedLive>(|i| i as u16);
    objects::<Packed>(|i| Padded(i as u8, 7));
    objects::<Marked>(|i| Padded(i as u8, 7));
    objects::<Wide>(|i| i as u16);
    objects::<Nothing>(|_| ());
    objects::<Names>(|i| i.to_string());
    objects::<LinkedNames>(|i| i.to_string());
    // Miri takes a minute for these.
    if !cfg!(miri) {
        objects::<Lines>(|i| [i as u64; 8]);
    }
}

#[test]
fn pools_as_bytes() {
    bytes::<Words>(7);
    bytes::<Lines>([7; 8]);
    bytes::<Live>(7);
    bytes::<LinkedLive>(7);
    bytes::<Wide>(7);
}

#[test]
fn marks() {
    let mut pool = MarkedPool::on_heap();
    let mark = pool.mark().unwrap();
    pool.extend((0..USED).map(|i| Padded(i as u8, 7)));
    assert_eq!(pool.clone().len(), USED);
    assert_eq!(pool.release_since(mark), Ok(USED));
    look(&pool, 0);
}

/// Without a guard every slot can be read: in a new pool, in a clone, and in a clone of the clone.
#[test]
fn slots_without_a_guard() {
    fn check<P: PoolSpec<Item: Copy + Default + PartialEq + Debug>>(item: P::Item) {
        let mut pool = Pool::<P>::on_heap();
        let all = |pool: &Pool<P>| -> Vec<P::Item> {
            (0..pool.capacity()).map(|index| pool[pool.handle_at(index).unwrap()]).collect()
        };
        assert!(all(&pool).iter().all(|&item| item == P::Item::default()));
        let handle = pool.insert(item).unwrap();
        let mut clone = pool.clone();
        assert_eq!(all(&clone), all(&pool));
        assert_eq!(all(&clone)[1..], all(&Pool::on_heap())[1..]);
        assert_eq!((clone.remove(handle), clone.len()), (Some(item), 0));
        let mut last = Pool::<P>::on_heap();
        last.clone_from(&clone.clone());
        assert_eq!((all(&last), last.next_handle()), (all(&clone), Some(handle)));
    }
    check::<Bare>([7; 3]);
    check::<BareLines>([7; 8]);
}

#[test]
fn side_tables() {
    fn check<P: PoolSpec>() {
        let handles =
            || (0..Pool::<P>::CAPACITY as u32).map(|bits| stackpool::Handle::from_bits(bits).unwrap());
        let mut map = HandleMap::<P, String>::on_heap();
        assert!(map.iter().next().is_none() && handles().all(|handle| map.get(handle).is_none()));
        for handle in handles().step_by(3) {
            assert_eq!(map.insert(handle, handle.index().to_string()), None);
        }
        let clone = map.clone();
        assert!(clone == map && hash(&*clone) == hash(&*map) && !format!("{clone:?}").is_empty());
        assert_eq!(handles().filter(|&handle| clone.contains(handle)).count(), map.len());
        map.retain(|handle, name| *name == handle.index().to_string() && handle.index() % 2 == 0);
        assert_eq!(map.join(&*clone).count(), map.len());
        map.clone_from(&clone);
        assert_eq!(map.drain().count(), clone.len());
        assert!(map.is_empty());
    }
    check::<Words>();
    check::<Live>();
    check::<Wide>();
    check::<Bare>();
}

#[test]
fn values() {
    fn check<V: ValueSpec<Item = u16>>() {
        let mut pool = ValuePool::<V>::on_heap();
        assert_eq!((pool.len(), pool.high_water_mark(), pool.clone().len()), (0, 0, 0));
        assert_eq!((pool.acquire(), pool.acquire(), pool.acquire_exact(150)), (Some(100), Some(101), Ok(())));
        pool.release(100).unwrap();
        pool.release(101).unwrap();
        let mut clone = pool.clone();
        assert_eq!((clone.len(), clone.high_water_mark(), pool.high_water_mark()), (1, 1, 3));
        while let Some(value) = clone.acquire() {
            assert_eq!(Some(value), pool.acquire());
        }
        assert_eq!((clone.len(), clone.full_count(), pool.full_count()), (72, 1, 0));
        clone.clear();
        assert_eq!(clone.acquire(), Some(100));
    }
    check::<Numbers>();
    check::<BareNumbers>();
    let mut numbers = NumbersPool::on_heap();
    numbers.acquire_exact(117).unwrap();
    let clone = numbers.clone();
    assert!(clone == numbers && clone.iter().eq([117]) && hash(&*clone) == hash(&*numbers));
}

#[cfg(feature = "regions")]
#[test]
fn regions() {
    let mut linear = Linear::<Inline<1_000, 64>>::on_heap();
    assert_eq!((linear.used(), linear.high_water_mark()), (0, 0));
    linear.scope(|scope| assert_eq!(scope.alloc_slice_copy(&[7_u64; 9]), Ok(&mut [7; 9][..])));

    let mut drops = DropLinear::<Inline<1_000>>::on_heap();
    assert_eq!(drops.enter().alloc(String::from("seven")).unwrap(), "seven");
    drops.reset();

    let mut frame = Frame::<Inline<1_000>>::on_heap();
    let id = frame.begin().store(7_u32).unwrap();
    assert_eq!((frame.get(id), frame.stats().used), (Some(&7), 4));

    let mut frames = DoubleFrame::<Inline<1_000>>::on_heap();
    let id = frames.begin().store(7_u32).unwrap();
    assert_eq!(frames.begin().get(id), Some(&7));

    let mut stack = Stack::<Inline<1_000>>::on_heap();
    let (marker, seven) = stack.alloc_marked(7_u32).unwrap();
    assert_eq!(*seven, 7);
    stack.rollback(marker).unwrap();
    assert_eq!(stack.used(), 0);
}

#[cfg(feature = "serde")]
#[test]
fn what_is_deserialised_in_place() {
    use serde::Deserialize;

    fn json<T>(
        text: &str,
        read: impl FnOnce(&mut serde_json::Deserializer<serde_json::de::StrRead<'_>>) -> T,
    ) -> T {
        read(&mut serde_json::Deserializer::from_str(text))
    }
    let mut names = NamesPool::on_heap();
    let handle = names.insert("a".to_owned()).unwrap();
    names.insert("b".to_owned()).unwrap();
    names.remove(handle);
    let text = serde_json::to_string(&*names).unwrap();
    let read = json(&text, |json| Heap::<NamesPool>::deserialize(json)).unwrap();
    assert!(read == names && read.next_handle() == names.next_handle());
    assert!(json("{}", |json| Heap::<NamesPool>::deserialize(json)).is_err());

    let mut map = HandleMap::<Names, u32>::on_heap();
    map.insert(handle, 7);
    let text = serde_json::to_string(&*map).unwrap();
    assert_eq!(json(&text, |json| Heap::<HandleMap<_, _>>::deserialize(json)).unwrap(), map);

    let mut numbers = NumbersPool::on_heap();
    numbers.acquire_exact(117).unwrap();
    let text = serde_json::to_string(&*numbers).unwrap();
    assert_eq!(json(&text, |json| Heap::<NumbersPool>::deserialize(json)).unwrap(), numbers);
}
