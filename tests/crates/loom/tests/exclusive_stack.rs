//! The stack of microcontrollers with exclusive loads: every slot has one owner, none is lost, and a slot is refused
//! only if all are taken.

use stackpool_loom::check::{at_once, exhaustively, with_preemptions};
use stackpool_loom::exclusive::Exclusive;
use stackpool_loom::programs::{in_three_threads, in_two_threads};
use stackpool_loom::slots::Range::{self, CountedApart, CountedInHead};
use std::rc::Rc;

fn take_and_give_back(stack: &Exclusive) {
    if let Some(slot) = stack.take() {
        stack.give_back(slot);
    }
}

fn twice(stack: &Exclusive) {
    take_and_give_back(stack);
    take_and_give_back(stack);
}

/// There is a slot for this thread, whatever the others do: they never own all slots.
fn take_one_that_is_there(stack: &Exclusive) {
    let slot = stack.take().expect("a slot is free");
    stack.give_back(slot);
}

/// Gives the first of two slots back while it owns the second. A thread that read the top and its link before that
/// finds the same top again, with another slot below it (ABA).
fn give_back_while_owning_the_next(stack: &Exclusive) {
    let (first, second) = (stack.take(), stack.take());
    first.into_iter().for_each(|slot| stack.give_back(slot));
    second.into_iter().for_each(|slot| stack.give_back(slot));
}

/// Runs these closures at the same time, with a stack of these slots, of which two or more are taken at once in every
/// order in which the closures meet. Afterwards all slots must be free.
fn model<const N: usize>(slots: Range, most: u32, things: [fn(&Exclusive); N]) -> impl Fn() {
    move || {
        let stack = Rc::new(Exclusive::full(slots));
        at_once(&stack, things);
        stack.assert_whole(1..=most);
    }
}

#[test]
fn one_slot_each() {
    exhaustively(model(CountedInHead(2), 2, [take_one_that_is_there, take_one_that_is_there]));
}

#[test]
fn one_slot_for_two() {
    with_preemptions(5, model(CountedInHead(1), 1, [take_and_give_back, twice]));
}

#[test]
fn a_top_that_is_back_above_another_slot() {
    with_preemptions(5, model(CountedInHead(2), 2, [take_and_give_back, give_back_while_owning_the_next]));
    with_preemptions(
        5,
        model(CountedInHead(3), 3, [take_one_that_is_there, give_back_while_owning_the_next]),
    );
}

#[test]
fn a_count_apart_from_the_word() {
    with_preemptions(4, model(CountedApart(2), 2, [take_and_give_back, give_back_while_owning_the_next]));
}

#[test]
fn three_threads() {
    with_preemptions(
        1,
        model(CountedInHead(3), 3, [take_one_that_is_there, take_one_that_is_there, take_and_give_back]),
    );
}

#[test]
fn all_programs_of_two_threads() {
    for slots in 1..=4 {
        in_two_threads(2, slots, move || Exclusive::full(CountedInHead(slots)));
    }
    in_two_threads(2, 2, || Exclusive::full(CountedApart(2)));
}

#[test]
fn all_programs_of_three_threads() {
    in_three_threads(1, 2, || Exclusive::full(CountedInHead(2)));
    in_three_threads(1, 2, || Exclusive::full(CountedApart(2)));
}
