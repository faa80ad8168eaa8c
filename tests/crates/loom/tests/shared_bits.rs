//! The shared bits: every slot has one owner, none is lost, and a slot is refused only if all are taken.

use stackpool_loom::bits::Shared;
use stackpool_loom::check::{at_once, with_preemptions};
use stackpool_loom::programs::{in_three_threads, in_two_threads};
use std::rc::Rc;

fn take_and_give_back(shared: &Shared) {
    if let Some(slot) = shared.take() {
        shared.give_back(slot);
    }
}

fn twice(shared: &Shared) {
    take_and_give_back(shared);
    take_and_give_back(shared);
}

/// There is a slot for this thread, whatever the others do: they never own all slots.
fn take_one_that_is_there(shared: &Shared) {
    let slot = shared.take().expect("a slot is free");
    shared.give_back(slot);
}

fn two_times_one_that_is_there(shared: &Shared) {
    take_one_that_is_there(shared);
    take_one_that_is_there(shared);
}

/// Owns two slots, of two words, one after the other and at once.
fn take_two(shared: &Shared) {
    let (first, second) = (shared.take(), shared.take());
    first.into_iter().for_each(|slot| shared.give_back(slot));
    second.into_iter().for_each(|slot| shared.give_back(slot));
}

/// Free slots, in a pool of a capacity, with a summary or without.
type Setting = (&'static [u32], u32, bool);

/// Slots of one word, of two words, and of two words with a summary.
const WORD: Setting = (&[0, 1], 2, false);
const WORDS: Setting = (&[3, 33], 34, false);
const SUMMARY: Setting = (&[3, 33], 34, true);
const THREE_WORDS: Setting = (&[3, 33, 65], 66, false);
const ONE: Setting = (&[33], 34, true);
const SAME_WORD: Setting = (&[3, 4], 34, true);

/// Runs these closures at the same time. Afterwards the same slots must be free.
fn model<const N: usize>((free, capacity, has_summary): Setting, things: [fn(&Shared); N]) -> impl Fn() {
    move || {
        let shared = Rc::new(Shared::new(free, capacity, has_summary));
        at_once(&shared, things);
        shared.assert_whole();
    }
}

#[test]
fn one_slot_each() {
    with_preemptions(3, model(WORD, [take_one_that_is_there, take_one_that_is_there]));
    with_preemptions(2, model(WORDS, [take_one_that_is_there, take_one_that_is_there]));
    with_preemptions(2, model(SUMMARY, [take_one_that_is_there, take_one_that_is_there]));
    with_preemptions(3, model(SAME_WORD, [take_one_that_is_there, take_one_that_is_there]));
}

/// A walk passes a word before a slot of it is freed, and the last free slot of the next word is taken.
#[test]
fn there_is_always_a_slot() {
    with_preemptions(3, model(WORDS, [take_one_that_is_there, two_times_one_that_is_there]));
    with_preemptions(3, model(SUMMARY, [take_one_that_is_there, two_times_one_that_is_there]));
    with_preemptions(2, model(THREE_WORDS, [take_one_that_is_there; 3]));
}

#[test]
fn one_slot_for_two() {
    with_preemptions(4, model((&[0], 1, false), [take_and_give_back, twice]));
    with_preemptions(3, model(ONE, [take_and_give_back, twice]));
}

#[test]
fn two_slots_for_three() {
    with_preemptions(3, model(WORD, [take_and_give_back, take_two]));
    with_preemptions(3, model(WORDS, [take_and_give_back, take_two]));
    with_preemptions(2, model(SUMMARY, [take_and_give_back, take_two]));
    with_preemptions(2, model(SAME_WORD, [twice, take_two]));
}

fn shared((free, capacity, has_summary): Setting) -> impl Fn() -> Shared + Clone {
    move || Shared::new(free, capacity, has_summary)
}

#[test]
fn all_programs_of_two_threads() {
    in_two_threads(2, 1, shared((&[0], 1, false)));
    in_two_threads(2, 2, shared(WORD));
    in_two_threads(1, 1, shared(ONE));
    in_two_threads(1, 2, shared(WORDS));
    in_two_threads(1, 2, shared(SUMMARY));
}

#[test]
fn all_programs_of_three_threads() {
    in_three_threads(1, 2, shared(WORD));
}

/// Searches of all words, of which one is refused if the others own both slots.
#[test]
fn two_slots_for_three_threads() {
    for setting in [WORDS, SUMMARY, SAME_WORD] {
        with_preemptions(1, model(setting, [take_and_give_back; 3]));
        with_preemptions(1, model(setting, [take_and_give_back, take_and_give_back, take_two]));
    }
}
