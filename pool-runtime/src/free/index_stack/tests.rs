//! The largest capacity. The tests of quarantines compare stacks of all tables with a model.

use super::IndexStack;
use crate::free::{FreeSlots, FreeTable, SlotMemory};
use crate::table::Table;
use bytemuck::Zeroable;
use core::ops::Range;
use std::vec::Vec;

/// The top entries of a table of 2^32 - 1 entries. No test could hold the whole table.
#[derive(Clone, Copy, Debug)]
struct TopOf4G([u32; 8]);

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl Zeroable for TopOf4G {}

// SAFETY: 1. An entry is one element of an array. Positions other than the last eight panic. 2. All entries are
// initialised.
unsafe impl Table for TopOf4G {
    const CAPACITY: usize = u32::MAX as usize;
    const BITS: u32 = 32;
    type Bare = Self;

    unsafe fn number(&mut self, positions: Range<usize>) {
        for position in positions.start.max(Self::CAPACITY - 8)..positions.end {
            self.0[position - (Self::CAPACITY - 8)] = position as u32;
        }
    }

    unsafe fn copy_from(&mut self, other: &Self, _count: usize) {
        self.0 = other.0;
    }

    unsafe fn get(&self, position: usize) -> u32 {
        self.0[position - (Self::CAPACITY - 8)]
    }

    unsafe fn set(&mut self, position: usize, entry: u32) {
        self.0[position - (Self::CAPACITY - 8)] = entry;
    }

    unsafe fn push_up(&mut self, top: usize) {
        self.0[top - (Self::CAPACITY - 8)] = top as u32;
    }

    unsafe fn find(&self, mut positions: Range<usize>, index: u32) -> Option<usize> {
        positions.find(|&position| index == self.0[position - (Self::CAPACITY - 8)])
    }
}

#[test]
fn the_largest_capacity_ends_where_it_should() {
    let mut stack = IndexStack::<TopOf4G>::zeroed();
    assert!(stack.peek_many(u32::MAX as usize - 8).is_some());
    // SAFETY: 1. Called for this many.
    unsafe { stack.pop_many(u32::MAX - 8) };
    assert_eq!(stack.peek_many(9), None);
    // SAFETY: 1. There are no slots.
    let pop = |stack: &mut IndexStack<TopOf4G>| unsafe { stack.pop(SlotMemory::NONE) };
    let indices: Vec<u32> = core::iter::from_fn(|| pop(&mut stack)).collect();
    assert!(indices.iter().copied().eq(u32::MAX - 8..u32::MAX));
    assert_eq!((stack.used(), stack.remaining()), (u32::MAX, 0));
    for &index in &indices {
        let noted = stack.note(0);
        // SAFETY: 1. and 2. `index` was taken, and is below the capacity. 3. There are no slots. 4. Noted above.
        unsafe { stack.push(SlotMemory::NONE, index, noted) };
    }
    assert_eq!(pop(&mut stack), Some(u32::MAX - 1));
}
