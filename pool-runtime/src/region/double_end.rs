//! One end of a block that is used from both ends: the two ends grow towards each other.
//!
//! ```text
//!  start                                                     start + len
//!  +--------------------+----------------------+--------------------+
//!  | in use by the low  | free                 | in use by the high |
//!  +--------------------+----------------------+--------------------+
//!                       >> Low            High <<
//! ```
//!
//! Each end counts its bytes from its own edge of the block, so nearly all of the code is the same for both. Each end
//! reads the count of the other whenever it cuts a piece off. So the two ends share all free bytes exactly.
//!
//! While a slice is open ([`End::cut_rest`]), its end claims the whole block. So neither end finds room until the
//! slice is closed, even if the other end gives bytes back in between.

#![expect(unsafe_code, reason = "a block of memory is cut by raw pointer")]

use super::counts::Header;
use super::end::{End, Rest};
use super::scope::Scope;
use core::alloc::Layout;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// The edge at which an end begins, and so the direction in which it grows.
pub trait Direction: fmt::Debug {
    /// Converts a distance from this end's edge into an offset from the beginning of the block, for a piece of `size`
    /// bytes in a block of `len` bytes. The same formula converts an offset back into a distance.
    #[doc(hidden)]
    fn turn(len: usize, distance: usize, size: usize) -> usize;

    /// How many bytes a piece at `address` has to move away from this end's edge so that `align` divides its address.
    #[doc(hidden)]
    fn padding(address: usize, align: usize) -> usize;
}

/// Grows from the beginning of the block upwards.
#[derive(Debug)]
pub enum Low {}

/// Grows from the end of the block downwards.
#[derive(Debug)]
pub enum High {}

impl Direction for Low {
    #[inline]
    fn turn(_len: usize, distance: usize, _size: usize) -> usize {
        distance
    }

    #[inline]
    fn padding(address: usize, align: usize) -> usize {
        address.wrapping_neg() & (align - 1)
    }
}

impl Direction for High {
    /// Wraps around for a piece that does not fit.
    #[inline]
    fn turn(len: usize, distance: usize, size: usize) -> usize {
        len.wrapping_sub(distance).wrapping_sub(size)
    }

    #[inline]
    fn padding(address: usize, align: usize) -> usize {
        address & (align - 1)
    }
}

/// One end of a block that may have two.
#[derive(Debug)]
pub struct DoubleEnd<'a, D: Direction> {
    start: NonNull<u8>,
    len: usize,
    own: &'a Cell<Header>,
    /// The header of the other end; `None` if the block has only this one.
    other: Option<&'a Cell<Header>>,
    direction: PhantomData<D>,
}

impl<'a, D: Direction> DoubleEnd<'a, D> {
    /// Makes one end of the block of `len` bytes that begins at `start`.
    ///
    /// # Safety
    ///
    /// 1. For `'a`, the bytes are read and written only through the ends of this block.
    /// 2. `own` and `other` count the bytes in use at the two edges, which together are at most `len`.
    #[inline]
    pub(super) unsafe fn new(
        start: NonNull<u8>,
        len: usize,
        own: &'a Cell<Header>,
        other: Option<&'a Cell<Header>>,
    ) -> Self {
        let end = DoubleEnd { start, len, own, other, direction: PhantomData };
        debug_assert!(own.get().used + end.used_by_other() <= len, "more bytes in use than there are");
        end
    }

    /// The same end, borrowed from this one.
    #[inline]
    pub(super) fn again(&mut self) -> DoubleEnd<'_, D> {
        DoubleEnd {
            start: self.start,
            len: self.len,
            own: self.own,
            other: self.other,
            direction: PhantomData,
        }
    }

    /// Cuts a piece off as [`cut`](End::cut) does, but does not update the high-water mark.
    #[inline]
    pub(super) fn take(&self, layout: Layout) -> Option<NonNull<u8>> {
        let own = self.own.get();
        let padding = self.padding_of(own.used, layout);
        // No overflow: the size of a layout, rounded up to its alignment, is at most `isize::MAX`.
        if padding + layout.size() > self.remaining() {
            return None;
        }
        let distance = own.used + padding;
        // SAFETY: 1. The lines above checked that `padding + size` bytes are free beyond `used`, so the piece ends
        // within the block.
        let piece = unsafe { self.piece(distance, layout.size()) };
        self.own.set(Header { used: distance + layout.size(), padding: own.padding + padding, ..own });
        Some(piece)
    }

    /// Updates the high-water mark after more of the block came into use.
    #[inline]
    pub(super) fn note_used(&self) {
        let own = self.own.get();
        let used = own.used + self.used_by_other();
        debug_assert!(used <= self.len, "bytes were cut off while a slice was open");
        self.own.set(Header { high_water_mark: own.high_water_mark.max(used), ..own });
    }

    /// The first byte of the piece of `size` bytes that is `distance` bytes away from this end's edge.
    ///
    /// # Safety
    ///
    /// 1. `distance + size <= len`.
    #[inline]
    pub(super) unsafe fn piece(&self, distance: usize, size: usize) -> NonNull<u8> {
        debug_assert!(distance + size <= self.len, "a piece out of bounds");
        // SAFETY: by 1. of `piece`, the piece lies within the block, counted from either edge. So its first byte is
        // within the block or at its end.
        unsafe { self.start.add(D::turn(self.len, distance, size)) }
    }

    /// How many bytes a piece of this layout has to move away from the top so that its alignment divides its address.
    #[inline]
    fn padding_of(&self, used: usize, layout: Layout) -> usize {
        // The address wraps around if there is no room. Its low bits are right even then, because an alignment is a
        // power of two.
        let address = self.start.addr().get().wrapping_add(D::turn(self.len, used, layout.size()));
        D::padding(address, layout.align())
    }

    #[inline]
    fn used_by_other(&self) -> usize {
        self.other.map_or(0, |other| other.get().used)
    }
}

impl<D: Direction> End for DoubleEnd<'_, D> {
    const MOVES: bool = true;

    #[inline]
    fn cut(&self, layout: Layout) -> Option<NonNull<u8>> {
        let piece = self.take(layout)?;
        self.note_used();
        Some(piece)
    }

    fn cut_rest(&self) -> Rest {
        let len = self.remaining();
        let own = self.own.get();
        // SAFETY: 1. `len` bytes are free beyond `used`. (If this end has claimed the whole block already, then `used`
        // is the length of the block and `len` is 0.)
        let start = unsafe { self.piece(own.used, len) };
        self.own.set(Header { used: self.len, ..own });
        let rest = Rest { start, len };
        rest.lend(self.own);
        rest
    }

    unsafe fn settle(&self, rest: Rest, padding: usize, len: usize, align: usize) -> NonNull<u8> {
        debug_assert!(padding + len <= rest.len, "more was used of the rest than there was");
        // SAFETY: by 2. of `settle`, `padding` is at most the length of the rest, so the address is within the rest
        // or at its end.
        let written = unsafe { rest.start.add(padding) };
        let offset = rest.start.addr().get() - self.start.addr().get();
        let used = D::turn(self.len, offset, rest.len);
        // SAFETY: by 3. of `settle`, `align` is a power of two. By 4., `len` is a multiple of it, so rounding up
        // changes nothing; `len` is at most the length of the block, which is at most `isize::MAX`.
        let layout = unsafe { Layout::from_size_align_unchecked(len, align) };
        // Put the piece as close to the edge as possible. At the low edge, the piece stays where it was written.
        let padding = self.padding_of(used, layout);
        let distance = used + padding;
        // SAFETY: 1. There was room for the piece where it was written, and the new place is no further away from the
        // edge.
        let piece = unsafe { self.piece(distance, len) };
        if piece != written {
            // SAFETY: both places are within the rest, which belongs to this end alone. The two may overlap.
            unsafe { written.copy_to(piece, len) };
        }
        let own = self.own.get();
        self.own.set(Header { used: distance + len, padding: own.padding + padding, ..own });
        rest.end_loan(self.own);
        if len > 0 {
            self.note_used();
        }
        piece
    }

    #[inline]
    unsafe fn fall(&self, used: usize, padding: usize) {
        let own = self.own.get();
        debug_assert!(used <= own.used, "an end would move forwards");
        self.own.set(Header { used, padding, ..own });
    }

    /// One of the ends has claimed the whole block.
    #[inline]
    fn is_lent(&self) -> bool {
        self.own.get().is_lent || self.other.is_some_and(|other| other.get().is_lent)
    }

    #[cold]
    #[inline(never)]
    fn note_full(&self) {
        let own = self.own.get();
        self.own.set(Header { full_count: own.full_count.saturating_add(1), ..own });
    }

    #[inline]
    fn used(&self) -> usize {
        self.own.get().used
    }

    /// 0 while a slice is open at one of the ends.
    #[inline]
    fn remaining(&self) -> usize {
        self.len.saturating_sub(self.used()).saturating_sub(self.used_by_other())
    }

    #[inline]
    fn padding(&self) -> usize {
        self.own.get().padding
    }
}

impl<'a, D: Direction> Scope<'a, DoubleEnd<'a, D>> {
    /// Gives `work` an inner scope at the same end, and frees everything allocated in it when `work` returns or
    /// panics.
    ///
    /// Inner scopes can be nested. O(1), plus `work`.
    #[inline]
    pub fn scope<R>(&mut self, work: impl for<'s> FnOnce(Scope<'s, DoubleEnd<'s, D>>) -> R) -> R {
        let mut fall = FallBack::new(self.end_mut().again());
        work(Scope::new(fall.end.again()))
    }
}

/// Moves an end back to its earlier position when this is dropped.
///
/// The function that calls the closure of a scope owns this, because the scope itself can be forgotten.
struct FallBack<'a, D: Direction> {
    end: DoubleEnd<'a, D>,
    used: usize,
    padding: usize,
}

impl<'a, D: Direction> FallBack<'a, D> {
    #[inline]
    fn new(end: DoubleEnd<'a, D>) -> Self {
        let (used, padding) = (end.used(), end.padding());
        FallBack { end, used, padding }
    }
}

impl<D: Direction> Drop for FallBack<'_, D> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: 1. `new` read both values from this end. 2. Everything that was cut off since was borrowed from the
        // end in this struct, and that borrow is over.
        unsafe { self.end.fall(self.used, self.padding) };
    }
}
