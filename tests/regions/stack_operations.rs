//! Operations on stacks in tests, and steps in scopes.

use proptest::prelude::*;

/// The way to allocate a piece.
#[derive(Clone, Debug)]
pub(crate) enum How {
    /// `alloc_layout`.
    Layout { size: usize, align: usize },
    /// `alloc_layout` of the largest size that fits at this alignment. Before that, one byte more is refused.
    Most { align: usize },
    /// `alloc_slice_fill_with` of bytes.
    Bytes(usize),
    /// `alloc_iter` of `u32`, as many as fit.
    Words(usize),
    /// `alloc_iter` of an iterator that panics at the end.
    WordsThenPanic(usize),
    /// `alloc` of a value that is aligned to 64.
    Wide,
    /// `alloc` of a value that has no size and is aligned to 4096.
    Empty,
    /// `alloc_with` of a closure that panics.
    Panic,
}

/// A step in a scope.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Alloc(How),
    Scope(Vec<Step>, Ending),
}

/// How a scope ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ending {
    Return,
    Panic,
    Forget,
}

/// An operation on a stack.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Enter(Vec<Step>, Ending),
    Scope(Vec<Step>, Ending),
    Marker,
    Marked(Sized),
    /// Rolls back to one of the held markers, whether it is still valid or not.
    Rollback(prop::sample::Index),
    Reset,
}

/// The values that [`Operation::Marked`] allocates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sized {
    Empty,
    Byte,
    Wide,
    Large,
}

fn how() -> impl Strategy<Value = How> {
    let align = || (0..=12_u32).prop_map(|bits| 1 << bits);
    let size = prop_oneof![
        4 => 0..64_usize,
        2 => 0..5000_usize,
        1 => 0..20_000_usize,
        1 => Just(isize::MAX as usize - 4095),
    ];
    prop_oneof![
        6 => (size, align()).prop_map(|(size, align)| How::Layout { size, align }),
        1 => align().prop_map(|align| How::Most { align }),
        3 => (0..300_usize).prop_map(How::Bytes),
        3 => (0..200_usize).prop_map(How::Words),
        1 => (0..50_usize).prop_map(How::WordsThenPanic),
        2 => Just(How::Wide),
        1 => Just(How::Empty),
        1 => Just(How::Panic),
    ]
}

fn ending() -> impl Strategy<Value = Ending> {
    prop_oneof![3 => Just(Ending::Return), 1 => Just(Ending::Panic), 1 => Just(Ending::Forget)]
}

/// Steps in a scope and in its inner scopes.
pub(crate) fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec(step(), 0..6)
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    how().prop_map(Step::Alloc).prop_recursive(3, 20, 5, |step| {
        let scope = (prop::collection::vec(step, 0..6), ending());
        prop_oneof![3 => how().prop_map(Step::Alloc), 1 => scope.prop_map(|(steps, ending)| Step::Scope(steps, ending))]
    })
}

pub(crate) fn operation() -> impl Strategy<Value = Operation> {
    let sized = prop_oneof![Just(Sized::Empty), Just(Sized::Byte), Just(Sized::Wide), Just(Sized::Large)];
    prop_oneof![
        4 => (steps(), ending()).prop_map(|(steps, ending)| Operation::Enter(steps, ending)),
        2 => (steps(), ending()).prop_map(|(steps, ending)| Operation::Scope(steps, ending)),
        4 => Just(Operation::Marker),
        2 => sized.prop_map(Operation::Marked),
        4 => any::<prop::sample::Index>().prop_map(Operation::Rollback),
        1 => Just(Operation::Reset),
    ]
}
