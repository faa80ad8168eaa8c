//! The shared bits: in which order they give slots, and many threads at once.

use super::super::shared_bits::SharedBits;
use crate::base::bit_words::bit_words;
use crate::base::size::miri_or;
use crate::free::bit_array::BitArray;
use crate::free::bits::Bits;
use bytemuck::Zeroable;
use core::sync::atomic::Ordering;
use std::sync::Barrier;
use std::vec::Vec;

type Shared<const N: usize, const WORDS: usize> = SharedBits<BitArray<N, WORDS>>;

/// One word, words without a summary, and words with one, of which the last one has few slots.
type Few = Shared<20, { bit_words(20) }>;
type Word = Shared<32, { bit_words(32) }>;
type Words = Shared<100, { bit_words(100) }>;
const MANY: usize = 1_100;
type Many = Shared<MANY, { bit_words(MANY) }>;

fn zeroed<T: Zeroable>() -> T {
    Zeroable::zeroed()
}

fn take_all<B: Bits>(shared: &SharedBits<B>) -> Vec<u32> {
    core::iter::from_fn(|| shared.take_one()).collect()
}

/// Panics unless the summary has exactly the full words.
fn assert_summary<B: Bits>(shared: &SharedBits<B>) {
    let summary = shared.bits.summary();
    for (number, word) in shared.bits.words().iter().enumerate() {
        let slots = (shared.bits.capacity() as usize - 32 * number).min(32);
        let is_full = word.load(Ordering::Relaxed).count_ones() as usize == slots;
        if let Some(group) = summary.get(number / 32) {
            assert_eq!(group.load(Ordering::Relaxed) >> (number % 32) & 1 == 1, is_full, "word {number}");
        }
    }
}

fn gives_each_slot_once<B: Bits + Zeroable>() {
    let shared = zeroed::<SharedBits<B>>();
    let capacity = shared.bits.capacity();
    assert!(take_all(&shared).into_iter().eq(0..capacity), "zero bytes are all slots in ascending order");
    assert_eq!(shared.usage().exhausted, 1);
    assert_summary(&shared);
    for index in [capacity - 1, capacity / 2, 0] {
        shared.give_one_back(index);
        assert_summary(&shared);
        assert_eq!(shared.take_one(), Some(index));
        assert_eq!(shared.take_one(), None);
        assert_summary(&shared);
    }
    (0..capacity).rev().for_each(|index| shared.give_one_back(index));
    assert_summary(&shared);
    let usage = shared.usage();
    assert_eq!((usage.live, usage.most_live, usage.exhausted), (0, capacity, 4));
    assert!(take_all(&shared).into_iter().eq(0..capacity));
}

#[test]
fn each_slot_once() {
    gives_each_slot_once::<BitArray<1, { bit_words(1) }>>();
    gives_each_slot_once::<BitArray<20, { bit_words(20) }>>();
    gives_each_slot_once::<BitArray<32, { bit_words(32) }>>();
    gives_each_slot_once::<BitArray<100, { bit_words(100) }>>();
    gives_each_slot_once::<BitArray<1_024, { bit_words(1_024) }>>();
    gives_each_slot_once::<BitArray<MANY, { bit_words(MANY) }>>();
    if !cfg!(miri) {
        gives_each_slot_once::<BitArray<40_000, { bit_words(40_000) }>>();
    }
}

#[test]
fn sizes() {
    assert_eq!(bit_words(1_024), 32);
    assert_eq!(bit_words(1_025), 33 + 2);
    // Four counts, and the words.
    assert_eq!(size_of::<Few>(), 16 + 4);
    assert_eq!(size_of::<Word>(), 16 + 4);
    assert_eq!(size_of::<Words>(), 16 + 16);
}

/// A walk begins where a slot was given back last, and goes around.
#[test]
fn the_walk_begins_at_the_hint() {
    let shared = zeroed::<Words>();
    take_all(&shared);
    [5, 70, 90].into_iter().for_each(|index| shared.give_one_back(index));
    assert!(take_all(&shared).into_iter().eq([70, 90, 5]));
}

/// A summary that says of a word with a free slot that it is full: its thread was interrupted before it looked again.
#[test]
fn a_slot_that_the_summary_hides_is_found() {
    let shared = zeroed::<Many>();
    take_all(&shared);
    shared.give_one_back(40);
    shared.bits.summary()[0].fetch_or(1 << 1, Ordering::Relaxed);
    assert_eq!(shared.take_one(), Some(40));
    assert_eq!(shared.take_one(), None);
}

/// Threads take all slots, exactly, and give them back, again and again.
fn threads_exhaust<B: Bits + Zeroable + Sync>() {
    const THREADS: usize = miri_or(3, 8);
    let shared = zeroed::<SharedBits<B>>();
    let capacity = shared.bits.capacity();
    let barrier = Barrier::new(THREADS);
    for _ in 0..miri_or(1, 50) {
        let taken: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let thread = || {
                scope.spawn(|| {
                    barrier.wait();
                    // A slot that is given back at once, between two that are kept.
                    let mut kept = Vec::new();
                    while let Some(index) = shared.take_one() {
                        kept.push(index);
                        if let Some(other) = shared.take_one() {
                            shared.give_one_back(other);
                        }
                    }
                    kept
                })
            };
            let threads: Vec<_> = (0..THREADS).map(|_| thread()).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let mut all = taken.concat();
        // Whoever was refused last may have been so while another thread was about to give its second slot back.
        all.extend(take_all(&shared));
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..capacity), "each slot has one owner");
        assert_eq!(shared.usage().live, capacity);
        all.into_iter().for_each(|index| shared.give_one_back(index));
        assert_summary(&shared);
    }
}

#[test]
fn threads_take_each_slot_once() {
    threads_exhaust::<BitArray<20, { bit_words(20) }>>();
    threads_exhaust::<BitArray<100, { bit_words(100) }>>();
    if !cfg!(miri) {
        threads_exhaust::<BitArray<4_096, { bit_words(4_096) }>>();
    }
}
