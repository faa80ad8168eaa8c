//! Tasks that wait for a slot: each gets one, and none sleeps for ever. (Loom reports threads that all wait.)

use stackpool_loom::check::{at_once, exhaustively, with_preemptions};
use stackpool_loom::slots::Range::{self, CountedInHead};
use stackpool_loom::waiting::Waited;
use std::rc::Rc;

fn wait(waited: &Waited) {
    let slot = waited.wait();
    waited.free(slot);
}

fn wait_twice(waited: &Waited) {
    wait(waited);
    wait(waited);
}

/// Makes a box if a slot is free, and drops it.
fn take(waited: &Waited) {
    if let Some(slot) = waited.take() {
        waited.free(slot);
    }
}

fn wait_in_vain(waited: &Waited) {
    waited.wait_in_vain();
}

/// Runs these closures at the same time. Afterwards all slots must be free.
fn model<const N: usize>(slots: Range, things: [fn(&Waited); N]) -> impl Fn() {
    move || {
        let waited = Rc::new(Waited::full(slots));
        at_once(&waited, things);
        waited.assert_whole();
    }
}

#[test]
fn two_tasks() {
    exhaustively(model(CountedInHead(1), [wait, wait]));
    with_preemptions(3, model(CountedInHead(1), [wait, wait_twice]));
}

#[test]
fn a_task_and_a_box() {
    exhaustively(model(CountedInHead(1), [wait, take]));
}

#[test]
fn three_tasks() {
    with_preemptions(2, model(CountedInHead(1), [wait, wait, wait]));
    with_preemptions(2, model(CountedInHead(2), [wait, wait, wait]));
}

#[test]
fn two_tasks_and_a_box() {
    with_preemptions(2, model(CountedInHead(1), [wait, wait, take]));
}

#[test]
fn a_future_that_is_dropped() {
    exhaustively(model(CountedInHead(1), [wait, wait_in_vain]));
    with_preemptions(2, model(CountedInHead(1), [wait, wait, wait_in_vain]));
    with_preemptions(2, model(CountedInHead(1), [take, wait, wait_in_vain]));
}
