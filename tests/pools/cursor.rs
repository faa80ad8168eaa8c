//! Cursors: what they visit while the pool changes.

use crate::size::miri_or;
use stackpool::layout::Tracked;
use stackpool::{Cursor, Handle, Pool, PoolSpec, pool};
use std::collections::BTreeSet;

pool! {
    Generational: [u32; 200];
    Live: [u32; 200], guard = live;
    Listed: [u32; 200], bookkeeping = free_list;
    Retiring: [u32; 200], generation_bits = 14, on_wrap = retire;
    Word: [u32; 64];
    One: [u32; 1];
}

/// The slots that a cursor visits if nothing changes.
fn visited<P: PoolSpec<Item = u32, Layout: Tracked>>(pool: &Pool<P>, mut cursor: Cursor<P>) -> Vec<usize> {
    std::iter::from_fn(|| cursor.next(pool)).map(Handle::index).collect()
}

fn visits_each_live_slot<P: PoolSpec<Item = u32, Layout: Tracked>>() {
    let mut pool = Pool::<P>::new();
    assert!(visited(&pool, pool.cursor()).is_empty());
    assert!(pool.try_extend(0..).is_err());
    for divisor in [1, 3, 7, 70] {
        pool.retain(|handle, _| handle.index() % divisor == 0);
        let live: Vec<usize> = pool.handles().map(Handle::index).collect();
        for start in (0..=Pool::<P>::CAPACITY + 1).step_by(miri_or(61, 1)) {
            let from = live.iter().copied().filter(|&index| index >= start);
            assert!(visited(&pool, Cursor::at(start)).into_iter().eq(from), "from slot {start}");
        }
    }
}

#[test]
fn a_cursor_visits_each_live_slot() {
    visits_each_live_slot::<Generational>();
    visits_each_live_slot::<Retiring>();
    if !cfg!(miri) {
        visits_each_live_slot::<Live>();
        visits_each_live_slot::<Listed>();
        visits_each_live_slot::<Word>();
    }
    visits_each_live_slot::<One>();
}

/// Removes and inserts in each step, at random, and compares the walk with a set of live slots that is kept apart.
fn sees_what_is_there<P: PoolSpec<Item = u32, Layout: Tracked>>(seed: u32) {
    let mut random = seed;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % bound
    };
    let mut pool = Pool::<P>::new();
    let mut live = BTreeSet::new();
    for value in 0..miri_or(30, 150) {
        live.insert(pool.insert(value).unwrap().index());
    }
    for round in 0..miri_or(1, 40) {
        let mut cursor = pool.cursor();
        let mut at = 0;
        while let Some(handle) = cursor.next(&pool) {
            let next = live.range(at..).next().copied();
            assert_eq!(Some(handle.index()), next, "in round {round}");
            at = handle.index() + 1;
            assert_eq!(cursor.index(), at);
            for _ in 0..below(4) {
                if below(3) == 0 {
                    if let Ok(handle) = pool.insert(0) {
                        assert!(live.insert(handle.index()));
                    }
                } else if let Some(handle) = pool.handle_at(below(Pool::<P>::CAPACITY)) {
                    pool.remove(handle);
                    assert!(live.remove(&handle.index()));
                }
            }
        }
        assert_eq!((live.range(at..).next(), cursor.next(&pool)), (None, None));
        assert_eq!(cursor.index(), Pool::<P>::CAPACITY);
    }
}

#[test]
fn a_cursor_sees_the_pool_as_it_is_at_each_step() {
    for seed in 0..miri_or(1, 8) {
        sees_what_is_there::<Generational>(seed as u32);
        sees_what_is_there::<Live>(seed as u32);
        sees_what_is_there::<Listed>(seed as u32);
        sees_what_is_there::<Retiring>(seed as u32);
    }
}

/// Each visit removes its object and inserts two, until the pool is full.
#[test]
fn a_loop_that_inserts_ends() {
    let mut pool = GenerationalPool::from_iter([1]);
    let mut cursor = pool.cursor();
    let mut visits = 0;
    while let Some(handle) = cursor.next(&pool) {
        let value = pool.remove(handle).unwrap();
        let _ = pool.try_extend([value + 1, value + 1]);
        visits += 1;
    }
    assert!(pool.is_full());
    assert!((199..=200).contains(&visits), "{visits} visits, each of which adds one object");
}

#[test]
fn a_cursor_is_kept_as_a_number() {
    let pool = GenerationalPool::from_iter(0..10);
    let mut cursor = pool.cursor();
    for _ in 0..4 {
        cursor.next(&pool).unwrap();
    }
    let again = Cursor::at(cursor.index());
    assert_eq!(visited(&pool, again), visited(&pool, cursor));
    assert_eq!(visited(&pool, Cursor::default()).len(), 10);
    assert_eq!(Cursor::<Generational>::at(usize::MAX).index(), 200);
    assert_eq!(size_of::<Cursor<Generational>>(), 4);
}

#[test]
fn a_cursor_takes_what_dereferences_to_a_pool() {
    let pool = GenerationalPool::from_iter([1]);
    let first = pool.handles().next();
    let mut boxed = Box::new(pool);
    let exclusive = &mut *boxed;
    assert_eq!(exclusive.cursor().next(exclusive), first);
    assert_eq!(exclusive.cursor().next(&exclusive), first);
    assert_eq!(boxed.cursor().next(&boxed), first);
    let cell = core::cell::RefCell::new(boxed);
    assert_eq!(cell.borrow().cursor().next(&cell.borrow()), first);
}
