//! Compares the set, by reference and by pointer, with a set of `std`.

use super::{ChangedSlots, Changes, NoChanges, NotesChanges};
use bytemuck::Zeroable;
use std::collections::BTreeSet;
use std::vec::Vec;

/// An odd number of words: the last 64 slots have no upper half.
const WORDS: usize = 3;
const SLOTS: usize = 32 * WORDS;

type Set = ChangedSlots<WORDS>;

fn slots(set: &impl Changes) -> Vec<usize> {
    let mut slots = Vec::new();
    for word in 0..SLOTS.div_ceil(64) {
        slots.extend((0..64).filter(|bit| set.word(word) >> bit & 1 != 0).map(|bit| 64 * word + bit));
    }
    slots
}

#[test]
fn slots_are_added_and_removed_one_by_one() {
    let (mut set, mut expected) = (Set::zeroed(), BTreeSet::new());
    for slot in [0, 31, 32, 63, 64, 95, 1, 32] {
        set.add(slot);
        expected.insert(slot);
        assert!(slots(&set).into_iter().eq(expected.iter().copied()));
        assert!([0, 1, 2, 63, 64, 95].iter().all(|slot| set.contains(*slot) == expected.contains(slot)));
    }
    for slot in [31, 64, 0, 2] {
        set.remove(slot);
        expected.remove(&slot);
        assert!(slots(&set).into_iter().eq(expected.iter().copied()));
    }
    let mut copy = Set::zeroed();
    copy.add(7);
    copy.copy_from(&set);
    assert_eq!(slots(&copy), slots(&set));
    copy.clear_from(1);
    assert_eq!(slots(&copy), [1, 32, 63]);
    copy.clear_from(0);
    assert_eq!(slots(&copy), [0; 0]);
}

#[test]
fn words_are_added() {
    for bits in [0, 1, 1 << 31, 1 << 32, u64::MAX, 0xF0F0_0000_1234_5678] {
        let (mut set, mut by_pointer) = (Set::zeroed(), Set::zeroed());
        set.add(3);
        by_pointer.add(3);
        let lower = bits & u64::from(u32::MAX);
        let pointer = by_pointer.as_ptr();
        for (word, bits) in [(0, bits), (1, lower)] {
            set.add_word(word, bits);
            // SAFETY: 1. slots before 96. 2. and 3. the set is a local variable, which nothing else uses.
            unsafe { pointer.add_word(word, bits) };
        }
        assert_eq!((set.word(0), set.word(1)), (bits | 1 << 3, lower));
        assert_eq!(slots(&set), slots(&by_pointer));
    }
}

#[test]
fn ranges_are_added() {
    // Around the borders of the words.
    for end in [0, 1, 31, 32, 33, 63, 64, 65, 95, 96] {
        let mut first = Set::zeroed();
        first.add_first(end);
        assert!(slots(&first).into_iter().eq(0..end));
        for start in [0, 1, 32, 63, 64, 95].into_iter().filter(|&start| start <= end) {
            let mut set = Set::zeroed();
            // SAFETY: 1. slots before 96. 2. and 3. the set is a local variable, which nothing else uses.
            unsafe { set.as_ptr().add_range(start..end) };
            assert!(slots(&set).into_iter().eq(start..end), "{start}..{end}");
        }
    }
    let mut set = Set::zeroed();
    set.add(40);
    set.add_first(33);
    // SAFETY: 1. slots before 96. 2. and 3. the set is a local variable, which nothing else uses.
    unsafe { set.as_ptr().add(95) };
    assert!(slots(&set).into_iter().eq((0..33).chain([40, 95])), "what was in it stays");
}

#[test]
fn no_set_has_no_size_and_no_slots() {
    let mut none = NoChanges;
    none.add(5);
    none.add_first(9);
    none.add_word(0, 3);
    assert_eq!((slots(&none), none.contains(5)), (Vec::new(), false));
    assert_eq!((size_of::<NoChanges>(), align_of::<NoChanges>()), (0, 1));
    assert_eq!(size_of::<<NoChanges as Changes>::Ptr>(), 0);
    assert_eq!(size_of::<Set>(), 4 * WORDS + 4);
}
