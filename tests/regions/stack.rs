//! Stacks: bytes in use, all ways to end a scope, and markers that are valid, stale or of another stack.

use crate::markers::Held;
use crate::size::{cases, miri_or};
use crate::stack_model::Model;
use crate::stack_operations::{Operation, operation};
use crate::stacks::{block, operate};
use proptest::prelude::*;
use stackpool::region::{Inline, MARKER_BYTES, MarkerError, Stack, Storage, scratch};
use std::mem::MaybeUninit;

/// Plays operations on two stacks. Markers of one stack are also used on the other.
fn run<S: Storage>(mut stacks: [Stack<S>; 2], operations: &[(usize, Operation)]) {
    let mut models = stacks.each_mut().map(|stack| {
        // Find the address of the block: a byte is allocated at its start.
        let first = match stack.enter().alloc(0_u8) {
            Ok(byte) => std::ptr::from_ref(byte).addr(),
            Err(_) => 1,
        };
        stack.reset();
        let mut model = Model::new(first, stack.capacity());
        model.high = stack.high_water_mark();
        model
    });
    let mut held: Vec<Held> = Vec::new();
    for (owner, operation) in operations {
        let (stack, model) = (&mut stacks[*owner], &mut models[*owner]);
        operate(stack, operation, model, *owner, &mut held);
        assert!(stack.high_water_mark() <= model.high);
        assert!(stack.high_water_mark() == model.high || !model.exact_high);
    }
}

fn operations() -> impl Strategy<Value = Vec<(usize, Operation)>> {
    // Most operations are on the first stack, so that it gets full.
    let owner = prop_oneof![4 => Just(0), 1 => Just(1)];
    prop::collection::vec((owner, operation()), 0..miri_or(12, 40))
}

/// Lengths of blocks: with room for all alignments, or with hardly any room.
fn lengths() -> impl Strategy<Value = usize> {
    prop_oneof![0..20_usize, 0..600_usize, 0..miri_or(5_000_usize, 16_000)]
}

proptest! {
    #![proptest_config(cases(2, 300))]

    #[test]
    fn borrowed_memory(operations in operations(), offset in 0..70_usize, len in lengths()) {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let (one, _) = block(&mut one, offset, len);
        let (other, _) = block(&mut other, 0, 100);
        run([Stack::from(one), Stack::from(other)], &operations);
    }

    #[test]
    fn inline_memory(operations in operations()) {
        run([Stack::<Inline<3000, 8>>::new(), Stack::new()], &operations);
    }
}

/// A stack with enough room for these tests.
fn stack() -> Stack<Inline<4096>> {
    Stack::new()
}

#[test]
fn memory_has_the_address_that_it_seems_to_have() {
    let mut memory = [MaybeUninit::uninit(); 100];
    let first = memory.as_ptr().addr();
    let mut stack = Stack::from(&mut memory[3..]);
    assert_eq!(std::ptr::from_ref(stack.enter().alloc(0_u8).unwrap()).addr(), first + 3);
}

#[test]
fn a_marker_is_stale_once_the_top_was_below_it() {
    let mut stack = stack();
    let bottom = stack.marker().unwrap();
    let outer = stack.marker().unwrap();
    stack.enter().alloc([0_u8; 10]).unwrap();
    let inner = stack.marker().unwrap();
    stack.enter().alloc([0_u8; 10]).unwrap();
    stack.rollback(outer).unwrap();
    // Grow again past the marker, and then to its place: with another marker, and with a value.
    let outer = stack.marker().unwrap();
    stack.enter().alloc([0_u8; 10]).unwrap();
    let another = stack.marker().unwrap();
    stack.enter().alloc([0_u8; 100]).unwrap();
    let used = stack.used();
    assert!(matches!(stack.rollback(inner), Err(MarkerError::Stale)));
    assert_eq!(stack.used(), used);
    stack.rollback(another).unwrap();
    assert_eq!(stack.used(), 2 * MARKER_BYTES + 10);
    stack.rollback(outer).unwrap();
    assert_eq!(stack.used(), MARKER_BYTES);
    stack.rollback(bottom).unwrap();
    assert_eq!(stack.used(), 0);
}

#[test]
fn a_reset_makes_markers_stale() {
    let mut stack = stack();
    let marker = stack.marker().unwrap();
    stack.reset();
    assert!(matches!(stack.rollback(marker), Err(MarkerError::Stale)));
}

#[test]
fn a_marker_of_another_stack_comes_back() {
    let mut one = stack();
    let mut other = stack();
    let marker = one.marker().unwrap();
    // The other stack has taken no marker before. Then it takes one at the same place.
    let Err(MarkerError::Foreign(marker)) = other.rollback(marker) else { panic!("taken") };
    let _same = other.marker().unwrap();
    let error = other.rollback(marker).unwrap_err();
    assert_eq!(error.to_string(), "the marker belongs to another stack");
    let MarkerError::Foreign(marker) = error else { panic!("{error:?}") };
    one.rollback(marker).unwrap();
    assert_eq!(one.used(), 0);
}

#[test]
fn a_value_that_looks_like_a_marker_is_not_one() {
    let mut stack = stack();
    let outer = stack.marker().unwrap();
    let inner = stack.marker().unwrap();
    stack.rollback(outer).unwrap();
    // The same bytes at the same place, but they belong to a value.
    stack.enter().alloc_slice_copy(&[1_u64, 0, 2, 16, 3, 32]).unwrap();
    assert!(matches!(stack.rollback(inner), Err(MarkerError::Stale)));
    assert_eq!(stack.used(), 48);
}

#[test]
fn markers_move_with_their_stack() {
    let mut memory = stack();
    let outer = memory.marker().unwrap();
    memory.enter().alloc([0_u8; 50]).unwrap();
    let inner = memory.marker().unwrap();
    let mut memory = Box::new(memory);
    let mut empty = stack();
    assert!(matches!(empty.rollback(inner), Err(MarkerError::Foreign(_))));
    memory.rollback(outer).unwrap();
    assert_eq!(memory.used(), 0);
}

#[test]
fn a_failed_allocation_leaves_no_marker() {
    let mut stack = Stack::<Inline<100>>::new();
    let outer = stack.marker().unwrap();
    let full = stack.alloc_marked([7_u8; 69]).unwrap_err();
    assert_eq!(
        (full.into_inner()[68], stack.used(), stack.high_water_mark()),
        (7, MARKER_BYTES, MARKER_BYTES)
    );
    let (inner, value) = stack.alloc_marked([7_u8; 68]).unwrap();
    assert_eq!(value[67], 7);
    assert_eq!(stack.remaining_capacity(), 0);
    assert!(stack.marker().is_err());
    stack.rollback(inner).unwrap();
    stack.rollback(outer).unwrap();
    assert_eq!((stack.used(), stack.high_water_mark()), (0, 100));
}

#[test]
fn scratch_memory_is_all_there_and_aligned() {
    let total = scratch::<1000, _>(|mut scope| {
        assert_eq!((scope.used(), scope.remaining_capacity()), (0, 1000));
        let numbers = scope.alloc_slice_fill_with(125, |index| index as u64).unwrap();
        assert!(numbers.as_ptr().addr() % 16 == 0 && scope.alloc(0_u8).is_err());
        let nested = scope
            .scope(|inner| inner.alloc(()).is_ok() && scratch::<16, _>(|other| other.alloc(7_u64).is_ok()));
        assert!(nested);
        numbers.iter().sum::<u64>()
    });
    assert_eq!(total, 124 * 125 / 2);
    scratch::<0, _>(|scope| assert!(scope.alloc(0_u8).is_err()));
    const LARGE: usize = miri_or(1_000, 65_536);
    scratch::<LARGE, _>(|scope| assert!(scope.alloc_slice_fill_with(LARGE, |_| 0_u8).is_ok()));
}

#[test]
fn markers_say_why_they_are_refused() {
    let (mut stack, mut other) = (Stack::<Inline<256>>::new(), Stack::<Inline<256>>::new());
    let outer = stack.marker().unwrap();
    let inner = stack.marker().unwrap();
    let error = other.rollback(inner).unwrap_err();
    assert_eq!(error.to_string(), "the marker belongs to another stack");
    let MarkerError::Foreign(inner) = error else { panic!("{error}") };
    stack.rollback(outer).unwrap();
    let _other = stack.marker().unwrap();
    let _another = stack.marker().unwrap();
    let error = stack.rollback(inner).unwrap_err();
    assert_eq!(error.to_string(), "the marker is stale: the stack was rolled back past it, or reset");
}
