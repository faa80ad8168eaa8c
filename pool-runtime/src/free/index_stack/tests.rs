//! Compares the index stack over every table with a plain `Vec` of free indices.

use super::IndexStack;
use crate::base::class::Class;
use crate::base::size::{cases, miri_or};
use crate::free::{FreeSlots, FreeTable, Rest, SlotMemory};
use crate::layout::plan::index_bits;
use crate::table::{Table, TableClass, packed_words};
use bytemuck::Zeroable;
use proptest::prelude::*;
use std::boxed::Box;
use std::vec::Vec;

impl<T: Table> IndexStack<T> {
    fn boxed() -> Box<Self> {
        let mut stack = Box::<Self>::new_uninit();
        // SAFETY: the pointer is to the memory of one stack, and exactly one stack is written.
        unsafe { stack.as_mut_ptr().write_bytes(0, 1) };
        // SAFETY: a stack is `Zeroable`, and all of its bytes were just written as zero.
        unsafe { stack.assume_init() }
    }
}

fn pop<T: Table>(stack: &mut IndexStack<T>) -> Option<u32> {
    // SAFETY: 1. There are no slots.
    unsafe { stack.pop(SlotMemory::NONE) }
}

/// The free indices, the next one to be taken last, and the taken indices.
struct Model {
    free: Vec<u32>,
    taken: Vec<u32>,
    /// The first index that was not taken since the last reset.
    fresh: u32,
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// Takes some indices, one at a time.
    Pop(usize),
    /// Gives back some of the taken indices, one at a time, the first of them by this number.
    Push(usize, usize),
    /// Takes some indices at once.
    Take(usize),
    Reset,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        12 => (1..40_usize).prop_map(Operation::Pop),
        12 => (any::<usize>(), 1..40_usize).prop_map(|(which, count)| Operation::Push(which, count)),
        4 => (0..40_usize).prop_map(Operation::Take),
        1 => Just(Operation::Reset),
    ];
    prop::collection::vec(operation, 0..miri_or(10, 100))
}

/// A little below the first index of 17 bits.
const NEAR_16_BITS: u32 = 65_500;

fn behaves_as_the_model<T: Table>(operations: &[Operation]) {
    let capacity = T::CAPACITY as u32;
    let mut stack = IndexStack::<T>::boxed();
    let mut model = Model { free: (0..capacity).rev().collect(), taken: Vec::new(), fresh: 0 };
    if capacity > NEAR_16_BITS {
        // Goes to where indices and positions differ in the bits above 16. Packed tables keep those bits apart.
        assert!(stack.peek_many(NEAR_16_BITS as usize).is_some());
        // SAFETY: 1. Called for this many.
        unsafe { stack.take(NEAR_16_BITS) };
        model.taken = (0..NEAR_16_BITS).collect();
        model.fresh = NEAR_16_BITS;
        model.free.truncate((capacity - NEAR_16_BITS) as usize);
    }
    for &operation in operations {
        match operation {
            Operation::Pop(count) => {
                for _ in 0..count {
                    let expected = model.free.pop();
                    assert_eq!(stack.peek(), expected);
                    assert_eq!(pop(&mut stack), expected);
                    model.taken.extend(expected);
                }
            }
            Operation::Push(which, count) => {
                for _ in 0..count.min(model.taken.len()) {
                    let index = model.taken.swap_remove(which % model.taken.len());
                    model.free.push(index);
                    let noted = stack.note(0);
                    // SAFETY: 1. `index` is taken, so `used` is above 0. 2. It came from the stack. 3. There are no slots. 4. Noted above.
                    unsafe { stack.give_back(SlotMemory::NONE, index, noted) };
                }
            }
            Operation::Take(count) => {
                let Some(positions) = stack.peek_many(count) else {
                    assert!(count > model.free.len());
                    continue;
                };
                let rest = model.free.split_off(model.free.len() - count);
                // SAFETY: 1. The positions come from `peek_many`, and nothing was pushed since.
                let at = |stack: &IndexStack<T>, position| unsafe { stack.peeked_at(position) };
                let indices: Vec<u32> = positions.clone().map(|position| at(&stack, position)).collect();
                assert!(indices.iter().eq(rest.iter().rev()));
                // SAFETY: 1. `peek_many` was called for this many, and nothing else since.
                unsafe { stack.take(count as u32) };
                assert!(positions.map(|position| at(&stack, position)).eq(indices.iter().copied()));
                model.taken.extend(indices);
            }
            Operation::Reset => {
                // Every third of the taken indices is retired.
                model.taken.sort_unstable();
                let retired: Vec<u32> = model.taken.iter().copied().step_by(3).collect();
                model.fresh = retired.last().map_or(0, |last| last + 1);
                let is_free = |index: &u32| retired.binary_search(index).is_err();
                let free = (0..capacity).filter(is_free).map(|index| index..index + 1);
                let rest = Rest { taken: retired.len() as u32, end: capacity, free };
                // SAFETY: 1. There are no slots.
                unsafe { stack.renew(SlotMemory::NONE, rest) };
                model.free =
                    (0..capacity).rev().filter(|index| retired.binary_search(index).is_err()).collect();
                // Retired indices never come back.
                model.taken.clear();
            }
        }
        model.fresh = model.taken.iter().fold(model.fresh, |fresh, &index| fresh.max(index + 1));
        assert_eq!(stack.fresh(), model.fresh);
        assert_eq!(stack.remaining() as usize, model.free.len());
        assert_eq!(stack.used() as usize, T::CAPACITY - model.free.len());
    }
    let mut copy = IndexStack::<T>::boxed();
    for _ in 0..7 {
        pop(&mut copy);
    }
    // SAFETY: 1. and 2. There are no slots.
    unsafe { copy.copy_from(SlotMemory::NONE, &stack, SlotMemory::NONE) };
    // SAFETY: 1. There are no slots.
    let order = |stack: &IndexStack<T>| {
        unsafe { stack.order(SlotMemory::NONE) }.take(miri_or(40, usize::MAX)).collect::<Vec<_>>()
    };
    assert_eq!(order(&copy), order(&stack));
    assert_eq!((copy.used(), copy.fresh()), (stack.used(), stack.fresh()));
    for _ in 0..model.free.len().min(miri_or(40, usize::MAX)) {
        assert_eq!(pop(&mut stack), model.free.pop());
    }
    assert_eq!(stack.peek(), model.free.last().copied());
    if model.free.is_empty() {
        assert_eq!(pop(&mut stack), None);
    }
}

macro_rules! stacks {
    ($($name:ident: $bits:literal bits, $capacity:expr;)*) => {$(
        mod $name {
            use super::*;

            const _: () = assert!(index_bits($capacity) <= $bits);

            type Tested = <Class<$bits> as TableClass>::Table<{ $capacity }, { packed_words($capacity, $bits) }>;

            proptest! {
                #![proptest_config(cases(1, if $capacity > 10_000 { 4 } else { 48 }))]

                #[test]
                fn behaves_as_a_vec_of_free_indices(operations in operations()) {
                    behaves_as_the_model::<Tested>(&operations);
                }
            }
        }
    )*};
}

stacks! {
    one: 8 bits, 1;
    two_in_u32: 32 bits, 2;
    u8_255: 8 bits, 255;
    u8_256: 8 bits, 256;
    packed9_257: 9 bits, 257;
    packed9_512: 9 bits, 512;
    packed10_1000: 10 bits, miri_or(300, 1000);
    packed12_3000: 12 bits, miri_or(300, 3000);
    u16_700: 16 bits, miri_or(300, 700);
    packed17_700: 17 bits, miri_or(300, 700);
    packed18_700: 18 bits, miri_or(300, 700);
    packed20_700: 20 bits, miri_or(300, 700);
    split24_700: 24 bits, miri_or(300, 700);
    u32_700: 32 bits, miri_or(300, 700);
}

#[cfg(not(miri))]
stacks! {
    u16_65536: 16 bits, 65_536;
    packed17_131072: 17 bits, 131_072;
    packed18_262144: 18 bits, 262_144;
    packed20_300000: 20 bits, 300_000;
    split24_300000: 24 bits, 300_000;
    u32_300000: 32 bits, 300_000;
}

/// The top entries of a table of 2^32 - 1 entries. No test could hold the whole table.
#[derive(Clone, Copy, Debug)]
struct TopOf4G([u32; 8]);

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl Zeroable for TopOf4G {}

// SAFETY: 1. An entry is one element of an array. Positions other than the last eight panic.
unsafe impl Table for TopOf4G {
    const CAPACITY: usize = u32::MAX as usize;
    const BITS: u32 = 32;
    type Bare = Self;

    fn clear_entries(&mut self, _count: usize) {
        self.0 = [0; 8];
    }

    fn copy_from(&mut self, other: &Self, _count: usize) {
        self.0 = other.0;
    }

    unsafe fn get(&self, position: usize) -> u32 {
        self.0[position - (Self::CAPACITY - 8)]
    }

    unsafe fn set(&mut self, position: usize, entry: u32) {
        self.0[position - (Self::CAPACITY - 8)] = entry;
    }
}

#[test]
fn the_largest_capacity_ends_where_it_should() {
    let mut stack = IndexStack::<TopOf4G>::zeroed();
    assert!(stack.peek_many(u32::MAX as usize - 8).is_some());
    // SAFETY: 1. Called for this many.
    unsafe { stack.take(u32::MAX - 8) };
    assert_eq!(stack.peek_many(9), None);
    let indices: Vec<u32> = core::iter::from_fn(|| pop(&mut stack)).collect();
    assert!(indices.iter().copied().eq(u32::MAX - 8..u32::MAX));
    assert_eq!((stack.used(), stack.remaining()), (u32::MAX, 0));
    for &index in &indices {
        let noted = stack.note(0);
        // SAFETY: 1. and 2. `index` was taken, and is below the capacity. 3. There are no slots. 4. Noted above.
        unsafe { stack.give_back(SlotMemory::NONE, index, noted) };
    }
    assert_eq!(pop(&mut stack), Some(u32::MAX - 1));
}
