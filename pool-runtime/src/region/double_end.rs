//! One of the two ends of a block that grow towards each other.
//!
//! ```text
//!  start                                                     start + len
//!  +--------------------+----------------------+--------------------+
//!  | in use by the low  | free                 | in use by the high |
//!  +--------------------+----------------------+--------------------+
//!                       >> Low            High <<
//! ```
//!
//! Both count their bytes from their own edge of the block, so that nearly everything is the same for both. Each looks at
//! the other's count whenever it cuts: they share all that is free, to the byte.
//!
//! While a slice is open ([`End::cut_rest`]) its end claims the whole block, so that no end finds room, also where the
//! other one gives bytes back meanwhile.

#![expect(unsafe_code, reason = "a block of memory is cut by raw pointer")]

use super::end::{End, Rest};
use super::header::Header;
use super::scope::Scope;
use core::alloc::Layout;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Where an end begins, and so which way it grows.
pub trait Direction: fmt::Debug {
    /// The offset, from the beginning of a block of `len` bytes, of a piece of `size` bytes that is `distance` bytes away
    /// from this end's edge. And the other way round: its distance from the edge, of its offset.
    #[doc(hidden)]
    fn turn(len: usize, distance: usize, size: usize) -> usize;

    /// How many bytes a piece at `address` has to move away from this end's edge, for `align` to divide its address.
    #[doc(hidden)]
    fn padding(address: usize, align: usize) -> usize;
}

/// From the beginning of the block upwards.
#[derive(Debug)]
pub enum Low {}

/// From the end of the block downwards.
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
    /// Wraps for a piece that does not fit.
    #[inline]
    fn turn(len: usize, distance: usize, size: usize) -> usize {
        len.wrapping_sub(distance).wrapping_sub(size)
    }

    #[inline]
    fn padding(address: usize, align: usize) -> usize {
        address & (align - 1)
    }
}

/// One end of a block of two.
#[derive(Debug)]
pub struct DoubleEnd<'a, D: Direction> {
    start: NonNull<u8>,
    len: usize,
    own: &'a Cell<Header>,
    /// The other end's; none where the block has only this one.
    other: Option<&'a Cell<Header>>,
    direction: PhantomData<D>,
}

impl<'a, D: Direction> DoubleEnd<'a, D> {
    /// One end of the block of `len` bytes from `start` on.
    ///
    /// # Safety
    ///
    /// 1. For `'a`, the bytes are read and written through the ends of this block alone.
    /// 2. `own` and `other` count what is in use at either edge: together no more than `len` bytes.
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

    /// The same end, for as long as this one is not used.
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

    /// Moves the end back to where it was.
    ///
    /// # Safety
    ///
    /// 1. `used` and `padding` are what it had when nothing was cut off yet of what is beyond it now.
    /// 2. Nothing of that is in use any more.
    #[inline]
    pub(super) unsafe fn fall(&self, used: usize, padding: usize) {
        let own = self.own.get();
        debug_assert!(used <= own.used, "an end falls upwards");
        self.own.set(Header { used, padding, ..own });
    }

    /// Cuts a piece off as [`cut`](End::cut) does, but does not note how much is in use then.
    #[inline]
    pub(super) fn take(&self, layout: Layout) -> Option<NonNull<u8>> {
        let own = self.own.get();
        let padding = self.padding_of(own.used, layout);
        // No overflow: a layout's size, rounded up to its alignment, is at most `isize::MAX`.
        if padding + layout.size() > self.remaining() {
            self.note_full();
            return None;
        }
        let distance = own.used + padding;
        // SAFETY: 1. as many bytes are free after those in use.
        let piece = unsafe { self.piece(distance, layout.size()) };
        self.own.set(Header { used: distance + layout.size(), padding: own.padding + padding, ..own });
        Some(piece)
    }

    /// Notes how much of the block is in use, after that became more.
    #[inline]
    pub(super) fn note_used(&self) {
        let own = self.own.get();
        let used = own.used + self.used_by_other();
        debug_assert!(used <= self.len, "bytes were cut off while a slice was open");
        self.own.set(Header { high_water_mark: own.high_water_mark.max(used), ..own });
    }

    /// Where the piece of `size` bytes begins that is `distance` bytes away from this end's edge.
    ///
    /// # Safety
    ///
    /// 1. `distance + size <= len`.
    #[inline]
    pub(super) unsafe fn piece(&self, distance: usize, size: usize) -> NonNull<u8> {
        debug_assert!(distance + size <= self.len, "a piece out of bounds");
        // SAFETY: the piece is within the block, and so is its beginning, from whichever edge it is counted.
        unsafe { self.start.add(D::turn(self.len, distance, size)) }
    }

    /// Bytes that the piece `size` long has to move away from the top for `align` to divide its address.
    #[inline]
    fn padding_of(&self, used: usize, layout: Layout) -> usize {
        // It wraps where there is no room: the alignment is a power of two, so that its low bits are right even then.
        let address = self.start.addr().get().wrapping_add(D::turn(self.len, used, layout.size()));
        D::padding(address, layout.align())
    }

    #[inline]
    fn used_by_other(&self) -> usize {
        self.other.map_or(0, |other| other.get().used)
    }
}

impl<D: Direction> End for DoubleEnd<'_, D> {
    #[inline]
    fn cut(&self, layout: Layout) -> Option<NonNull<u8>> {
        let piece = self.take(layout)?;
        self.note_used();
        Some(piece)
    }

    fn cut_rest(&self) -> Rest {
        let len = self.remaining();
        let own = self.own.get();
        // SAFETY: 1. so many are free. (Where this end has claimed the whole block already, none are, at the far edge.)
        let start = unsafe { self.piece(own.used, len) };
        self.own.set(Header { used: self.len, ..own });
        Rest { start, len }
    }

    unsafe fn settle(&self, rest: Rest, padding: usize, len: usize, align: usize) -> NonNull<u8> {
        debug_assert!(padding + len <= rest.len, "more was used of the rest than there was");
        // SAFETY: 2.: within the rest, or at its end.
        let written = unsafe { rest.start.add(padding) };
        let offset = rest.start.addr().get() - self.start.addr().get();
        let used = D::turn(self.len, offset, rest.len);
        // SAFETY: 3.: an alignment divides an address only where it is a power of two, and what was written there fits.
        let layout = unsafe { Layout::from_size_align_unchecked(len, align) };
        // The piece as close to the edge as it goes: where it was written, from the low edge.
        let padding = self.padding_of(used, layout);
        let distance = used + padding;
        // SAFETY: 1. where it was written there was room for it, and this is no further away from the edge.
        let piece = unsafe { self.piece(distance, len) };
        if piece != written {
            // SAFETY: both are within the rest, which is this end's alone.
            unsafe { written.copy_to(piece, len) };
        }
        let own = self.own.get();
        self.own.set(Header { used: distance + len, padding: own.padding + padding, ..own });
        if len > 0 {
            self.note_used();
        }
        piece
    }

    #[cold]
    #[inline(never)]
    fn note_full(&self) {
        let own = self.own.get();
        self.own.set(Header { exhausted: own.exhausted.saturating_add(1), ..own });
    }

    #[inline]
    fn used(&self) -> usize {
        self.own.get().used
    }

    /// None while a slice is open at one of the ends.
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
    /// A scope at the same end: everything allocated by `work` is free again when it returns, or panics. They nest freely.
    /// O(1), but for `work`.
    #[inline]
    pub fn scope<R>(&mut self, work: impl for<'s> FnOnce(Scope<'s, DoubleEnd<'s, D>>) -> R) -> R {
        let mut fall = FallBack::new(self.end_mut().again());
        work(Scope::new(fall.end.again()))
    }
}

/// Moves an end back to where it was when this is dropped.
///
/// The caller of a scope's closure has it, not the scope: that one can be forgotten.
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
        // SAFETY: 1. they were read when this was made. 2. what was cut off since was borrowed of this, and no longer is.
        unsafe { self.end.fall(self.used, self.padding) };
    }
}
