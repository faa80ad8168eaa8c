//! Collections in a region: a reference to a scope is an allocator of the crate `allocator-api2`.

#![expect(unsafe_code, reason = "`Allocator` is an unsafe trait with unsafe methods")]

use super::end::End;
use super::scope::Scope;
use allocator_api2::alloc::{AllocError, Allocator};
use core::alloc::Layout;
use core::ptr::NonNull;

/// Lets a `Vec`, a `HashMap` or any other collection with an allocator live in a region (feature `allocator-api2`).
///
/// The collection borrows the scope, so it cannot outlive its memory. For the scope of a frame, pass the scope inside
/// it: `Vec::new_in(&*scope)`. For a scope that drops its values, pass [`plain`](super::DropScope::plain).
///
/// - The newest piece grows and shrinks in place. Its memory is free again when the collection drops it.
/// - Every other piece stays in use until the region frees its memory. So reserve capacity where you know it. Where you
///   can, fill one collection before you start the next.
/// - The two ends of a [`DoubleStack`](super::DoubleStack) never grow a piece in place and give nothing back.
///
/// If the region is full, methods that can report it return an error: `try_reserve`, `Box::try_new_in`. Methods that
/// cannot, such as `push` and `collect`, abort the program through `handle_alloc_error`, as they do when the heap is
/// full.
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
/// visible.push(7); // its memory belongs to the scope
/// ```
// SAFETY: 1. A piece belongs to the caller and stays valid while the region is borrowed and its end is not moved back
// over the piece. While this reference or a copy of it exists, the scope is borrowed, and so is the region. Through a
// shared reference, an end moves back in two cases only: over a piece that its owner frees or shortens
// (`resize_last`), and over the rest that was lent to an iterator (`settle`), except for what the iterator's slice
// needs. Nothing else is allocated from that rest. 2. Copying or moving the reference does not touch the region, and a
// copy refers to the same scope, so it is the same allocator. 3. Every method works on the region's end, which all
// copies share, so it accepts a piece from any copy.
unsafe impl<E: End> Allocator for &Scope<'_, E> {
    #[inline]
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        self.alloc_layout(layout).map_err(|_full| AllocError)
    }

    #[inline]
    unsafe fn deallocate(&self, piece: NonNull<u8>, layout: Layout) {
        // SAFETY: 1. The caller promises that the piece came from this allocator with this layout. 2. The caller
        // promises that none of the piece is used any more.
        let _ = unsafe { self.resize(piece, layout.size(), 0) };
    }

    unsafe fn grow(&self, piece: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        debug_assert!(old.size() <= new.size(), "`grow` was asked for a smaller size");
        if is_aligned(piece, new) {
            if new.size() == old.size() {
                return Ok(NonNull::slice_from_raw_parts(piece, new.size()));
            }
            // SAFETY: 1. The caller promises that the piece came from this allocator with the layout `old`. 2. The new
            // size is not smaller, so no byte of the piece is given up.
            if let Some(piece) = unsafe { self.resize(piece, old.size(), new.size()) } {
                return Ok(NonNull::slice_from_raw_parts(piece, new.size()));
            }
        }
        // SAFETY: 1. The caller promises that the piece came from this allocator with the layout `old`, so it has this
        // many bytes. 2. The caller promises that the new size is at least the old one.
        unsafe { self.relocate(piece, old.size(), new) }
    }

    unsafe fn shrink(
        &self,
        piece: NonNull<u8>,
        old: Layout,
        new: Layout,
    ) -> Result<NonNull<[u8]>, AllocError> {
        debug_assert!(new.size() <= old.size(), "`shrink` was asked for a larger size");
        if !is_aligned(piece, new) {
            // SAFETY: 1. The caller promises that the piece came from this allocator with the layout `old`, which is at
            // least as large as `new`, so that this many bytes of it can be read. 2. The length is the size of the new
            // layout.
            return unsafe { self.relocate(piece, new.size(), new) };
        }
        // SAFETY: 1. The caller promises that the piece came from this allocator with the layout `old`. 2. The caller
        // promises that the bytes beyond the new size are not used any more.
        let shorter = unsafe { self.resize(piece, old.size(), new.size()) };
        Ok(NonNull::slice_from_raw_parts(shorter.unwrap_or(piece), new.size()))
    }
}

impl<E: End> Scope<'_, E> {
    /// Makes a piece longer or shorter in place, and returns its address. Returns `None` if that is not possible.
    ///
    /// # Safety
    ///
    /// 1. `piece` has `len` bytes, was allocated from this scope, and is in use.
    /// 2. Its bytes from `new_len` on are not used any more.
    #[inline]
    unsafe fn resize(&self, piece: NonNull<u8>, len: usize, new_len: usize) -> Option<NonNull<u8>> {
        if len == 0 {
            // An empty piece was never cut off the end: its address is dangling.
            return None;
        }
        // SAFETY: 1. The caller promises that the piece is in use and came from this scope. It is not empty, so it was
        // cut off this end. 2. The caller promises that the bytes from `new_len` on are not used any more.
        unsafe { self.end().resize_last(piece, len, new_len) }
    }

    /// Copies the first `len` bytes of a piece into a new piece. The old piece stays allocated, but nothing uses it.
    ///
    /// # Safety
    ///
    /// 1. `piece` came from this scope, and `len` bytes of it can be read.
    /// 2. `len` is at most the size of the new layout.
    unsafe fn relocate(
        &self,
        piece: NonNull<u8>,
        len: usize,
        new: Layout,
    ) -> Result<NonNull<[u8]>, AllocError> {
        let larger = self.alloc_layout(new).map_err(|_full| AllocError)?;
        // SAFETY: by 1. of `relocate`, `len` bytes of `piece` can be read. By 2., the new piece has at least `len`
        // bytes. It was just cut off, so it does not overlap the old one.
        unsafe { larger.cast::<u8>().copy_from_nonoverlapping(piece, len) };
        Ok(larger)
    }
}

/// Whether the address of a piece is aligned as the layout asks.
#[inline]
fn is_aligned(piece: NonNull<u8>, layout: Layout) -> bool {
    piece.addr().get() & (layout.align() - 1) == 0
}
