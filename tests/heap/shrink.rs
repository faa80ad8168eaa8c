//! `shrink_to_fit`: the same pool in new memory.

use crate::rubbish::written;
use crate::size::miri_or;
use stackpool::layout::Tracked;
use stackpool::{HandleMap, Heap, Pool, PoolSpec, pool};
use std::fmt::Debug;
use std::rc::Rc;

const CAPACITY: usize = miri_or(70, 4_000);

pool! {
    Words: [u32; CAPACITY];
    Dense: [u32; CAPACITY], dense, changes;
    Listed: [u32; CAPACITY], bookkeeping = free_list;
    Live: [u32; CAPACITY], guard = live, quarantine = 0;
    Marked: [u32; CAPACITY], marks = 2, changes;
    Retiring: [u32; CAPACITY], layout = packed(12), generation_bits = 14, on_wrap = retire, quarantine = 30, strict;
    Wide: [u32; CAPACITY], layout = packed18;
    Names: [Rc<()>; CAPACITY];
    Bare: [u32; 100], guard = none;
    Ports: [u32; 0..10_000];
}

/// Inserts and removes some objects: holes, slots that wait, and slots that were never used.
fn used<P: PoolSpec<Item = u32>>() -> Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    let handles: Vec<_> = (0..CAPACITY as u32 / 2).map(|number| pool.insert(number).unwrap()).collect();
    for handle in handles.iter().filter(|handle| handle.index() % 7 != 3) {
        pool.remove(*handle);
    }
    for number in 0..CAPACITY as u32 / 5 {
        pool.insert(number).unwrap();
    }
    pool
}

fn keeps_everything<P: PoolSpec<Item = u32>>()
where
    P::Layout: Tracked,
    P::Item: Debug,
{
    let mut pool = used::<P>();
    let mut same = used::<P>();
    let before = &raw const *pool;
    pool.shrink_to_fit();
    assert_ne!(&raw const *pool, before, "{}", P::NAME);
    assert_eq!((pool.len(), pool.high_water_mark()), (same.len(), same.high_water_mark()), "{}", P::NAME);
    assert!(pool.iter().eq(same.iter()), "{}", P::NAME);
    // The same handles from then on, also of slots that wait, and when all are in use.
    for number in 0..3 * CAPACITY as u32 {
        assert_eq!(pool.insert(number).ok(), same.insert(number).ok(), "{}", P::NAME);
        let (oldest, its_twin) = (pool.handles().nth(3), same.handles().nth(3));
        assert_eq!(oldest, its_twin, "{}", P::NAME);
        if number % 3 == 0 {
            assert_eq!(pool.remove(oldest.unwrap()), same.remove(oldest.unwrap()));
        }
    }
}

#[test]
fn a_pool_is_as_before() {
    keeps_everything::<Words>();
    keeps_everything::<Dense>();
    keeps_everything::<Listed>();
    keeps_everything::<Live>();
    keeps_everything::<Marked>();
    keeps_everything::<Retiring>();
    keeps_everything::<Wide>();
}

#[test]
fn marks_changes_and_owned_objects_come_along() {
    let mut marked = MarkedPool::on_heap();
    let first = marked.insert(1).unwrap();
    let mark = marked.mark().unwrap();
    marked.insert(2).unwrap();
    marked.shrink_to_fit();
    assert_eq!((marked.oldest(), marked.changed().count()), (Some(first), 2));
    assert_eq!(marked.release_since(mark), Ok(1));

    let counted = Rc::new(());
    let mut names = NamesPool::on_heap();
    let handles: Vec<_> = (0..9).map(|_| names.insert(Rc::clone(&counted)).unwrap()).collect();
    names.remove(handles[4]);
    names.shrink_to_fit();
    assert_eq!((Rc::strong_count(&counted), names.len()), (9, 8));
    drop(names);
    assert_eq!(Rc::strong_count(&counted), 1);
}

#[test]
fn pools_without_a_guard_values_and_maps_shrink_too() {
    let mut bare = BarePool::on_heap();
    let handle = bare.insert(7).unwrap();
    bare.shrink_to_fit();
    assert_eq!((bare[handle], bare.len()), (7, 1));

    let mut ports = PortsPool::on_heap();
    let port = ports.acquire().unwrap();
    ports.acquire_exact(70).unwrap();
    let mut same = ports.clone();
    ports.shrink_to_fit();
    assert!(ports.contains(port) && ports.contains(70) && !ports.contains(71));
    assert!((0..100).all(|_| ports.acquire() == same.acquire()));

    let mut words = WordsPool::on_heap();
    let handles: Vec<_> = (0..5).map(|number| words.insert(number).unwrap()).collect();
    let mut texts: Heap<HandleMap<Words, String>> =
        handles.iter().map(|&handle| (handle, handle.index().to_string())).collect();
    texts.remove(handles[1]);
    texts.shrink_to_fit();
    assert_eq!((texts.len(), texts.get(handles[1]), texts[handles[4]].as_str()), (4, None, "4"));
    texts.insert(handles[1], "again".into());
    assert_eq!(texts[handles[1]], "again");
}

/// After a peak, the new memory has what is live.
#[test]
#[cfg_attr(miri, ignore = "looks at each of 300,000 bytes")]
fn only_what_is_in_use_is_written() {
    pool! { Large: [[u64; 8]; CAPACITY]; }
    let after_a_peak = || {
        let mut pool = LargePool::on_heap();
        let handles: Vec<_> = (0..CAPACITY as u64).map(|number| pool.insert([number; 8]).unwrap()).collect();
        for &handle in &handles[10..] {
            pool.remove(handle);
        }
        pool
    };
    assert!(written(after_a_peak) > CAPACITY * 64);
    let shrunk = || {
        let mut pool = after_a_peak();
        pool.shrink_to_fit();
        pool
    };
    // The guard, the ring of slots that wait, the table, and ten objects; a pointer per slot with feature `track`.
    let per_slot = if cfg!(feature = "track") { 14 } else { 6 };
    assert!(written(shrunk) < CAPACITY * per_slot + 10 * 64 + 100);
}
