//! What allocates: a history when it is made, and never again; a dense pool for cached keys.
#![cfg(feature = "alloc")]
#![expect(unsafe_code, reason = "an allocator is unsafe to implement")]

use stackpool::{Heap, History, Snapshot, pool};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The allocations of this thread.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// Counts allocations.
struct Counting;

// SAFETY: all calls go to the allocator of the system, as they are.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller promises what this function asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller promises what this function asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

pool! {
    Units: [u32; 300];
    Drawn: [u32; 300], dense, marks, changes;
}

/// `sort_by_cached_key` allocates: it keeps the keys on the heap.
#[test]
fn a_dense_pool_allocates_for_cached_keys_alone() {
    let mut pool = DrawnPool::new();
    let mut saved = [0; DrawnPool::SAVED_BYTES];
    let before = COUNT.get();
    pool.extend(0..300);
    pool.retain(|_, &mut number| number % 3 == 1);
    pool.sort_by_key(|&number| number.reverse_bits());
    assert!(pool.as_slice().is_sorted_by_key(|&number| number.reverse_bits()));
    pool.sort_by(|a, b| b.cmp(a));
    pool.swap(0, 99);
    let saved = pool.save_into(&mut saved).unwrap();
    pool.restore(saved).unwrap();
    assert_eq!(pool.drain().map(|(_, number)| u64::from(number)).sum::<u64>(), (1..300).step_by(3).sum());
    assert_eq!(COUNT.get() - before, 0);
    pool.extend(0..300);
    pool.sort_by_cached_key(|&number| number.reverse_bits());
    assert!(COUNT.get() > before);
}

#[derive(Snapshot)]
struct World {
    units: Heap<UnitsPool>,
    frame: u32,
}

#[test]
fn a_history_allocates_once() {
    let mut world = World { units: UnitsPool::on_heap(), frame: 0 };
    let before = COUNT.get();
    let mut history = History::<World, 8>::with_delta_bytes(10_000);
    assert_eq!(COUNT.get() - before, 1);
    let rounds = if cfg!(miri) { 6 } else { 40 };
    for round in 0..rounds {
        for _ in 0..5 {
            world.frame += 1;
            world.units.insert(world.frame).unwrap();
            history.push(&world);
        }
        history.rewind(3, &mut world).unwrap();
        assert!(history.saved(history.depth().min(2)).is_ok(), "round {round}");
    }
    assert_eq!(COUNT.get() - before, 1);
    assert_eq!(world.frame, 2 * rounds);

    let mut copy = history.clone();
    assert_eq!(COUNT.get() - before, 2);
    history.push(&world);
    copy.clone_from(&history);
    assert_eq!((copy.newest(), copy.depth()), (history.newest(), history.depth()));
    assert_eq!(COUNT.get() - before, 2);
}
