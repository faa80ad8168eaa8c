//! What a free list has in place of a table: nothing.

use super::Table;
use super::window::NoWindow;
use bytemuck::Zeroable;

/// No entries for `N` slots, under a free list of this kind.
#[derive(Debug)]
pub struct NoTable<const N: usize, const KIND: u8>;

// SAFETY: it has no bytes.
unsafe impl<const N: usize, const KIND: u8> Zeroable for NoTable<N, KIND> {}

// SAFETY: no entry is ever set: what asks for one panics. (Pools with a free list have no index stack, and others do not
// compile with this.)
unsafe impl<const N: usize, const KIND: u8> Table for NoTable<N, KIND> {
    const CAPACITY: usize = N;
    const BITS: u32 = KIND as u32;
    type Window = NoWindow;

    unsafe fn get(&self, _position: usize) -> u32 {
        unreachable!("a free list has no table")
    }

    unsafe fn set(&mut self, _position: usize, _entry: u32) {
        unreachable!("a free list has no table")
    }
}
