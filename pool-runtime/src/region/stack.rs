//! The stack allocator: a top that moves up, and back to where it was. Row "stack allocator with markers" of *Game Engine
//! Architecture*.

#![expect(unsafe_code, reason = "ends are made of the headers that belong to the storage")]

use super::double_end::{DoubleEnd, Low};
use super::end::Top;
use super::header::{Header, figures};
use super::in_place::in_place;
use super::marker::{Marker, MarkerError, Markers};
use super::no_drop::{self, NoDrop};
use super::scope::Scope;
use super::stack_end::StackEnd;
use super::storage::{Inline, Storage};
use crate::base::alignment::{Align, Alignment};
use crate::base::full::Full;
use core::cell::Cell;
use core::ptr::NonNull;

/// Memory that is given out piece by piece, and taken back in the opposite order.
///
/// Either for the time of a closure ([`scope`](Stack::scope)), or down to a [`Marker`] that was taken before: what belongs to
/// a level, an encounter, a screen.
///
/// ```
/// use stackpool::region::{Inline, Stack};
///
/// let mut memory = Stack::<Inline<4096>>::new();
/// memory.enter().alloc_str("what the whole game needs")?;
/// for level in 1..=3_u8 {
///     let before = memory.marker()?;
///     let tiles = memory.enter().alloc_slice_fill_with(1000, |index| (index % 7) as u8 * level)?;
///     assert_eq!(tiles[6], 6 * level);
///     let longest = memory.scope(|scratch| {
///         let path = scratch.alloc_iter((0..50).filter(|step| step % level == 0)).unwrap();
///         path.len()
///     });
///     assert!(longest > 0);
///     memory.rollback(before)?;
/// }
/// assert_eq!(memory.used(), 25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// No value can be held across a rollback:
///
/// ```compile_fail,E0499
/// # use stackpool::region::{Inline, Stack};
/// # let mut memory = Stack::<Inline<4096>>::new();
/// let (before, score) = memory.alloc_marked(7)?;
/// memory.rollback(before)?;
/// *score += 1; // it was borrowed of what is rolled back
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A marker can be kept anywhere and for any time, in a struct beside the stack, where a closure cannot go. But it has a
/// price: `rollback` borrows the whole stack, so that no reference to anything in it lives on, below the marker either. What
/// has to stay in use by reference is allocated in an outer scope, with [scopes](Scope::scope) for what comes and goes above
/// it; markers are for a caller who enters the stack anew each time, and over [`Boxed`](super::Boxed) storage for memory that is
/// reached by raw pointer ([`Scope::alloc_layout`], for C code or a device).
///
/// All zero bytes are the empty stack. Markers take [`MARKER_BYTES`](super::MARKER_BYTES) of it each.
#[derive(Debug)]
#[repr(C)]
pub struct Stack<S> {
    header: Header,
    markers: Markers,
    storage: S,
}

in_place!(Stack);
figures!(
    Stack,
    "Bytes in use, those that alignment left unused and those of markers among them. O(1).",
    header
);

impl<const N: usize, const ALIGN: usize> Stack<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// An empty stack of `N` bytes. None of them is written.
    #[must_use]
    pub const fn new() -> Self {
        Stack { header: Header::EMPTY, markers: Markers::EMPTY, storage: Inline::new() }
    }
}

impl<const N: usize, const ALIGN: usize> Default for Stack<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Storage> From<S> for Stack<S> {
    fn from(storage: S) -> Self {
        Stack { header: Header::EMPTY, markers: Markers::EMPTY, storage }
    }
}

impl<S: Storage> Stack<S> {
    /// Borrows the stack for allocations, on top of those of earlier borrowings. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> Scope<'_> {
        // SAFETY: 1. the header counts what was cut off this storage, never more than there is.
        Scope::new(unsafe { Top::new(&mut self.header, &mut self.storage, true) })
    }

    /// Borrows the stack for `work`: what it allocates is free again when it returns, or panics. They nest freely
    /// ([`Scope::scope`]). O(1), but for `work`.
    #[inline]
    pub fn scope<R>(&mut self, work: impl FnOnce(Scope<'_>) -> R) -> R {
        self.enter().scope(work)
    }

    /// Records the top, to roll back to it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room for [`MARKER_BYTES`](super::MARKER_BYTES).
    ///
    /// # Panics
    ///
    /// When 4,294,967,295 regions took markers or gave ids before.
    #[inline]
    pub fn marker(&mut self) -> Result<Marker, Full> {
        self.end().marker()
    }

    /// Takes back everything that was allocated since the marker was taken. O(n) for n markers taken since.
    ///
    /// Any marker will do, also one that others were taken after: those are stale then.
    ///
    /// # Errors
    ///
    /// [`MarkerError`] when the marker is of another stack, or stale; then nothing changes.
    #[inline]
    pub fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError> {
        self.end().rollback(marker)
    }

    /// Puts a value on the stack, and records the top before it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value, when there is no room for both; then nothing is allocated.
    ///
    /// # Panics
    ///
    /// When 4,294,967,295 regions took markers or gave ids before.
    ///
    /// ```
    /// use stackpool::region::{Inline, Stack};
    ///
    /// let mut memory = Stack::<Inline<1024>>::new();
    /// let (before, header) = memory.alloc_marked([0_u32; 4])?;
    /// header[0] = 1;
    /// memory.enter().alloc_slice_copy(&[1.0, 2.0])?;
    /// memory.rollback(before)?;
    /// assert_eq!(memory.used(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn alloc_marked<T: NoDrop>(&mut self, value: T) -> Result<(Marker, &mut T), Full<T>> {
        const { no_drop::check::<T>() };
        self.end().into_marked(value)
    }

    /// Takes all memory back. All markers are stale then. O(1).
    #[inline]
    pub fn reset(&mut self) {
        self.end().reset();
    }

    /// Bytes of the stack. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }

    /// The stack as the low end of a block that has no other one.
    #[inline]
    fn end(&mut self) -> StackEnd<'_, Low> {
        let len = self.storage.capacity();
        let start = self.storage.as_mut_ptr();
        debug_assert!(!start.is_null(), "storage is never null");
        // SAFETY: it is a pointer to storage.
        let start = unsafe { NonNull::new_unchecked(start) };
        // SAFETY: 1. the storage is borrowed mutably, for this alone. 2. the header counts what was cut off it.
        let end = unsafe { DoubleEnd::new(start, len, Cell::from_mut(&mut self.header), None) };
        // SAFETY: 1. only this uses the markers, with the one end that there is. What is on the chain stays in use: scopes
        // begin above it, also where they are forgotten, since the header has its bytes in use at once.
        unsafe { StackEnd::new(end, &mut self.markers) }
    }
}
