//! Magazines: slots move from thread to thread, none has two owners, and none is lost. Preemptions are bounded as in
//! `shared_stack.rs`: one operation on a magazine is up to ten operations on atomics.

use loom::sync::atomic::{AtomicBool, Ordering};
use loom::thread;
use stackpool_loom::check::{at_once, exhaustively, with_preemptions};
use stackpool_loom::pool::{Cache, Pool};
use stackpool_loom::slots::Range::{self, CountedApart, CountedInHead};
use stackpool_loom::slots::Slot;
use std::rc::Rc;

/// The size of magazines that are filled and emptied one slot at a time.
const BY_ONE: usize = 2;
/// The size of magazines that are filled and emptied two slots at a time.
const BY_TWO: usize = 3;

/// Makes and drops a box this many times.
fn make_and_drop<const TIMES: usize>(pool: &Pool) {
    let cache = pool.cache();
    for _ in 0..TIMES {
        if let Some(slot) = cache.take() {
            cache.give_back(slot);
        }
    }
    cache.close();
}

/// Makes boxes until one is refused.
fn make_all(cache: &Cache<'_>) -> Vec<Slot> {
    std::iter::from_fn(|| cache.take()).collect()
}

/// Makes boxes until one is refused, and drops them.
fn make_and_drop_all(pool: &Pool) {
    let cache = pool.cache();
    make_all(&cache).into_iter().for_each(|slot| cache.give_back(slot));
    cache.close();
}

/// Makes a box, and flushes before and after it drops the box. The magazine stays open.
fn make_flush_and_drop(pool: &Pool) {
    let cache = pool.cache();
    if let Some(slot) = cache.take() {
        cache.flush();
        cache.give_back(slot);
    }
    cache.flush();
    cache.close();
}

/// Runs these closures at the same time, with a pool of these slots and magazines of this size. Afterwards all slots
/// must be free.
fn model<const N: usize>(slots: Range, size: usize, things: [fn(&Pool); N]) -> impl Fn() {
    move || {
        let pool = Rc::new(Pool::full(slots, size));
        at_once(&pool, things);
        pool.assert_whole();
    }
}

#[test]
fn one_slot_at_a_time() {
    with_preemptions(4, model(CountedInHead(2), BY_ONE, [make_and_drop::<1>, make_and_drop::<1>]));
}

#[test]
fn two_slots_at_a_time() {
    with_preemptions(4, model(CountedInHead(3), BY_TWO, [make_and_drop::<1>, make_and_drop::<2>]));
}

#[test]
fn all_slots() {
    with_preemptions(2, model(CountedInHead(3), BY_TWO, [make_and_drop_all, make_and_drop::<2>]));
    with_preemptions(2, model(CountedInHead(3), BY_TWO, [make_and_drop_all, make_and_drop_all]));
    with_preemptions(2, model(CountedInHead(3), BY_ONE, [make_and_drop_all, make_and_drop::<1>]));
}

#[test]
fn flushes() {
    with_preemptions(3, model(CountedInHead(3), BY_TWO, [make_flush_and_drop, make_and_drop::<2>]));
}

#[test]
fn three_threads() {
    with_preemptions(
        2,
        model(CountedInHead(3), BY_TWO, [make_and_drop::<1>, make_and_drop::<1>, make_and_drop::<1>]),
    );
}

/// No thread ever reads counts of more slots than there are.
#[test]
fn counts_stay_within_the_capacity() {
    with_preemptions(
        2,
        model(CountedInHead(2), BY_TWO, [Pool::assert_counts, make_and_drop::<1>, make_and_drop::<1>]),
    );
    with_preemptions(
        2,
        model(CountedApart(2), BY_TWO, [Pool::assert_counts, make_and_drop::<1>, make_and_drop::<1>]),
    );
}

/// A pool, and whether the waiting thread has got a slot.
struct HandOver {
    pool: Pool,
    got: AtomicBool,
}

/// Makes and drops boxes until the other thread has got a slot.
fn keep(shared: &HandOver) {
    let cache = shared.pool.cache();
    while !shared.got.load(Ordering::Acquire) {
        if let Some(slot) = cache.take() {
            cache.give_back(slot);
        }
        thread::yield_now();
    }
    cache.close();
}

/// Tries to make a box until that succeeds.
fn want(shared: &HandOver) {
    let cache = shared.pool.cache();
    let slot = loop {
        if let Some(slot) = cache.take() {
            break slot;
        }
        thread::yield_now();
    };
    shared.got.store(true, Ordering::Release);
    cache.give_back(slot);
    cache.close();
}

/// A thread that is refused eventually gets a slot, although another thread with all slots in its magazine goes on.
/// If it did not, loom would report a run that does not end.
#[test]
fn a_thread_that_wants_a_slot_gets_one() {
    with_preemptions(2, || {
        let shared =
            Rc::new(HandOver { pool: Pool::full(CountedInHead(2), BY_TWO), got: AtomicBool::new(false) });
        at_once(&shared, [keep, want]);
        shared.pool.assert_whole();
    });
}

/// A thread makes boxes until one is refused, and keeps them when it ends.
fn spawn_greedy(pool: &Rc<Pool>) -> thread::JoinHandle<Vec<Slot>> {
    let pool = Rc::clone(pool);
    thread::spawn(move || {
        let cache = pool.cache();
        let slots = make_all(&cache);
        cache.close();
        slots
    })
}

/// One slot is in a magazine, and its thread owns three more. Other threads are refused twice. Then the thread does
/// `next`. Its magazine must give up its slot, and others must get all slots that the thread does not own.
fn refuse(next: fn(&Cache<'_>, &mut Vec<Slot>)) {
    let pool = Rc::new(Pool::full(CountedInHead(5), BY_TWO));
    let cache = pool.cache();
    let mut ours: Vec<_> = (0..3).map(|_| cache.take().expect("a slot")).collect();

    // The thread may notice the first refusal, or do its operation before it.
    let greedy = spawn_greedy(&pool);
    cache.give_back(ours.remove(0));
    let mut others = greedy.join().expect("the first");

    // The thread notices the second refusal.
    others.extend(spawn_greedy(&pool).join().expect("the second"));
    next(&cache, &mut ours);
    assert_eq!(pool.live() as usize, ours.len() + others.len(), "the magazine kept slots that others wanted");

    others.extend(spawn_greedy(&pool).join().expect("the third"));
    assert_eq!(ours.len() + others.len(), 5, "a refusal with slots left");
    ours.into_iter().chain(others).for_each(|slot| cache.give_back(slot));
    cache.close();
    pool.assert_whole();
}

#[test]
fn dropping_a_box_heeds_a_refusal() {
    exhaustively(|| refuse(|cache, ours| cache.give_back(ours.remove(0))));
}

#[test]
fn making_a_box_heeds_a_refusal() {
    exhaustively(|| refuse(|cache, ours| ours.extend(cache.take())));
}
