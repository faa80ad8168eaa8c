//! Collections in a region: scopes as allocators of the crate `allocator-api2`.

#![expect(unsafe_code, reason = "allocators are implemented and asked")]

use super::end::End;
use super::scope::Scope;
use allocator_api2::alloc::{AllocError, Allocator};
use core::alloc::Layout;
use core::ptr::NonNull;

/// A `Vec`, a `HashMap`, any collection that takes an allocator, in a region (feature `allocator-api2`).
///
/// A collection borrows the scope, so that it is gone before the memory is. The last piece that was allocated grows and
/// shrinks where it is, and is given back when the collection drops it; all others stay in use, unused, until the region takes
/// the memory back. So reserve what is known, and fill one collection after the other where that is possible. (The two ends
/// of a [`DoubleStack`](super::DoubleStack) give nothing back, and never grow in place.)
///
/// A full region is an error value for what asks for one: `try_reserve`, `Box::try_new_in`. What does not, as `push` and
/// `collect`, aborts the program (through `handle_alloc_error`), as when the heap is full.
///
/// ```
/// use allocator_api2::vec::Vec;
/// use stackpool::region::{Inline, Linear};
///
/// let mut frame = Linear::<Inline<4096>>::new();
/// for round in 0..3 {
///     frame.reset();
///     let scope = frame.enter();
///     let mut visible = Vec::new_in(&scope);
///     visible.extend((0..100_u16).filter(|index| index % 7 == round));
///     assert_eq!(visible[1], 7 + round);
/// }
/// ```
///
/// ```compile_fail,E0505
/// # use allocator_api2::vec::Vec;
/// # use stackpool::region::{Inline, Linear};
/// # let mut frame = Linear::<Inline<4096>>::new();
/// let scope = frame.enter();
/// let mut visible: Vec<u16, _> = Vec::new_in(&scope);
/// drop(scope);
/// visible.push(7); // it is in the memory of the scope
/// ```
// SAFETY:
// 1. A piece is the caller's, and valid, as long as the region is borrowed and its end is not moved back over it. While this
//    reference or a copy of it exists, the scope is borrowed, and with it the region; by a shared reference an end moves back
//    over the piece that its owner gives back or shortens alone (`resize_last`), and over what an iterator that allocated
//    nothing was lent.
// 2. Copying or moving a reference changes nothing, and a copy is the same allocator.
// 3. All methods take any piece of any copy.
unsafe impl<E: End> Allocator for &Scope<'_, E> {
    #[inline]
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        self.alloc_layout(layout).map_err(|_full| AllocError)
    }

    #[inline]
    unsafe fn deallocate(&self, piece: NonNull<u8>, layout: Layout) {
        // SAFETY: 1. and 2.: promised by the caller: the piece is of this layout, and nothing of it is used any more.
        let _ = unsafe { self.resize(piece, layout.size(), 0) };
    }

    unsafe fn grow(&self, piece: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        debug_assert!(old.size() <= new.size(), "a piece would grow to less than it is");
        if is_aligned(piece, new) {
            if new.size() == old.size() {
                return Ok(NonNull::slice_from_raw_parts(piece, new.size()));
            }
            // SAFETY: 1. and 2.: promised by the caller: the piece is of this layout; all of it stays.
            if let Some(piece) = unsafe { self.resize(piece, old.size(), new.size()) } {
                return Ok(NonNull::slice_from_raw_parts(piece, new.size()));
            }
        }
        // SAFETY: 1. and 2.: promised by the caller.
        unsafe { self.relocate(piece, old.size(), new) }
    }

    unsafe fn shrink(
        &self,
        piece: NonNull<u8>,
        old: Layout,
        new: Layout,
    ) -> Result<NonNull<[u8]>, AllocError> {
        debug_assert!(new.size() <= old.size(), "a piece would shrink to more than it is");
        if !is_aligned(piece, new) {
            // SAFETY: 1. and 2.: promised by the caller.
            return unsafe { self.relocate(piece, new.size(), new) };
        }
        // SAFETY: 1. and 2.: promised by the caller: the piece is of this layout, and of what is cut off nothing is used.
        let shorter = unsafe { self.resize(piece, old.size(), new.size()) };
        Ok(NonNull::slice_from_raw_parts(shorter.unwrap_or(piece), new.size()))
    }
}

impl<E: End> Scope<'_, E> {
    /// Makes a piece longer or shorter where it is; `None` when it cannot be.
    ///
    /// # Safety
    ///
    /// 1. `piece` is one of `len` bytes from this scope, that is in use.
    /// 2. Its bytes from `new_len` on are not used any more.
    #[inline]
    unsafe fn resize(&self, piece: NonNull<u8>, len: usize, new_len: usize) -> Option<NonNull<u8>> {
        if len == 0 {
            // It was never cut off.
            return None;
        }
        // SAFETY: 1. and 2.: promised by the caller; it was cut off this end, for it is not empty.
        unsafe { self.end().resize_last(piece, len, new_len) }
    }

    /// Copies the first `len` bytes of a piece into a new one. The old one stays in use, unused.
    ///
    /// # Safety
    ///
    /// 1. `piece` can be read for `len` bytes, and is from this scope.
    /// 2. `len` is at most the size of the new layout.
    unsafe fn relocate(
        &self,
        piece: NonNull<u8>,
        len: usize,
        new: Layout,
    ) -> Result<NonNull<[u8]>, AllocError> {
        let larger = self.alloc_layout(new).map_err(|_full| AllocError)?;
        // SAFETY: 1. and 2.: both are so long, and disjoint, for the new one was just cut off.
        unsafe { larger.cast::<u8>().copy_from_nonoverlapping(piece, len) };
        Ok(larger)
    }
}

/// Whether a piece is where the layout wants it.
#[inline]
fn is_aligned(piece: NonNull<u8>, layout: Layout) -> bool {
    piece.addr().get() & (layout.align() - 1) == 0
}
