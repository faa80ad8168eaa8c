//! The shared bits: in which order they give slots, and many threads at once.

use super::bits::shared_bits::SharedBits;
use crate::base::atomic::AtomicU32;
use crate::base::bit_words::bit_words;
use crate::base::size::miri_or;
use crate::free::bit_array::BitArray;
use crate::free::bits::Bits;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::sync::atomic::Ordering;
use std::rc::{Rc, Weak};
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
    core::iter::from_fn(|| shared.reserve_one()).collect()
}

/// Panics if the summary has a word that is not full. It has a full word if a search came upon it.
fn assert_summary<B: Bits>(shared: &SharedBits<B>) {
    let summary = shared.bits.summary();
    for (number, word) in shared.bits.words().iter().enumerate() {
        let slots = (shared.bits.capacity() as usize - 32 * number).min(32);
        let is_full = word.load(Ordering::Relaxed).count_ones() as usize == slots;
        if let Some(group) = summary.get(number / 32) {
            assert!(is_full || group.load(Ordering::Relaxed) >> (number % 32) & 1 == 0, "word {number}");
        }
    }
}

/// The words that are full by the summary.
fn full_by_summary<B: Bits>(shared: &SharedBits<B>) -> u32 {
    shared.bits.summary().iter().map(|group| group.load(Ordering::Relaxed).count_ones()).sum()
}

fn gives_each_slot_once<B: Bits + Zeroable>() {
    let shared = zeroed::<SharedBits<B>>();
    let capacity = shared.bits.capacity();
    assert!(take_all(&shared).into_iter().eq(0..capacity), "zero bytes are all slots in ascending order");
    assert_eq!(shared.usage().exhausted, 1);
    assert_summary(&shared);
    let words = if shared.bits.summary().is_empty() { 0 } else { shared.bits.words().len() as u32 };
    assert_eq!(full_by_summary(&shared), words, "a refusal comes upon all words");
    for index in [capacity - 1, capacity / 2, 0] {
        shared.free_one(index);
        assert_summary(&shared);
        assert_eq!(shared.reserve_one(), Some(index));
        assert_eq!(shared.reserve_one(), None);
        assert_summary(&shared);
    }
    (0..capacity).rev().for_each(|index| shared.free_one(index));
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
    if !cfg!(miri) {
        gives_each_slot_once::<BitArray<MANY, { bit_words(MANY) }>>();
        gives_each_slot_once::<BitArray<1_024, { bit_words(1_024) }>>();
        gives_each_slot_once::<BitArray<40_000, { bit_words(40_000) }>>();
    }
}

#[test]
fn sizes() {
    assert_eq!(bit_words(1_024), 32);
    assert_eq!(bit_words(1_025), 33 + 2);
    // Three counts, and the words.
    assert_eq!(size_of::<Few>(), 12 + 4);
    assert_eq!(size_of::<Word>(), 12 + 4);
    assert_eq!(size_of::<Words>(), 12 + 16);
}

/// The number of the first open word, by `first`.
fn first<B: Bits>(shared: &SharedBits<B>) -> u32 {
    shared.first.load(Ordering::Relaxed) >> (shared.bits.words().len() as u32).leading_zeros()
}

#[test]
fn the_first_free_slot_is_taken() {
    let shared = zeroed::<Words>();
    for index in 0..100 {
        assert_eq!(shared.reserve_one(), Some(index));
        // A weak exchange that fails leaves it to a later search. On x86 it fails only if someone else made one.
        let is_late = first(&shared) < index / 32 && cfg!(any(miri, not(target_arch = "x86_64")));
        assert!(is_late || first(&shared) == index / 32, "the words before are full");
    }
    assert_eq!(shared.reserve_one(), None);
    assert_eq!(first(&shared), 4, "all words are full");
    for (index, word) in [(70, 2), (90, 2), (5, 0), (40, 0)] {
        shared.free_one(index);
        assert_eq!(first(&shared), word, "after slot {index}");
    }
    assert!(take_all(&shared).into_iter().eq([5, 40, 70, 90]));
    assert_eq!(first(&shared), 4);
}

/// A summary that says of a word with a free slot that it is full: its thread was interrupted before it looked again.
#[test]
fn a_slot_that_the_summary_hides_is_found() {
    let shared = zeroed::<Many>();
    take_all(&shared);
    shared.free_one(40);
    shared.bits.summary()[0].fetch_or(1 << 1, Ordering::Relaxed);
    assert_eq!(shared.reserve_one(), Some(40));
    assert_eq!(shared.reserve_one(), None);
}

fn counts_the_most_at_once<B: Bits + Zeroable>() {
    let shared = zeroed::<SharedBits<B>>();
    let some = shared.bits.capacity().min(7);
    let taken: Vec<_> = (0..some).filter_map(|_| shared.reserve_one()).collect();
    assert_eq!((shared.usage().live, shared.usage().most_live), (some, some));
    taken.into_iter().for_each(|index| shared.free_one(index));
    // Taking one slot at a time does not raise the most slots at once.
    for _ in 0..3 {
        let index = shared.reserve_one().unwrap();
        assert_eq!(shared.usage().live, 1);
        shared.free_one(index);
    }
    assert_eq!((shared.usage().live, shared.usage().most_live), (0, some));
}

#[test]
fn the_most_slots_at_once_are_counted() {
    counts_the_most_at_once::<BitArray<1, { bit_words(1) }>>();
    counts_the_most_at_once::<BitArray<20, { bit_words(20) }>>();
    counts_the_most_at_once::<BitArray<32, { bit_words(32) }>>();
    counts_the_most_at_once::<BitArray<33, { bit_words(33) }>>();
    if !cfg!(miri) {
        counts_the_most_at_once::<BitArray<MANY, { bit_words(MANY) }>>();
    }
}

#[test]
fn a_number_beyond_the_words_does_no_harm() {
    let shared = zeroed::<Many>();
    shared.first.store(u32::MAX, Ordering::Relaxed);
    assert_eq!(shared.reserve_one(), Some(0));
}

/// Whatever an operation had done when a handler interrupted it, the handler gets each free slot, and its search ends.
#[test]
fn no_operation_waits_for_one_that_it_interrupted() {
    type Case<'a> = (&'a str, &'a dyn Fn(&Many));
    let fill = |shared: &Many, word: usize, bits| {
        let added = shared.bits.words()[word].fetch_or(bits, Ordering::Relaxed);
        assert_eq!(added, 0);
    };
    let hide = |shared: &Many, word: usize| shared.bits.summary()[0].fetch_or(1 << word, Ordering::Relaxed);
    let pass_all = |shared: &Many| {
        let end = bit_words(MANY) as u32;
        shared.first.store(end << end.leading_zeros(), Ordering::Relaxed);
    };
    let cases: [Case<'_>; 6] = [
        ("filled a word, which the summary does not say", &|shared| fill(shared, 4, u32::MAX)),
        ("filled all words, which the summary does not say", &|shared| {
            (0..MANY / 32).for_each(|word| fill(shared, word, u32::MAX));
        }),
        ("filled a word, in which a slot was freed before it looked again", &|shared| {
            fill(shared, 4, u32::MAX << 1);
            hide(shared, 4);
        }),
        ("freed a slot of a full word, which the summary does not say", &|shared| {
            fill(shared, 7, u32::MAX >> 1);
            hide(shared, 7);
        }),
        ("freed slots of words that were passed", &pass_all),
        ("all at once", &|shared| {
            pass_all(shared);
            (0..32).for_each(|word| _ = hide(shared, word));
            fill(shared, 9, 1);
        }),
    ];
    for (case, interrupt) in cases.into_iter().skip(miri_or(5, 0)) {
        let shared = zeroed::<Many>();
        // Under Miri, most words are full before.
        (12..miri_or(31, 12)).for_each(|word| fill(&shared, word, u32::MAX));
        interrupt(&shared);
        let counted = shared.usage().live;
        for _ in 0..miri_or(1, 2) {
            let all = take_all(&shared);
            assert_eq!(all.len() as u32, MANY as u32 - counted, "{case}");
            all.into_iter().for_each(|index| shared.free_one(index));
        }
    }
}

/// The bits of two words. An interrupt handler gives `freed` back when the words were asked for `left` times.
#[derive(Debug)]
struct Interrupted {
    bits: BitArray<64, { bit_words(64) }>,
    left: Cell<Option<u32>>,
    freed: u32,
    shared: Weak<SharedBits<Interrupted>>,
}

impl Bits for Interrupted {
    fn capacity(&self) -> u32 {
        self.bits.capacity()
    }

    fn words(&self) -> &[AtomicU32] {
        let left = self.left.get();
        self.left.set(left.and_then(|left| left.checked_sub(1)));
        if left == Some(0) {
            self.shared.upgrade().unwrap().free_one(self.freed);
        }
        self.bits.words()
    }

    fn summary(&self) -> &[AtomicU32] {
        self.bits.summary()
    }
}

/// A slot that is freed in the middle of a walk is found, even if the walk has passed it.
#[test]
fn a_refusal_looks_again() {
    for freed in [0, 40] {
        let times = (0..).take_while(|&left| {
            let shared = Rc::new_cyclic(|shared| SharedBits {
                bits: Interrupted { bits: zeroed(), left: Cell::new(None), freed, shared: shared.clone() },
                first: zeroed(),
                most_taken: zeroed(),
                exhausted: zeroed(),
            });
            take_all(&shared);
            shared.bits.left.set(Some(left));
            let taken = shared.reserve_one();
            let was_interrupted = shared.bits.left.get().is_none();
            assert_eq!(taken, was_interrupted.then_some(freed), "after {left} times");
            was_interrupted
        });
        assert!(times.count() > 6, "a walk asks for the words again and again");
    }
}

/// Each thread owns up to `N / THREADS` slots, so that all slots are never needed by others: a refusal is wrong.
fn refuses_nobody<const N: usize, const WORDS: usize>() {
    const THREADS: usize = miri_or(2, 8);
    let share = N / THREADS;
    let shared = zeroed::<Shared<N, WORDS>>();
    let barrier = Barrier::new(THREADS);
    let run = &|thread: usize| {
        barrier.wait();
        let mut owned = Vec::new();
        for round in 0..miri_or(60, 20_000_usize) {
            // Mostly near the full share, sometimes nothing.
            let wanted = if round % 64 == 0 { 0 } else { share - (round ^ thread) % 3 % share };
            while owned.len() < wanted {
                owned.push(shared.reserve_one().expect("a slot was refused, and not all were taken"));
            }
            while owned.len() > wanted {
                let at = round * 31 % owned.len();
                shared.free_one(owned.swap_remove(at));
            }
        }
        owned.into_iter().for_each(|index| shared.free_one(index));
    };
    std::thread::scope(|scope| (0..THREADS).for_each(|thread| _ = scope.spawn(move || run(thread))));
    let usage = shared.usage();
    assert_eq!((usage.live, usage.exhausted), (0, 0), "{N} slots");
    assert!(usage.most_live as usize <= share * THREADS, "{N} slots");
    assert_summary(&shared);
}

/// 0.6 s in a debug build: the races need many rounds.
#[test]
fn a_slot_is_refused_only_if_all_are_taken() {
    refuses_nobody::<8, { bit_words(8) }>();
    refuses_nobody::<32, { bit_words(32) }>();
    refuses_nobody::<40, { bit_words(40) }>();
    if !cfg!(miri) {
        refuses_nobody::<1_040, { bit_words(1_040) }>();
    }
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
                    // A slot that is freed at once, between two that are kept.
                    let mut kept = Vec::new();
                    while let Some(index) = shared.reserve_one() {
                        kept.push(index);
                        if let Some(other) = shared.reserve_one() {
                            shared.free_one(other);
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
        all.into_iter().for_each(|index| shared.free_one(index));
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
