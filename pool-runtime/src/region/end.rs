//! One end of a block of memory, from which allocations are cut.

#![expect(unsafe_code, reason = "a block of memory is cut by raw pointer")]

use super::header::Header;
use super::storage::Storage;
use core::alloc::Layout;
use core::cell::Cell;
use core::ptr::NonNull;

/// One end of a block of memory.
///
/// What [`cut`](End::cut) gives is the caller's, disjoint from everything that was given before and is still in use, until
/// the block is no longer borrowed or the end is moved back over it.
pub trait End {
    /// Cuts a piece off; `None` when there is no room for it, which is counted. A piece of no size takes no room.
    fn cut(&self, layout: Layout) -> Option<NonNull<u8>>;

    /// Cuts off all that is left, so that nobody else can cut until [`settle`](End::settle).
    fn cut_rest(&self) -> Rest;

    /// Gives the rest back but for `len` bytes from `start` on, `padding` bytes after its beginning; where these are now.
    ///
    /// # Safety
    ///
    /// 1. `rest` is the last piece that was cut off this end.
    /// 2. `padding + len` is at most its length.
    /// 3. `align` divides the address that is `padding` bytes into the rest.
    unsafe fn settle(&self, rest: Rest, padding: usize, len: usize, align: usize) -> NonNull<u8>;

    /// Makes the piece that was cut off last longer or shorter where it is, and gives its place; `None` when it is not the
    /// last, when there is no room, or when this end does not do that.
    ///
    /// # Safety
    ///
    /// 1. `piece` is the address of a piece of `len` bytes, at least one, that was cut off this end and is in use.
    /// 2. Its bytes from `new_len` on are not used any more.
    #[cfg(feature = "allocator-api2")]
    unsafe fn resize_last(&self, _piece: NonNull<u8>, _len: usize, _new_len: usize) -> Option<NonNull<u8>> {
        None
    }

    /// Notes that there was no room.
    fn note_full(&self);

    /// Bytes in use.
    fn used(&self) -> usize;

    /// Bytes that are free.
    fn remaining(&self) -> usize;

    /// Bytes in use that alignment left unused.
    fn padding(&self) -> usize;
}

/// All that was left of a block.
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
}

/// Bytes from `start` up to the first address that `align`, a power of two, divides.
#[inline]
pub(super) fn padding(start: NonNull<u8>, align: usize) -> usize {
    debug_assert!(align.is_power_of_two(), "no alignment: {align}");
    start.addr().get().wrapping_neg() & (align - 1)
}

/// Tells the compiler that the branch that it is in is rarely taken.
#[cold]
#[inline]
fn rarely() {}

/// The upper end of a block of one end: its top.
///
/// The top is in here while it moves, so that the compiler can keep it in a register, and goes back to the header when this
/// is dropped. (Where it is forgotten instead, the region is as it was before.)
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
    exhausted: Cell<u32>,
    header: &'a Cell<Header>,
    /// Whether what was cut stays in use when this is dropped.
    keeps: bool,
}

impl<'a> Top<'a> {
    /// The top of a block.
    ///
    /// # Safety
    ///
    /// 1. `header.used <= storage.capacity()`; `header` is that of `storage`, and nothing in use ends above `used`.
    #[inline]
    pub(super) unsafe fn new(header: &'a mut Header, storage: &'a mut impl Storage, keeps: bool) -> Self {
        let len = storage.capacity();
        debug_assert!(header.used <= len, "more bytes in use than there are");
        let start = storage.as_mut_ptr();
        debug_assert!(!start.is_null(), "storage is never null");
        // SAFETY: it is a pointer to storage.
        let start = unsafe { NonNull::new_unchecked(start) };
        // SAFETY: 1.: within the storage, or at its end.
        let top = unsafe { start.add(header.used) };
        // SAFETY: the end of the storage.
        let end = unsafe { start.add(len) };
        let (padding, exhausted) = (Cell::new(header.padding), Cell::new(0));
        Top { start, top: Cell::new(top), end, padding, exhausted, header: Cell::from_mut(header), keeps }
    }

    /// The same top again: what is cut off it is free again when it is dropped. (But what is [kept](Top::keep) of it stays
    /// kept, until it is [put back](Top::put_back) or this top is dropped.)
    #[inline]
    pub(super) fn inner(&mut self) -> Top<'_> {
        Top {
            start: self.start,
            top: self.top.clone(),
            end: self.end,
            padding: self.padding.clone(),
            exhausted: Cell::new(0),
            header: self.header,
            keeps: false,
        }
    }

    /// Makes what is in use now last, also where this is forgotten.
    #[inline]
    pub(super) fn keep(&self) {
        let (used, header) = (self.used(), self.header.get());
        let high_water_mark = header.high_water_mark.max(used);
        self.header.set(Header { used, padding: self.padding(), high_water_mark, ..header });
    }

    /// Notes how much is in use, where the top moves down.
    #[cfg(feature = "allocator-api2")]
    #[inline]
    fn note_mark(&self) {
        let header = self.header.get();
        self.header.set(Header { high_water_mark: header.high_water_mark.max(self.used()), ..header });
    }

    /// What is kept of this end, to [put back](Top::put_back) after user code.
    #[inline]
    pub(super) fn kept(&self) -> (usize, usize) {
        let header = self.header.get();
        (header.used, header.padding)
    }

    /// Keeps no more than was kept then: what came after is free.
    #[inline]
    pub(super) fn put_back(&self, (used, padding): (usize, usize)) {
        self.header.set(Header { used, padding, ..self.header.get() });
    }

    /// The first byte of the block.
    #[inline]
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Cuts off `size` bytes after `padding` others.
    #[inline]
    fn cut_aligned(&self, size: usize, padding: usize) -> Option<NonNull<u8>> {
        // No overflow: a layout's size, rounded up to its alignment, is at most `isize::MAX`.
        if padding + size > self.remaining() {
            rarely();
            self.note_full();
            return None;
        }
        // SAFETY: there are more bytes left than that.
        let piece = unsafe { self.top.get().add(padding) };
        // SAFETY: there are as many bytes left after the padding.
        self.top.set(unsafe { piece.add(size) });
        Some(piece)
    }
}

impl End for Top<'_> {
    #[inline]
    fn cut(&self, layout: Layout) -> Option<NonNull<u8>> {
        // The two paths differ in nothing but what is known of the padding: where there is none, which is foretold well, the
        // next top waits for no more than an addition, and nothing is counted.
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
        rest
    }

    unsafe fn settle(&self, rest: Rest, padding: usize, len: usize, _align: usize) -> NonNull<u8> {
        debug_assert!(padding + len <= rest.len, "more was used of the rest than there was");
        // SAFETY: 2.: within the rest, or at its end.
        let piece = unsafe { rest.start.add(padding) };
        // SAFETY: 2.: as above.
        let top = unsafe { piece.add(len) };
        self.top.set(top);
        self.padding.set(self.padding.get() + padding);
        piece
    }

    #[cfg(feature = "allocator-api2")]
    #[inline]
    unsafe fn resize_last(&self, piece: NonNull<u8>, len: usize, new_len: usize) -> Option<NonNull<u8>> {
        debug_assert!(len > 0, "a piece of no size is never cut off");
        // The addresses are those of the block: no overflow. While an iterator has the rest, this is the piece that ends with
        // the block at most: then the rest is empty, and settling it moves the top up again.
        if piece.addr().get() + len != self.top.get().addr().get() || new_len > self.remaining() + len {
            return None;
        }
        self.note_mark();
        // Not the caller's pointer, which may be one for these bytes alone.
        // SAFETY: 1.: so many bytes are before the top.
        let piece = unsafe { self.top.get().sub(len) };
        // SAFETY: so many are left from there on.
        self.top.set(unsafe { piece.add(new_len) });
        Some(piece)
    }

    /// Inlined, so that this has no address that escapes.
    #[inline]
    fn note_full(&self) {
        self.exhausted.set(self.exhausted.get().saturating_add(1));
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
        header.exhausted = header.exhausted.saturating_add(self.exhausted.get());
        self.header.set(header);
        if self.keeps {
            self.keep();
        }
    }
}
