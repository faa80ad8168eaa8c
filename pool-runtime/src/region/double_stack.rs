//! The double-ended stack: two stacks in one block that grow towards each other, as on consoles with one block
//! of memory for everything.

#![expect(unsafe_code, reason = "ends are made of the headers that belong to the storage")]

use super::double_end::{DoubleEnd, High, Low};
use super::header::Header;
use super::in_place::in_place;
use super::marker::Markers;
use super::scope::Scope;
use super::stack_end::StackEnd;
use super::stats::Stats;
use super::storage::{Inline, Storage};
use crate::base::alignment::{Align, Alignment};
use core::cell::Cell;
use core::ptr::NonNull;

/// The stack of a [`DoubleStack`] that grows from the beginning upwards.
pub type Lower<'a> = StackEnd<'a, Low>;

/// The stack of a [`DoubleStack`] that grows from the end downwards.
pub type Upper<'a> = StackEnd<'a, High>;

/// What allocates from a [`Lower`], for functions that take it.
pub type LowerScope<'a> = Scope<'a, DoubleEnd<'a, Low>>;

/// What allocates from an [`Upper`], for functions that take it.
pub type UpperScope<'a> = Scope<'a, DoubleEnd<'a, High>>;

/// Two stacks in one block of memory: what is free is there for both.
///
/// [`split`](DoubleStack::split) gives both at once. They meet anywhere: there is no border that one of them could reach
/// while the other one has room left.
///
/// ```
/// use stackpool::region::{DoubleStack, Inline};
///
/// let mut memory = DoubleStack::<Inline<4096>>::new();
/// let (mut level, mut scratch) = memory.split();
/// let rooms = level.enter().alloc_slice_copy(&[4_u16, 9, 2])?;
/// scratch.scope(|scope| {
///     let order = scope.alloc_slice_copy(rooms)?;
///     order.sort_unstable();
///     rooms[0] = order[0]; // both are there
///     Ok::<_, stackpool::Full>(())
/// })?;
/// assert_eq!((rooms[0], scratch.used()), (2, 0));
///
/// let all = scratch.remaining_capacity();
/// scratch.enter().alloc_slice_fill_with(all, |_| 0_u8)?;
/// assert!(level.enter().alloc(0_u8).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An upper value is put as high as its alignment lets it. [`alloc_iter`](Scope::alloc_iter) moves its values there once it
/// knows how many they are.
///
/// All zero bytes are two empty stacks.
#[derive(Debug)]
#[repr(C)]
pub struct DoubleStack<S> {
    lower: Header,
    upper: Header,
    lower_markers: Markers,
    upper_markers: Markers,
    storage: S,
}

in_place!(DoubleStack);

impl<S> DoubleStack<S> {
    const fn of(storage: S) -> Self {
        DoubleStack {
            lower: Header::EMPTY,
            upper: Header::EMPTY,
            lower_markers: Markers::EMPTY,
            upper_markers: Markers::EMPTY,
            storage,
        }
    }
}

impl<const N: usize, const ALIGN: usize> DoubleStack<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// Two empty stacks in `N` bytes. None of them is written.
    #[must_use]
    pub const fn new() -> Self {
        Self::of(Inline::new())
    }
}

impl<const N: usize, const ALIGN: usize> Default for DoubleStack<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Storage> From<S> for DoubleStack<S> {
    fn from(storage: S) -> Self {
        Self::of(storage)
    }
}

impl<S: Storage> DoubleStack<S> {
    /// Borrows both stacks, as they are. O(1).
    #[inline]
    #[must_use]
    pub fn split(&mut self) -> (Lower<'_>, Upper<'_>) {
        let len = self.storage.capacity();
        let start = self.storage.as_mut_ptr();
        debug_assert!(!start.is_null(), "storage is never null");
        // SAFETY: it is a pointer to storage.
        let start = unsafe { NonNull::new_unchecked(start) };
        let (lower, upper) = (Cell::from_mut(&mut self.lower), Cell::from_mut(&mut self.upper));
        // SAFETY: 1. the storage is borrowed mutably, for these two alone. 2. the headers count what was cut off it.
        let low = unsafe { DoubleEnd::new(start, len, lower, Some(upper)) };
        // SAFETY: 1. and 2. as above.
        let high = unsafe { DoubleEnd::new(start, len, upper, Some(lower)) };
        // SAFETY: 1. the lower end's markers are only ever used with it.
        let low = unsafe { StackEnd::new(low, &mut self.lower_markers) };
        // SAFETY: 1. the upper end's markers are only ever used with it.
        let high = unsafe { StackEnd::new(high, &mut self.upper_markers) };
        (low, high)
    }

    /// Takes all memory of both stacks back. All markers are stale then. O(1).
    #[inline]
    pub fn reset(&mut self) {
        let (mut lower, mut upper) = self.split();
        lower.reset();
        upper.reset();
    }

    /// Bytes of the block. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }

    /// Bytes in use by both stacks, those that alignment left unused and those of markers among them. O(1).
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.lower.used + self.upper.used
    }

    /// Bytes that are free, for both stacks. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.capacity() - self.used()
    }

    /// Bytes in use by both stacks that alignment left unused. O(1).
    #[inline]
    #[must_use]
    pub fn padding(&self) -> usize {
        self.lower.padding + self.upper.padding
    }

    /// The largest number of bytes that both stacks together ever had in use. O(1).
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        self.lower.high_water_mark.max(self.upper.high_water_mark)
    }

    /// All figures of both stacks together, to show or to keep. O(1).
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            capacity: self.capacity(),
            used: self.used(),
            padding: self.padding(),
            high_water_mark: self.high_water_mark(),
            exhausted: u64::from(self.lower.exhausted) + u64::from(self.upper.exhausted),
        }
    }
}
