//! Records of the destructors to run: a list that lives in the region, each record right after its values.
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
//! A record is found by the offset of its end; 0 means none. It follows directly after the values that it drops. A
//! record holds no address of the block, so the region can move. A record can be at any address, because a region
//! with alignment 1 can move to any address.

#![expect(unsafe_code, reason = "values are dropped where a record says they are")]

use core::cell::Cell;
use core::ptr::NonNull;

/// What to drop. The struct has no padding.
#[derive(Clone, Copy)]
struct Record {
    /// Drops as many values as its second argument says, which end at its first argument.
    drop: unsafe fn(NonNull<u8>, usize),
    len: usize,
    /// The offset at which the record before this one ends.
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
    /// 1. `newest` is 0, or the value that [`push`](Records::push) or [`drop_down_to`](Records::drop_down_to) left
    ///    there for this block, which may have moved since.
    /// 2. From `start` on, the block can be read and written for `'a`.
    #[inline]
    pub(super) unsafe fn new(start: NonNull<u8>, newest: &'a Cell<usize>) -> Self {
        Records { start, newest }
    }

    /// The offset at which the newest record ends.
    #[inline]
    pub(super) fn newest(self) -> usize {
        self.newest.get()
    }

    /// Records `len` values of type `T` that end at `place`, so that they are dropped later. Zero-sized values can be
    /// anywhere.
    ///
    /// # Safety
    ///
    /// 1. The [`RECORD_BYTES`] from `place` on are in the block, and nothing else uses them until the values are
    ///    dropped.
    /// 2. The values are there and stay there until they are dropped, and nothing else drops them.
    /// 3. The values are aligned wherever the block moves.
    #[inline]
    pub(super) unsafe fn push<T: Send + 'static>(self, place: NonNull<u8>, len: usize) {
        let record = Record { drop: drop_before::<T>, len, before: self.newest.get() };
        // SAFETY: by 1. of `push`, these bytes are in the block and unused. The write needs no alignment.
        unsafe { place.cast().write_unaligned(record) };
        self.newest.set(place.addr().get() - self.start.addr().get() + RECORD_BYTES);
    }

    /// Drops everything that was recorded since `until` was the [`newest`](Records::newest) record, newest first.
    ///
    /// If a destructor panics, the other destructors still run, as those of a `Vec` do.
    ///
    /// # Safety
    ///
    /// 1. `until` was the newest record at an earlier time, and nothing recorded before that time was dropped since.
    /// 2. References to values that were recorded since are not used any more.
    pub(super) unsafe fn drop_down_to(self, until: usize) {
        let unfinished = Unfinished { records: self, until };
        // If this panics, dropping `unfinished` goes on with the other values. A second panic then aborts the
        // program.
        unfinished.finish();
    }

    /// Takes the newest record off the list, and returns it with its place.
    ///
    /// # Safety
    ///
    /// 1. There is a record.
    unsafe fn pop(self) -> (Record, NonNull<u8>) {
        debug_assert!(self.newest.get() >= RECORD_BYTES, "there is no record");
        // SAFETY: by 1. of `pop`, a record ends at this offset, so it begins `RECORD_BYTES` earlier, within the
        // block.
        let place = unsafe { self.start.add(self.newest.get() - RECORD_BYTES) };
        // SAFETY: `push` wrote a record to this place, and nothing else used these bytes since (1. of `push`). The
        // read needs no alignment.
        let record = unsafe { place.cast::<Record>().read_unaligned() };
        self.newest.set(record.before);
        (record, place)
    }
}

/// Destructors that have not run yet: those recorded since `until`, for values that nobody uses any more.
struct Unfinished<'a> {
    records: Records<'a>,
    until: usize,
}

impl Unfinished<'_> {
    fn finish(&self) {
        while self.records.newest() != self.until {
            debug_assert!(self.records.newest() > 0, "the record to stop at is not on the list");
            // SAFETY: 1. The newest record is not `until` yet, and `until` is further down the list, so there is a
            // record.
            let (record, place) = unsafe { self.records.pop() };
            // SAFETY: 1. By 2. and 3. of `push`, `len` values of the record's type end at its place, aligned wherever
            // the block is now. 2. The record is off the list, so nobody drops the values again. By 2. of
            // `drop_down_to`, nobody uses them.
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
/// 1. The values are there, and aligned. Zero-sized values can be anywhere.
/// 2. Nobody uses the values, or drops them again.
unsafe fn drop_before<T>(end: NonNull<u8>, len: usize) {
    let first = if size_of::<T>() == 0 {
        NonNull::dangling()
    } else {
        // SAFETY: by 1. of `drop_before`, `len` values end at this address, so the first one begins that many
        // earlier.
        unsafe { end.cast::<T>().sub(len) }
    };
    debug_assert!(first.is_aligned(), "values would be dropped at an address that is not aligned");
    // SAFETY: by 1. and 2. of `drop_before`, `len` aligned values begin here, and nobody else uses or drops them.
    unsafe { NonNull::slice_from_raw_parts(first, len).drop_in_place() };
}
