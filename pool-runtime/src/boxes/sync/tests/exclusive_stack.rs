//! The stack behind an exclusive word: in which order it gives slots, its counts, and many threads at once.

use super::exclusive::exclusive_stack::ExclusiveStack;
use crate::base::size::miri_or;
use crate::free::link_array::LinkArray;
use crate::free::links::Links;
use bytemuck::Zeroable;
use std::boxed::Box;
use std::sync::Barrier;
use std::vec::Vec;

/// Natively more than a link of one byte can say.
const SOME: usize = miri_or(30, 300);
type Stack = ExclusiveStack<LinkArray<u16, SOME>>;
/// More than the word can count.
const MANY: usize = 66_000;

fn zeroed<T: Zeroable>() -> Box<T> {
    Box::new(Zeroable::zeroed())
}

fn take_all<L: Links>(stack: &ExclusiveStack<L>) -> Vec<u32> {
    core::iter::from_fn(|| stack.reserve_one()).collect()
}

fn gives_each_slot_once<L: Links + Zeroable>() {
    let stack = zeroed::<ExclusiveStack<L>>();
    let capacity = stack.links.capacity();
    assert_eq!(stack.usage().live, 0);
    assert!(take_all(&stack).into_iter().eq(0..capacity), "zero bytes are all slots in ascending order");
    let usage = stack.usage();
    assert_eq!((usage.live, usage.most_live, usage.exhausted), (capacity, capacity, 1));
    for index in [3, capacity - 1, 0] {
        stack.free_one(index);
    }
    assert_eq!(stack.usage().live, capacity - 3);
    assert!(take_all(&stack).into_iter().eq([0, capacity - 1, 3]), "the last one back is the first one out");
    (0..capacity).for_each(|index| stack.free_one(index));
    let usage = stack.usage();
    assert_eq!((usage.live, usage.most_live, usage.exhausted), (0, capacity, 2));
    assert!(take_all(&stack).into_iter().eq((0..capacity).rev()));
}

#[test]
fn each_slot_once() {
    gives_each_slot_once::<LinkArray<u8, 20>>();
    gives_each_slot_once::<LinkArray<u16, SOME>>();
    if !cfg!(miri) {
        gives_each_slot_once::<LinkArray<u8, 255>>();
        gives_each_slot_once::<LinkArray<u16, 65_535>>();
        gives_each_slot_once::<LinkArray<u32, 65_536>>();
        gives_each_slot_once::<LinkArray<u32, MANY>>();
    }
}

#[test]
fn the_most_slots_at_once_are_counted() {
    let stack = zeroed::<Stack>();
    let taken: [_; 7] = core::array::from_fn(|_| stack.reserve_one().unwrap());
    assert_eq!((stack.usage().live, stack.usage().most_live), (7, 7));
    // In another order than they were taken.
    [4, 0, 6, 2, 5, 1, 3].iter().for_each(|&at: &usize| stack.free_one(taken[at]));
    for _ in 0..3 {
        let pair = [stack.reserve_one().unwrap(), stack.reserve_one().unwrap()];
        assert_eq!((stack.usage().live, stack.usage().most_live), (2, 7));
        pair.into_iter().for_each(|index| stack.free_one(index));
    }
    let more: [_; 8] = core::array::from_fn(|_| stack.reserve_one().unwrap());
    assert_eq!((stack.usage().live, stack.usage().most_live), (8, 8));
    assert_eq!(more[7], 7, "a slot that was never taken comes after all others");
}

/// Threads take slots and give them back, in changing numbers, and own as many as there are at times.
fn threads_share<L: Links + Zeroable + Sync>() {
    const THREADS: usize = miri_or(2, 8);
    let stack = zeroed::<ExclusiveStack<L>>();
    let capacity = stack.links.capacity() as usize;
    let barrier = Barrier::new(THREADS);
    let run = &|thread: usize| {
        barrier.wait();
        let mut owned = Vec::new();
        for round in 0..miri_or(30, 20_000_usize) {
            let wanted = (round * 7 + thread) % (capacity / THREADS).clamp(1, 10);
            while owned.len() < wanted {
                owned.push(stack.reserve_one().expect("no thread has more than its share"));
            }
            while owned.len() > wanted {
                stack.free_one(owned.swap_remove(round % owned.len()));
            }
        }
        owned
    };
    let owned: Vec<Vec<u32>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || run(thread))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut all = owned.concat();
    assert_eq!(stack.usage().live as usize, all.len());
    assert_eq!(stack.usage().exhausted, 0);
    all.extend(take_all(&stack));
    all.sort_unstable();
    assert!(all.into_iter().eq(0..capacity as u32), "each slot has one owner");
}

#[test]
fn threads_take_each_slot_once() {
    threads_share::<LinkArray<u8, 20>>();
    threads_share::<LinkArray<u16, SOME>>();
    if !cfg!(miri) {
        threads_share::<LinkArray<u32, MANY>>();
    }
}
