//! The double-ended stack: two stacks in one block of memory that grow towards each other. It suits
//! consoles, where one block of memory holds everything.

#![expect(unsafe_code, reason = "ends are made from the headers that belong to the storage")]

use super::counts::{Header, Stats, bytes_in_use};
use super::double_end::{DoubleEnd, High, Low};
use super::in_place::in_place;
use super::marker::Markers;
use super::scope::Scope;
use super::stack_end::StackEnd;
use super::storage::Storage;
use core::cell::Cell;

/// The stack of a [`DoubleStack`] that grows from the beginning of the block upwards.
pub type Lower<'a> = StackEnd<'a, Low>;

/// The stack of a [`DoubleStack`] that grows from the end of the block downwards.
pub type Upper<'a> = StackEnd<'a, High>;

/// A scope of a [`Lower`]: the type for function parameters.
pub type LowerScope<'a> = Scope<'a, DoubleEnd<'a, Low>>;

/// A scope of an [`Upper`]: the type for function parameters.
pub type UpperScope<'a> = Scope<'a, DoubleEnd<'a, High>>;

/// Two stacks in one block of memory, which share all free bytes.
///
/// [`split`](DoubleStack::split) borrows both stacks at once. There is no fixed border between them: each stack can
/// use every byte that the other one does not use.
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
/// rooms[0] = order[0]; // both stacks are in use here
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
/// Use it when lasting data and temporary data share one block, and the share of each is not known.
///
/// The upper stack places a value as high as its alignment allows. [`alloc_iter`](Scope::alloc_iter) first writes the
/// values of an iterator at the low side of the free bytes. It moves them up when it knows their number.
///
/// If all bytes are zero, both stacks are empty.
#[doc(alias = "DoubleEndedStack")]
#[derive(Debug)]
#[repr(C)]
pub struct DoubleStack<S> {
    lower: Header,
    upper: Header,
    lower_markers: Markers,
    upper_markers: Markers,
    storage: S,
}

in_place!(DoubleStack, "Makes two empty stacks in a block of `N` bytes.", |storage| DoubleStack {
    lower: Header::EMPTY,
    upper: Header::EMPTY,
    lower_markers: Markers::EMPTY,
    upper_markers: Markers::EMPTY,
    storage
});

impl<S: Storage> DoubleStack<S> {
    /// Borrows both stacks, as they are. O(1).
    #[inline]
    #[must_use]
    pub fn split(&mut self) -> (Lower<'_>, Upper<'_>) {
        let len = self.storage.capacity();
        let start = self.storage.start();
        let (lower, upper) = (Cell::from_mut(&mut self.lower), Cell::from_mut(&mut self.upper));
        // SAFETY: 1. The storage is borrowed mutably here, and only the two ends made here use its bytes. 2. The
        // headers count what was cut off the two edges, which together is never more than the block has.
        let low = unsafe { DoubleEnd::new(start, len, lower, Some(upper)) };
        // SAFETY: 1. As for `low`: only these two ends use the bytes. 2. As for `low`: these are the same two headers,
        // with the roles of own and other exchanged.
        let high = unsafe { DoubleEnd::new(start, len, upper, Some(lower)) };
        // SAFETY: 1. `lower_markers` is only ever used with the lower end.
        let low = unsafe { StackEnd::new(low, &mut self.lower_markers) };
        // SAFETY: 1. `upper_markers` is only ever used with the upper end.
        let high = unsafe { StackEnd::new(high, &mut self.upper_markers) };
        (low, high)
    }

    /// Frees all memory of both stacks. All markers of both are stale then. O(1).
    #[doc(alias("clear", "free_all"))]
    #[inline]
    pub fn reset(&mut self) {
        let (mut lower, mut upper) = self.split();
        lower.reset();
        upper.reset();
    }

    /// Size of the block in bytes. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }

    /// The largest number of bytes that both stacks together ever had in use. O(1).
    #[doc(alias = "peak")]
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        self.lower.high_water_mark.max(self.upper.high_water_mark)
    }

    /// Returns all figures of both stacks together, which display as one line. O(1).
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            capacity: self.capacity(),
            used: self.used(),
            padding: self.padding(),
            high_water_mark: self.high_water_mark(),
            full_count: u64::from(self.lower.full_count) + u64::from(self.upper.full_count),
        }
    }
}

bytes_in_use!(
    [S: Storage] DoubleStack<S>,
    |this| this.lower.used + this.upper.used,
    this.capacity() - this.used(),
    this.lower.padding + this.upper.padding,
    "Bytes in use by both stacks, including padding and markers. O(1).",
    "Free bytes, which either stack can use. O(1).",
    "Bytes in use by both stacks that hold no value: alignment skipped them. O(1)."
);
