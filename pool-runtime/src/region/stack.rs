//! The stack allocator: its top moves up, and back to where it was. It is the "stack allocator with markers" of *Game
//! Engine Architecture*.

#![expect(unsafe_code, reason = "ends are made from the headers that belong to the storage")]

use super::counts::{Header, figures};
use super::double_end::{DoubleEnd, Low};
use super::in_place::in_place;
use super::linear::entered;
use super::marker::Markers;
use super::stack_end::{StackEnd, marked};
use super::storage::Storage;
use core::cell::Cell;

/// Memory that you allocate piece by piece and free in the opposite order.
///
/// There are two ways to free what a level, an encounter or a screen allocated. A [`scope`](Stack::scope) frees it at
/// the end of a closure. A rollback frees everything after a [`Marker`](super::Marker) that you took before.
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
/// A scope ends where its closure ends. A marker can be kept anywhere and as long as you like, for example in a struct
/// next to the stack. But a rollback borrows the whole stack. So no reference into the stack stays usable, not even to
/// a value below the marker.
///
/// - To keep using values by reference, allocate them in an outer scope, and use inner [scopes](super::Scope::scope)
///   for what comes and goes above them.
/// - Use markers if you enter the stack anew each time. With `Boxed` storage, use them also for memory that is
///   reached by raw pointer ([`Scope::alloc_layout`](super::Scope::alloc_layout)), for C code or a device.
///
/// A stack whose bytes are all zero is empty. Each marker takes [`MARKER_BYTES`](super::MARKER_BYTES) of the stack.
#[doc(alias("StackAllocator", "Bump", "Arena"))]
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
marked!([S: Storage] Stack<S>, |this| this.end());

impl<S: Storage> Stack<S> {
    /// Frees all memory. All markers are stale then. O(1).
    #[doc(alias("clear", "free_all"))]
    #[inline]
    pub fn reset(&mut self) {
        self.end().reset();
    }

    /// The stack as the low end of a block that has no high end.
    #[inline]
    fn end(&mut self) -> StackEnd<'_, Low> {
        let len = self.storage.capacity();
        let start = self.storage.start();
        // SAFETY: 1. The storage is borrowed mutably here, and only this end uses its bytes. 2. The header counts what
        // was cut off the storage, which is never more than it has. There is no other end.
        let end = unsafe { DoubleEnd::new(start, len, Cell::from_mut(&mut self.header), None) };
        // SAFETY: 1. The block has one end, and only it uses these markers. What is on the chain stays in use: the
        // header counts the record as soon as it is written, so scopes begin above it, even if they are forgotten.
        unsafe { StackEnd::new(end, &mut self.markers) }
    }
}
