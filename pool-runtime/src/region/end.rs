//! An end of a block of memory, from which pieces are cut off.

#![expect(unsafe_code, reason = "a block of memory is cut by raw pointer")]

use super::counts::Header;
use super::storage::Storage;
use crate::base::full::{Full, Holder};
use core::alloc::Layout;
use core::cell::Cell;
use core::ptr::NonNull;

/// An end of a block of memory, from which pieces are cut off.
///
/// A piece from [`cut`](End::cut) belongs to the caller. It does not overlap any other piece that is in use. It stays
/// valid until the block is no longer borrowed, or until the end is moved back over it.
pub trait End {
    /// Whether [`settle`](End::settle) may move what it keeps.
    const MOVES: bool;

    /// Cuts a piece off. Returns `None` if there is no room. A piece of size 0 takes no room.
    fn cut(&self, layout: Layout) -> Option<NonNull<u8>>;

    /// Cuts off all free bytes, so that nobody else can cut any until [`settle`](End::settle).
    fn cut_rest(&self) -> Rest;

    /// Keeps `len` bytes of the rest, which begin `padding` bytes after its start, and gives the other bytes back.
    /// Returns the address of the bytes it kept, which may have moved.
    ///
    /// # Safety
    ///
    /// 1. `rest` is the last piece that was cut off this end.
    /// 2. `padding + len` is at most the length of the rest.
    /// 3. `align` is a power of two that divides the address `padding` bytes into the rest.
    /// 4. `len` is a multiple of `align`, or the end does not [move](End::MOVES) what it keeps.
    unsafe fn settle(&self, rest: Rest, padding: usize, len: usize, align: usize) -> NonNull<u8>;

    /// Makes the piece that was cut off last longer or shorter in place, and returns its address. Returns `None` if
    /// the piece is not the last one, if there is no room, or if this kind of end cannot do it.
    ///
    /// # Safety
    ///
    /// 1. `piece` is the address of a piece that was cut off this end and is in use. It has `len` bytes, at least
    ///    one.
    /// 2. The bytes of the piece from `new_len` on are not used any more.
    #[cfg(feature = "allocator-api2")]
    unsafe fn resize_last(&self, _piece: NonNull<u8>, _len: usize, _new_len: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Moves the end back to an earlier position.
    ///
    /// # Safety
    ///
    /// 1. `used` and `padding` are the values that this end had at an earlier time.
    /// 2. Nothing that was cut off this end since that time is in use any more.
    unsafe fn fall(&self, used: usize, padding: usize);

    /// Whether [`cut_rest`](End::cut_rest) cut off bytes that were not settled yet.
    fn is_lent(&self) -> bool;

    /// Counts that there was no room.
    fn note_full(&self);

    /// Gives back a value for which there was no room, and counts that; or for which there is none as long as somebody
    /// else holds the free bytes.
    #[inline]
    fn full<T>(&self, value: T) -> Full<T> {
        if self.is_lent() {
            return Full::of(&Holder::LentRegion, value);
        }
        self.note_full();
        Full::of(&Holder::Region, value)
    }

    /// Bytes in use.
    fn used(&self) -> usize;

    /// Free bytes.
    fn remaining(&self) -> usize;

    /// Bytes in use that hold no value: alignment skipped them.
    fn padding(&self) -> usize;
}

/// All bytes of a block that were free.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    pub(super) start: NonNull<u8>,
    pub(super) len: usize,
}

impl Rest {
    /// Bytes up to the first address that `align` divides.
    #[inline]
    pub(super) fn padding(self, align: usize) -> usize {
        padding(self.start, align)
    }

    /// Notes that these bytes are cut off. If there are none, they may be cut off already.
    #[inline]
    pub(super) fn lend(self, header: &Cell<Header>) {
        let is_lent = header.get().is_lent || self.len > 0;
        header.set(Header { is_lent, ..header.get() });
    }

    /// Notes that these bytes are settled. If there are none, others may be cut off still.
    #[inline]
    pub(super) fn end_loan(self, header: &Cell<Header>) {
        let is_lent = header.get().is_lent && self.len == 0;
        header.set(Header { is_lent, ..header.get() });
    }
}

/// Bytes from `start` up to the first address that `align` divides, which is a power of two.
#[inline]
pub(super) fn padding(start: NonNull<u8>, align: usize) -> usize {
    debug_assert!(align.is_power_of_two(), "{align} is not an alignment");
    start.addr().get().wrapping_neg() & (align - 1)
}

/// Tells the compiler that the branch that contains this call is rarely taken.
#[cold]
#[inline]
fn rarely() {}

/// The top of a block that is used from one end.
///
/// While the top moves, it is in this struct, so that the compiler can keep it in a register. It goes back to the
/// header when this is dropped. (If this is forgotten, the region stays as it was before.)
///
/// ```text
///  start                      top                  end
///  +-------------------------+--------------------+
///  | in use                  | free               |
///  +-------------------------+--------------------+
/// ```
#[derive(Debug)]
pub struct Top<'a> {
    start: NonNull<u8>,
    top: Cell<NonNull<u8>>,
    end: NonNull<u8>,
    padding: Cell<usize>,
    full_count: Cell<u32>,
    header: &'a Cell<Header>,
    /// Whether the pieces stay in use when this is dropped.
    keeps: bool,
}

impl<'a> Top<'a> {
    /// Makes the top of a block.
    ///
    /// # Safety
    ///
    /// 1. `header` is the one of `storage`, `header.used <= storage.capacity()`, and nothing in use ends above
    ///    `used`.
    #[inline]
    pub(super) unsafe fn new(header: &'a mut Header, storage: &'a mut impl Storage, keeps: bool) -> Self {
        let len = storage.capacity();
        debug_assert!(header.used <= len, "more bytes in use than there are");
        let start = storage.start();
        // SAFETY: by 1. of `new`, `used` is at most the length of the storage, so the address is within the storage
        // or at its end.
        let top = unsafe { start.add(header.used) };
        // SAFETY: the storage has `len` bytes, so the address is its end.
        let end = unsafe { start.add(len) };
        let (padding, full_count) = (Cell::new(header.padding), Cell::new(0));
        Top { start, top: Cell::new(top), end, padding, full_count, header: Cell::from_mut(header), keeps }
    }

    /// A copy of this top for an inner scope: pieces cut off the copy are free again when it is dropped.
    ///
    /// Exception: pieces that are [kept](Top::keep) stay in use, until they are [put back](Top::put_back) or this top
    /// is dropped.
    #[inline]
    pub(super) fn inner(&mut self) -> Top<'_> {
        Top {
            start: self.start,
            top: self.top.clone(),
            end: self.end,
            padding: self.padding.clone(),
            full_count: Cell::new(0),
            header: self.header,
            keeps: false,
        }
    }

    /// Writes what is in use now to the header, so that it stays in use even if this is forgotten.
    #[inline]
    pub(super) fn keep(&self) {
        let (used, header) = (self.used(), self.header.get());
        let high_water_mark = header.high_water_mark.max(used);
        self.header.set(Header { used, padding: self.padding(), high_water_mark, ..header });
    }

    /// Updates the high-water mark before the top moves down.
    #[inline]
    fn note_mark(&self) {
        let header = self.header.get();
        self.header.set(Header { high_water_mark: header.high_water_mark.max(self.used()), ..header });
    }

    /// The bytes in use and the padding that the header holds, to [put them back](Top::put_back) after user code.
    #[inline]
    pub(super) fn kept(&self) -> (usize, usize) {
        let header = self.header.get();
        (header.used, header.padding)
    }

    /// Sets the header back to earlier values of [`kept`](Top::kept): everything that was kept since is free.
    #[inline]
    pub(super) fn put_back(&self, (used, padding): (usize, usize)) {
        self.header.set(Header { used, padding, ..self.header.get() });
    }

    /// The first byte of the block.
    #[inline]
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Cuts off `size` bytes after skipping `padding` bytes.
    #[inline]
    fn cut_aligned(&self, size: usize, padding: usize) -> Option<NonNull<u8>> {
        // No overflow: the size of a layout, rounded up to its alignment, is at most `isize::MAX`.
        if padding + size > self.remaining() {
            rarely();
            return None;
        }
        // SAFETY: at least `padding` bytes are left: that was checked above.
        let piece = unsafe { self.top.get().add(padding) };
        // SAFETY: at least `size` bytes are left after the padding: that was checked above.
        self.top.set(unsafe { piece.add(size) });
        Some(piece)
    }
}

impl End for Top<'_> {
    const MOVES: bool = false;

    #[inline]
    fn cut(&self, layout: Layout) -> Option<NonNull<u8>> {
        // The two paths differ only in what the compiler knows of the padding. In the first the padding is 0, which
        // the processor predicts well: the next top depends on one addition only, and nothing is counted.
        if self.top.get().addr().get() & (layout.align() - 1) == 0 {
            return self.cut_aligned(layout.size(), 0);
        }
        rarely();
        let padding = padding(self.top.get(), layout.align());
        let piece = self.cut_aligned(layout.size(), padding);
        if piece.is_some() {
            self.padding.set(self.padding.get() + padding);
        }
        piece
    }

    fn cut_rest(&self) -> Rest {
        let rest = Rest { start: self.top.get(), len: self.remaining() };
        self.top.set(self.end);
        rest.lend(self.header);
        rest
    }

    unsafe fn settle(&self, rest: Rest, padding: usize, len: usize, _align: usize) -> NonNull<u8> {
        debug_assert!(padding + len <= rest.len, "more was used of the rest than there was");
        // SAFETY: by 2. of `settle`, `padding` is at most the length of the rest, so the address is within the rest
        // or at its end.
        let piece = unsafe { rest.start.add(padding) };
        // SAFETY: by 2. of `settle`, `padding + len` is at most the length of the rest, so the address is within the
        // rest or at its end.
        let top = unsafe { piece.add(len) };
        self.top.set(top);
        self.padding.set(self.padding.get() + padding);
        rest.end_loan(self.header);
        piece
    }

    #[cfg(feature = "allocator-api2")]
    #[inline]
    unsafe fn resize_last(&self, piece: NonNull<u8>, len: usize, new_len: usize) -> Option<NonNull<u8>> {
        debug_assert!(len > 0, "a piece of size 0 is never cut off");
        // No overflow: the addresses are within the block. While an iterator holds the rest, only a piece at the very
        // end of the block can pass this check. Then the rest is empty, and `settle` moves the top up again.
        if piece.addr().get() + len != self.top.get().addr().get() || new_len > self.remaining() + len {
            return None;
        }
        self.note_mark();
        // The new pointer comes from the top, not from the caller, whose pointer may be valid only for the piece.
        // SAFETY: by 1. of `resize_last`, a piece of `len` bytes is in use below the top.
        let piece = unsafe { self.top.get().sub(len) };
        // SAFETY: the check above found `new_len` bytes from the piece's address up to the end of the block.
        self.top.set(unsafe { piece.add(new_len) });
        Some(piece)
    }

    #[inline]
    unsafe fn fall(&self, used: usize, padding: usize) {
        debug_assert!(used <= self.used(), "a top would move forwards");
        self.note_mark();
        // SAFETY: by 1. of `fall`, `used` is an earlier number of bytes in use, which is at most the length of the
        // block. So the address is within the block or at its end.
        self.top.set(unsafe { self.start.add(used) });
        self.padding.set(padding);
    }

    #[inline]
    fn is_lent(&self) -> bool {
        self.header.get().is_lent
    }

    /// Inlined, so that the address of this struct does not escape.
    #[inline]
    fn note_full(&self) {
        self.full_count.set(self.full_count.get().saturating_add(1));
    }

    #[inline]
    fn used(&self) -> usize {
        self.top.get().addr().get() - self.start.addr().get()
    }

    #[inline]
    fn remaining(&self) -> usize {
        self.end.addr().get() - self.top.get().addr().get()
    }

    #[inline]
    fn padding(&self) -> usize {
        self.padding.get()
    }
}

impl Drop for Top<'_> {
    #[inline]
    fn drop(&mut self) {
        let mut header = self.header.get();
        header.high_water_mark = header.high_water_mark.max(self.used());
        header.full_count = header.full_count.saturating_add(self.full_count.get());
        self.header.set(header);
        if self.keeps {
            self.keep();
        }
    }
}
