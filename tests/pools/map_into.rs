//! Pools of other items under the same handles.

use crate::size::miri_or;
use stackpool::layout::Tracked;
use stackpool::{Handle, Pool, PoolSpec, pool};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

pool! {
    Numbers: [u64; miri_or(70, 200)];
    Words: [Rc<Cell<u32>>; miri_or(70, 200)];
    LiveNumbers: [u64; miri_or(70, 200)], guard = live, quarantine = 5;
    LiveWords: [Rc<Cell<u32>>; miri_or(70, 200)], guard = live, quarantine = 5;
    ListedNumbers: [u64; miri_or(70, 200)], bookkeeping = free_list;
    ListedWords: [Rc<Cell<u32>>; miri_or(70, 200)], bookkeeping = free_list;
    RetiringNumbers: [u64; miri_or(70, 200)], generation_bits = 14, on_wrap = retire;
    RetiringWords: [Rc<Cell<u32>>; miri_or(70, 200)], generation_bits = 14, on_wrap = retire;
    NotedNumbers: [u64; miri_or(70, 200)], changes, marks;
    NotedWords: [Rc<Cell<u32>>; miri_or(70, 200)], changes, marks;
}

fn same<P: PoolSpec, Q: PoolSpec>(handle: Handle<P>) -> Handle<Q> {
    Handle::from_bits(handle.to_bits()).unwrap()
}

/// A pool with live, free and unused slots.
fn used<P: PoolSpec<Layout: Tracked>>(make: impl Fn(u32) -> P::Item) -> Pool<P> {
    let mut pool = Pool::new();
    pool.extend((0..miri_or(20, 120)).map(&make));
    pool.retain(|handle, _| handle.index() % 5 != 3);
    pool.extend((0..10).map(&make));
    pool.retain(|handle, _| handle.index() % 7 != 1);
    pool
}

/// Maps a pool of numbers into a pool of words and back.
fn maps<N, W>()
where
    N: PoolSpec<Item = u64, Layout: Tracked>,
    W: PoolSpec<Item = Rc<Cell<u32>>, Layout = N::Layout>,
{
    let mut numbers = used::<N>(u64::from);
    let original = numbers.clone();
    let before = Rc::new(Cell::new(0));
    let mut words = Pool::<W>::new();
    words.extend((0..9).map(|_| Rc::clone(&before)));

    numbers.map_into(&mut words, |handle, number| {
        assert_eq!(original[handle], number);
        Rc::new(Cell::new(number as u32))
    });
    assert_eq!(Rc::strong_count(&before), 1, "what was there before is dropped");
    assert!(numbers.is_empty());
    let seen = words.iter().map(|(handle, word)| (same(handle), u64::from(word.get())));
    assert!(seen.eq(original.iter().map(|(handle, &number)| (handle, number))));

    // Both hand out the same slots from here on, and stale handles stay stale.
    let (mut likewise, mut copy) = (original.clone(), words.clone());
    while let Ok(handle) = likewise.insert(1) {
        assert_eq!(same::<_, N>(copy.insert(Rc::clone(&before)).unwrap()), handle);
    }
    assert!(copy.is_full());

    numbers.extend([1, 2, 3]);
    words.map_into(&mut numbers, |_, word| u64::from(word.get()));
    assert!(words.is_empty() && numbers == original);
    assert_eq!(numbers.next_handle(), original.next_handle());

    // A pool that was emptied works on, and its generations continue.
    let first = words.insert(Rc::clone(&before)).unwrap();
    assert!(!original.contains(same(first)), "the handle of an object that was just moved away");
    assert_eq!(words.len(), 1);
}

#[test]
fn objects_move_under_their_handles() {
    maps::<Numbers, Words>();
    maps::<LiveNumbers, LiveWords>();
    maps::<ListedNumbers, ListedWords>();
    maps::<RetiringNumbers, RetiringWords>();
    maps::<NotedNumbers, NotedWords>();
}

/// Maps a pool with a closure that panics after this many objects. Both pools are then empty, and every slot of them
/// can be used.
fn panics_after<P, Q>(
    count: usize,
    mut from: Pool<P>,
    mut to: Pool<Q>,
    make: (impl Fn() -> P::Item, impl Fn() -> Q::Item),
) where
    P: PoolSpec<Layout: Tracked>,
    Q: PoolSpec<Layout = P::Layout>,
{
    let old: Vec<_> = from.handles().collect();
    let mut left = count;
    let mapped = catch_unwind(AssertUnwindSafe(|| {
        from.map_into(&mut to, |_, _| {
            left = left.checked_sub(1).unwrap_or_else(|| resume_unwind(Box::new("in the middle")));
            make.1()
        });
    }));
    assert!(mapped.is_err());
    assert_eq!((from.len(), to.len()), (0, 0));
    assert!(old.iter().all(|&handle| !from.contains(handle) && !to.contains(same(handle))));
    from.extend((0..Pool::<P>::CAPACITY).map(|_| make.0()));
    to.extend((0..Pool::<Q>::CAPACITY).map(|_| make.1()));
    assert!(from.is_full() && to.is_full());
}

fn panics<N, W>()
where
    N: PoolSpec<Item = u64, Layout: Tracked>,
    W: PoolSpec<Item = Rc<Cell<u32>>, Layout = N::Layout>,
{
    let count = used::<N>(u64::from).len();
    let living = Rc::new(Cell::new(0));
    let word = || Rc::clone(&living);
    for last in [0, 1, count / 2, count - 1].into_iter().step_by(miri_or(2, 1)) {
        panics_after(last, used::<W>(|_| word()), used::<N>(u64::from), (word, || 7));
        panics_after(last, used::<N>(u64::from), used::<W>(|_| word()), (|| 7, word));
        assert_eq!(Rc::strong_count(&living), 1, "every word is dropped once");
    }
}

#[test]
fn a_closure_that_panics_leaves_both_pools_empty() {
    panics::<ListedNumbers, ListedWords>();
    panics::<NotedNumbers, NotedWords>();
    if !cfg!(miri) {
        panics::<Numbers, Words>();
        panics::<RetiringNumbers, RetiringWords>();
    }
}

#[test]
fn slots_of_both_pools_count_as_changed() {
    let mut numbers = Pool::<NotedNumbers>::from_iter([1, 2, 3, 4]);
    let second = numbers.handles().nth(1).unwrap();
    numbers.remove(second);
    let mut words = Pool::<NotedWords>::from_iter((0..6).map(|_| Rc::default()));
    drop(numbers.take_changed());
    drop(words.take_changed());
    let marks = words.mark();
    numbers.map_into(&mut words, |_, _| Rc::default());
    assert!(words.release_since(marks.unwrap()).is_err(), "the marks are forgotten");
    assert!(numbers.changed().map(|change| change.index()).eq([0, 2, 3]));
    assert!(words.changed().map(|change| change.index()).eq([0, 1, 2, 3, 4, 5]));
}
