//! The stack allocator: its top moves up, and back to where it was. It is the "stack allocator with markers" of *Game
//! Engine Architecture*.

#![expect(unsafe_code, reason = "ends are made from the headers that belong to the storage")]

use super::counts::{Header, figures};
use super::double_end::{DoubleEnd, Low};
use super::in_place::in_place;
use super::linear::entered;
use super::marker::{Marker, MarkerError, Markers};
use super::no_drop::{self, NoDrop};
use super::stack_end::StackEnd;
use super::storage::Storage;
use crate::base::full::Full;
use core::cell::Cell;
use core::ptr::NonNull;

/// Memory that you allocate piece by piece and free in the opposite order.
///
/// There are two ways to free what a level, an encounter or a screen allocated: at the end of a closure
/// ([`scope`](Stack::scope)), or by a rollback to a [`Marker`] that was taken before.
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
/// No value can be held across a rollback. This does not compile:
///
/// ```compile_fail,E0499
/// # use stackpool::region::{Inline, Stack};
/// # let mut memory = Stack::<Inline<4096>>::new();
/// let (before, score) = memory.alloc_marked(7)?;
/// memory.rollback(before)?;
/// *score += 1; // the memory of `score` was freed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Scopes or markers
///
/// A scope ends where its closure ends. A marker can be kept anywhere and as long as you like, for example in a
/// struct beside the stack. But a rollback borrows the whole stack, so no reference to anything in the stack stays
/// usable, not even to values below the marker.
///
/// - To keep using values by reference, allocate them in an outer scope, and use inner [scopes](Scope::scope) for
///   what comes and goes above them.
/// - Use markers if you enter the stack anew each time. With `Boxed` storage, use them also for memory that is
///   reached by raw pointer ([`Scope::alloc_layout`]), for C code or a device.
///
/// All zero bytes are the empty stack. Each marker takes [`MARKER_BYTES`](super::MARKER_BYTES) of the stack.
#[doc(alias = "StackAllocator")]
#[doc(alias = "Bump")]
#[doc(alias = "Arena")]
#[derive(Debug)]
#[repr(C)]
pub struct Stack<S> {
    header: Header,
    markers: Markers,
    storage: S,
}

in_place!(Stack, "Makes an empty stack of `N` bytes.", |storage| Stack {
    header: Header::EMPTY,
    markers: Markers::EMPTY,
    storage
});
figures!(Stack, "Bytes in use, including padding and markers. O(1).", header);

entered!(Stack);

impl<S: Storage> Stack<S> {
    /// Records the top, so that you can roll back to it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room for the [`MARKER_BYTES`](super::MARKER_BYTES) of a marker.
    ///
    /// # Panics
    ///
    /// Panics if the stack needs an [instance number](crate::region#limits) for its first marker, and none is left.
    #[doc(alias = "checkpoint")]
    #[doc(alias = "savepoint")]
    #[inline]
    pub fn marker(&mut self) -> Result<Marker, Full> {
        self.end().marker()
    }

    /// Frees everything that was allocated since the marker was taken. O(n) for n markers taken since.
    ///
    /// Every marker that was taken after this one becomes stale.
    ///
    /// # Errors
    ///
    /// [`MarkerError`] if the marker belongs to another stack or is stale. The stack is unchanged then.
    #[doc(alias = "rewind")]
    #[doc(alias = "reset_to")]
    #[doc(alias = "restore")]
    #[inline]
    pub fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError> {
        self.end().rollback(marker)
    }

    /// Records the top, then moves a value onto the stack. Returns the marker and a reference to the value. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if there is no room for both. Nothing is allocated then.
    ///
    /// # Panics
    ///
    /// Panics if the stack needs an [instance number](crate::region#limits) for its first marker, and none is left.
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

    /// Frees all memory. All markers are stale then. O(1).
    #[doc(alias = "clear")]
    #[doc(alias = "free_all")]
    #[inline]
    pub fn reset(&mut self) {
        self.end().reset();
    }

    /// The stack as the low end of a block that has no high end.
    #[inline]
    fn end(&mut self) -> StackEnd<'_, Low> {
        let len = self.storage.capacity();
        let start = self.storage.as_mut_ptr();
        debug_assert!(!start.is_null(), "storage is never null");
        // SAFETY: a storage never gives a null pointer.
        let start = unsafe { NonNull::new_unchecked(start) };
        // SAFETY:
        // 1. The storage is borrowed mutably here, and only this end uses its bytes.
        // 2. The header counts what was cut off the storage, which is never more than it has. There is no other end.
        let end = unsafe { DoubleEnd::new(start, len, Cell::from_mut(&mut self.header), None) };
        // SAFETY: 1. The block has one end, and only it uses these markers. What is on the chain stays in use: the
        // header counts the record as soon as it is written, so scopes begin above it, even if they are forgotten.
        unsafe { StackEnd::new(end, &mut self.markers) }
    }
}
