//! Several stacks: every slot has one owner, none is lost, and a slot is refused only if all are taken.

use stackpool_loom::check::{at_once, with_preemptions};
use stackpool_loom::stacks::Stacks;
use stackpool_loom::thread_number::continue_as;
use std::rc::Rc;

type Two = Stacks<2>;

fn take_and_give_back(stacks: &Two) {
    if let Some(slot) = stacks.take() {
        stacks.give_back(slot);
    }
}

fn twice(stacks: &Two) {
    take_and_give_back(stacks);
    take_and_give_back(stacks);
}

/// There is a slot for this thread, whatever the others do: they never own all slots.
fn take_one_that_is_there(stacks: &Two) {
    let slot = stacks.take().expect("a slot is free");
    stacks.give_back(slot);
}

fn two_times_one_that_is_there(stacks: &Two) {
    take_one_that_is_there(stacks);
    take_one_that_is_there(stacks);
}

/// Owns two slots at once, and pushes the first while it owns the second.
fn take_two(stacks: &Two) {
    let (first, second) = (stacks.take(), stacks.take());
    first.into_iter().for_each(|slot| stacks.give_back(slot));
    second.into_iter().for_each(|slot| stacks.give_back(slot));
}

/// The slots are taken from one stack and freed to the other.
fn move_both(stacks: &Two) {
    for _ in 0..2 {
        continue_as(1);
        let slot = stacks.take();
        continue_as(2);
        slot.into_iter().for_each(|slot| stacks.give_back(slot));
    }
}

fn take_as_the_second(stacks: &Two) {
    continue_as(2);
    take_one_that_is_there(stacks);
}

/// Whether slots were taken before, so that they are on a stack.
const TAKEN_BEFORE: bool = true;
const NEVER_TAKEN: bool = false;

/// Runs these closures at the same time. Afterwards all slots must be free.
fn model<const N: usize>(capacity: u32, were_taken: bool, things: [fn(&Two); N]) -> impl Fn() {
    move || {
        let stacks = Rc::new(Two::new(capacity, were_taken));
        at_once(&stacks, things);
        stacks.assert_whole();
    }
}

#[test]
fn one_slot_each() {
    with_preemptions(3, model(2, NEVER_TAKEN, [take_one_that_is_there; 2]));
    with_preemptions(3, model(2, TAKEN_BEFORE, [take_one_that_is_there; 2]));
}

#[test]
fn there_is_always_a_slot() {
    with_preemptions(3, model(2, NEVER_TAKEN, [take_one_that_is_there, two_times_one_that_is_there]));
    with_preemptions(3, model(2, TAKEN_BEFORE, [take_one_that_is_there, two_times_one_that_is_there]));
    with_preemptions(2, model(3, TAKEN_BEFORE, [take_one_that_is_there; 3]));
}

/// A search passes a stack before a slot is pushed to it, and the last slot of the next stack is popped.
#[test]
fn a_slot_behind_the_search() {
    with_preemptions(4, model(2, TAKEN_BEFORE, [move_both, take_as_the_second]));
    with_preemptions(4, model(2, TAKEN_BEFORE, [move_both, take_one_that_is_there]));
}

#[test]
fn one_slot_for_two() {
    with_preemptions(3, model(1, NEVER_TAKEN, [take_and_give_back, twice]));
    with_preemptions(3, model(1, TAKEN_BEFORE, [take_and_give_back, twice]));
}

#[test]
fn two_slots_for_three() {
    with_preemptions(3, model(2, NEVER_TAKEN, [take_and_give_back, take_two]));
    with_preemptions(3, model(2, TAKEN_BEFORE, [take_and_give_back, take_two]));
    with_preemptions(3, model(3, TAKEN_BEFORE, [twice, take_two]));
}
