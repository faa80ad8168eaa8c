//! The shared stack: every slot has one owner, and none is lost.
//!
//! The models are exhaustive if that takes seconds. Otherwise they have the largest bound of preemptions that takes
//! seconds. Each additional preemption multiplies the number of runs by three to five.

use stackpool_loom::check::{at_once, exhaustively, with_preemptions};
use stackpool_loom::slots::Range::{self, CountedApart, CountedInHead};
use stackpool_loom::stack::Stack;
use std::rc::Rc;

fn pop_and_push(stack: &Stack) {
    if let Some(slot) = stack.pop() {
        stack.push(slot);
    }
}

fn pop_and_push_twice(stack: &Stack) {
    pop_and_push(stack);
    pop_and_push(stack);
}

/// Takes up to two slots in one exchange, and gives them back in one exchange in reverse order, with other links.
fn pop_and_push_a_batch(stack: &Stack) {
    let slots = stack.pop_many(2).into_iter().rev();
    stack.push_many(slots.collect());
}

/// Pops two slots, and pushes the first while it owns the second. A thread that read the top and its link before that
/// finds the same top again, with another slot below it (ABA).
fn push_while_owning_the_next(stack: &Stack) {
    let (first, second) = (stack.pop(), stack.pop());
    first.into_iter().for_each(|slot| stack.push(slot));
    second.into_iter().for_each(|slot| stack.push(slot));
}

/// Runs these closures at the same time, with a stack of these slots. Afterwards all slots must be free.
fn model<const N: usize>(slots: Range, things: [fn(&Stack); N]) -> impl Fn() {
    move || {
        let stack = Rc::new(Stack::full(slots));
        at_once(&stack, things);
        stack.assert_whole();
    }
}

#[test]
fn one_slot_each() {
    exhaustively(model(CountedInHead(2), [pop_and_push, pop_and_push]));
}

#[test]
fn one_slot_for_two() {
    with_preemptions(5, model(CountedInHead(1), [pop_and_push, pop_and_push_twice]));
}

#[test]
fn one_slot_once_and_twice() {
    with_preemptions(5, model(CountedInHead(2), [pop_and_push, pop_and_push_twice]));
}

#[test]
fn a_top_that_is_back_above_another_slot() {
    with_preemptions(5, model(CountedInHead(2), [pop_and_push, push_while_owning_the_next]));
    with_preemptions(5, model(CountedInHead(3), [pop_and_push, push_while_owning_the_next]));
}

#[test]
fn two_batches() {
    exhaustively(model(CountedInHead(3), [pop_and_push_a_batch, pop_and_push_a_batch]));
}

#[test]
fn a_batch_and_a_slot() {
    exhaustively(model(CountedInHead(3), [pop_and_push_a_batch, pop_and_push]));
    with_preemptions(5, model(CountedInHead(3), [pop_and_push_a_batch, pop_and_push_twice]));
}

#[test]
fn a_batch_whose_links_change_while_they_are_read() {
    with_preemptions(5, model(CountedInHead(3), [pop_and_push_a_batch, push_while_owning_the_next]));
}

#[test]
fn a_count_apart_from_the_head() {
    with_preemptions(4, model(CountedApart(2), [pop_and_push, push_while_owning_the_next]));
    with_preemptions(4, model(CountedApart(3), [pop_and_push_a_batch, push_while_owning_the_next]));
}

#[test]
fn three_threads() {
    with_preemptions(
        2,
        model(CountedInHead(3), [pop_and_push, pop_and_push_a_batch, push_while_owning_the_next]),
    );
}
