//! Several stacks: in which order one thread gets slots, and that several threads are refused only if all are taken.

use super::super::per_thread::shared_stacks::SharedStacks;
use crate::base::size::miri_or;
use crate::boxes::sync::tagged::stack_head::Head;
use crate::free::link_array::LinkArray;
use crate::free::links::Links;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Barrier, Mutex};
use std::vec;
use std::vec::Vec;

type Stacks<const N: usize> = SharedStacks<LinkArray<u16, N>, 8>;
/// More than the head of a stack can count.
const MANY: usize = 65_536;

fn zeroed<L: Links + Zeroable>() -> SharedStacks<L, 8> {
    Zeroable::zeroed()
}

fn take_all<L: Links>(stacks: &SharedStacks<L, 8>) -> Vec<u32> {
    core::iter::from_fn(|| stacks.reserve_one()).collect()
}

fn counts<L: Links>(stacks: &SharedStacks<L, 8>) -> (u32, u32, u64) {
    let usage = stacks.usage();
    (usage.live, usage.most_live, usage.exhausted)
}

fn gives_all_in_order<L: Links + Zeroable>() {
    let stacks = zeroed::<L>();
    let capacity = stacks.links.capacity();
    assert!(take_all(&stacks).into_iter().eq(0..capacity));
    assert_eq!(counts(&stacks), (capacity, capacity, 1));
    (0..capacity).rev().for_each(|index| stacks.free_one(index));
    assert_eq!(counts(&stacks), (0, capacity, 1));
    assert!(take_all(&stacks).into_iter().eq(0..capacity));
}

/// As the documentation of `PoolBox` says.
#[test]
fn the_heads_take_576_bytes() {
    assert_eq!(core::mem::offset_of!(Stacks<80>, links), 576);
}

#[test]
fn zero_bytes_are_all_slots_in_ascending_order() {
    gives_all_in_order::<LinkArray<u8, 1>>();
    gives_all_in_order::<LinkArray<u8, 7>>();
    gives_all_in_order::<LinkArray<u8, 8>>();
    gives_all_in_order::<LinkArray<u8, 19>>();
    gives_all_in_order::<LinkArray<u16, { miri_or(20, 65_535) }>>();
}

#[test]
#[cfg_attr(miri, ignore = "Miri takes a step for each link")]
fn many_slots_are_counted_beside_the_heads() {
    gives_all_in_order::<LinkArray<u32, MANY>>();
}

#[test]
fn the_last_one_back_is_the_first_one_out() {
    let stacks = zeroed::<LinkArray<u8, 30>>();
    assert!((0..10).all(|index| stacks.reserve_one() == Some(index)));
    [1, 7, 3].into_iter().for_each(|index| stacks.free_one(index));
    assert_eq!(counts(&stacks), (7, 10, 0));
    assert!(take_all(&stacks).into_iter().eq([3, 7, 1].into_iter().chain(10..30)));
}

/// A thread that was interrupted while a slot was taken and freed must not find the word that it saw before: the
/// next slot may be linked to another one since.
#[test]
fn the_word_of_a_head_does_not_come_back() {
    let links: LinkArray<u8, 30> = Zeroable::zeroed();
    let head = Head::<true> { word: AtomicU64::new(0), taken: AtomicU32::new(0) };
    let index = [Cell::new(0)];
    let mut seen = vec![head.word.load(Ordering::SeqCst)];
    for _ in 0..miri_or(10, 1_000) {
        assert_eq!(head.pop(&links, &index).count, 1);
        seen.push(head.word.load(Ordering::SeqCst));
        head.push(&links, &index);
        seen.push(head.word.load(Ordering::SeqCst));
    }
    let words = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), words);
}

/// Calls `work` in a thread whose home is not the one of this thread.
fn elsewhere<T: Send>(stacks: &Stacks<80>, work: impl Fn() -> T + Sync) -> T {
    loop {
        let result = std::thread::scope(|scope| {
            let work = || (stacks.home() != 0).then(&work);
            scope.spawn(work).join().expect("no thread panics")
        });
        if let Some(result) = result {
            return result;
        }
    }
}

#[test]
fn a_thread_begins_in_a_part_of_its_own() {
    let stacks = zeroed();
    assert_eq!(stacks.reserve_one(), Some(0));
    stacks.free_one(0);
    let first = elsewhere(&stacks, || stacks.reserve_one()).expect("a slot is free");
    assert!(first != 0 && first % 10 == 0, "{first} is not the first slot of a part");
    assert_eq!(counts(&stacks), (1, 2, 0));
}

#[test]
fn all_slots_can_be_taken_by_any_thread() {
    let stacks = zeroed();
    let all = take_all(&stacks);
    all.iter().for_each(|&index| stacks.free_one(index));
    let taken = elsewhere(&stacks, || take_all(&stacks));
    assert!(taken.iter().eq(all.iter().rev()), "slots on another stack, the last one back first");
    assert_eq!(counts(&stacks), (80, 80, 2));
}

/// Threads never own more than `N - 1` slots together, and one slot is passed on from thread to thread, which moves
/// slots from stack to stack: a refusal is wrong.
fn refuses_nobody<const N: usize>() {
    const THREADS: usize = miri_or(3, 8);
    let share = (N - 1) / THREADS;
    let stacks: Stacks<N> = zeroed();
    let passed_on = Mutex::new(None);
    let barrier = Barrier::new(THREADS);
    let run = &|thread: usize| {
        barrier.wait();
        let mut owned = Vec::new();
        for round in 0..miri_or(30, 10_000_usize) {
            // Mostly near the full share, sometimes nothing.
            let wanted = if round % 64 == 0 { 0 } else { share - (round ^ thread) % 3 % share };
            while owned.len() < wanted {
                owned.push(stacks.reserve_one().expect("a slot was refused, and not all were taken"));
            }
            while owned.len() > wanted {
                let at = round * 31 % owned.len();
                stacks.free_one(owned.swap_remove(at));
            }
            // The first thread leaves a slot, and the others take that of another for their own.
            if let Some(own) = owned.last_mut() {
                let mut passed_on = passed_on.lock().expect("no thread panics");
                match &mut *passed_on {
                    Some(other) => core::mem::swap(own, other),
                    none => *none = owned.pop(),
                }
            }
        }
        owned.into_iter().for_each(|index| stacks.free_one(index));
    };
    std::thread::scope(|scope| (0..THREADS).for_each(|thread| _ = scope.spawn(move || run(thread))));
    let left = u32::from(passed_on.into_inner().expect("no thread panics").is_some());
    let (live, most_live, exhausted) = counts(&stacks);
    assert_eq!((live, exhausted), (left, 0), "{N} slots");
    assert!(most_live as usize <= N, "{N} slots");
}

#[test]
fn a_slot_is_refused_only_if_all_are_taken() {
    refuses_nobody::<9>();
    refuses_nobody::<34>();
    if !cfg!(miri) {
        refuses_nobody::<1_001>();
    }
}

/// Threads take all slots, exactly, and give them back, again and again.
#[test]
fn threads_exhaust_all_slots() {
    const THREADS: usize = miri_or(3, 8);
    const SLOTS: usize = miri_or(20, 4_096);
    let stacks: Stacks<SLOTS> = zeroed();
    let barrier = Barrier::new(THREADS);
    for _ in 0..miri_or(1, 20) {
        let taken: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let thread = || {
                barrier.wait();
                take_all(&stacks)
            };
            let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(thread)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        let mut all = taken.concat();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..SLOTS as u32));
        assert_eq!(stacks.usage().live, SLOTS as u32);
        // The slots go back on all stacks.
        let give_back = |share: Vec<u32>| share.into_iter().for_each(|index| stacks.free_one(index));
        let give_back = &give_back;
        std::thread::scope(|scope| {
            taken.into_iter().for_each(|share| _ = scope.spawn(move || give_back(share)));
        });
        assert_eq!(stacks.usage().live, 0);
    }
}
