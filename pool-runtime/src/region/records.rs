//! Records of the values that have destructors: a list that is in the region, behind the values themselves.
//!
//! ```text
//!  values     record              values  record
//!  +---------+-------------------+-------+-------------------+
//!  | T T T   | drop | 3 | before | U     | drop | 1 | before |
//!  +---------+-------------------+-------+-------------------+
//!            ^                                  |            ^ newest
//!            +----------------------------------+ ends here
//! ```
//!
//! A record is found by the offset of its end (0: none), and ends the values that it is about: nothing in it is an address,
//! so that the region can move. It is at any address, for a region of alignment 1 moves to any.

#![expect(unsafe_code, reason = "values are dropped where a record says they are")]

use core::cell::Cell;
use core::ptr::NonNull;

/// What is to be dropped. It has no padding.
#[derive(Clone, Copy)]
struct Record {
    /// Drops so many values, which end there.
    drop: unsafe fn(NonNull<u8>, usize),
    len: usize,
    /// Where the record before this one ends.
    before: usize,
}

/// Bytes of a record.
pub(super) const RECORD_BYTES: usize = size_of::<Record>();

/// The records of a block of memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Records<'a> {
    start: NonNull<u8>,
    newest: &'a Cell<usize>,
}

impl<'a> Records<'a> {
    /// The records of the block that begins at `start`.
    ///
    /// # Safety
    ///
    /// 1. `newest` is 0, or what [`push`](Records::push) left there for this block, which may have moved since.
    /// 2. The block can be read and written from `start` on, for `'a`.
    #[inline]
    pub(super) unsafe fn new(start: NonNull<u8>, newest: &'a Cell<usize>) -> Self {
        Records { start, newest }
    }

    /// Where the newest record ends.
    #[inline]
    pub(super) fn newest(self) -> usize {
        self.newest.get()
    }

    /// Records `len` values of type `T` that end at `place` (of no size: that are anywhere), to be dropped from here.
    ///
    /// # Safety
    ///
    /// 1. The [`RECORD_BYTES`] from `place` on are in the block, and are used by nobody else until the values are dropped.
    /// 2. The values are there, are dropped by nobody else, and stay until they are dropped.
    /// 3. They are aligned wherever the block moves.
    #[inline]
    pub(super) unsafe fn push<T: Send + 'static>(self, place: NonNull<u8>, len: usize) {
        let record = Record { drop: drop_before::<T>, len, before: self.newest.get() };
        // SAFETY: 1.: the bytes are there for it; it need not be aligned.
        unsafe { place.cast().write_unaligned(record) };
        self.newest.set(place.addr().get() - self.start.addr().get() + RECORD_BYTES);
    }

    /// Drops what was recorded since `until` was the [`newest`](Records::newest), newest first. Where a destructor panics,
    /// the others run still, as those of a `Vec` do.
    ///
    /// # Safety
    ///
    /// 1. `until` was the newest, and nothing that was recorded until then was dropped since.
    /// 2. No reference to what was recorded since is used any more.
    pub(super) unsafe fn drop_down_to(self, until: usize) {
        let unfinished = Unfinished { records: self, until };
        // Where this panics, it goes on when `unfinished` is dropped; a second panic then ends the program.
        unfinished.finish();
    }

    /// Takes the newest record off the list, with its place.
    ///
    /// # Safety
    ///
    /// 1. There is one.
    unsafe fn pop(self) -> (Record, NonNull<u8>) {
        debug_assert!(self.newest.get() >= RECORD_BYTES, "there is no record");
        // SAFETY: 1.: it ends there, within the block.
        let place = unsafe { self.start.add(self.newest.get() - RECORD_BYTES) };
        // SAFETY: `push` wrote it there, and nobody else did since.
        let record = unsafe { place.cast::<Record>().read_unaligned() };
        self.newest.set(record.before);
        (record, place)
    }
}

/// Destructors that did not run yet: those since `until`, of values that nobody uses any more.
struct Unfinished<'a> {
    records: Records<'a>,
    until: usize,
}

impl Unfinished<'_> {
    fn finish(&self) {
        while self.records.newest() != self.until {
            debug_assert!(self.records.newest() > 0, "the record to stop at is not on the list");
            // SAFETY: 1. the list goes on to `until`, which is not reached.
            let (record, place) = unsafe { self.records.pop() };
            // SAFETY: 1. `push` was promised so many values of its type before this place, aligned wherever the block is.
            // 2. the record is off the list, so that nobody drops them again; nobody uses them: promised to `drop_down_to`.
            unsafe { (record.drop)(place, record.len) };
        }
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Drops `len` values that end at `end`.
///
/// # Safety
///
/// 1. They are there, aligned (of no size: they are anywhere).
/// 2. Nobody uses or drops them any more.
unsafe fn drop_before<T>(end: NonNull<u8>, len: usize) {
    let first = if size_of::<T>() == 0 {
        NonNull::dangling()
    } else {
        // SAFETY: 1.: so many are before it.
        unsafe { end.cast::<T>().sub(len) }
    };
    debug_assert!(first.is_aligned(), "values would be dropped at an address that is not aligned");
    // SAFETY: 1. and 2.
    unsafe { NonNull::slice_from_raw_parts(first, len).drop_in_place() };
}
