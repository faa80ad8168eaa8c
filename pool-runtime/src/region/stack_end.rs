//! One end of a block as a stack: what `Stack` and both ends of a `DoubleStack` do.

#![expect(unsafe_code, reason = "the records of markers are written to memory that was cut off")]

use super::double_end::{Direction, DoubleEnd};
use super::end::End;
use super::marker::{MARKER_BYTES, Marker, MarkerError, Markers, Record};
use super::no_drop::{self, NoDrop};
use super::scope::Scope;
use crate::base::full::Full;
use core::alloc::Layout;
use core::ptr::NonNull;

/// One of the two stacks of a [`DoubleStack`](super::DoubleStack): [`Lower`](super::Lower) or [`Upper`](super::Upper).
///
/// What it does is what a [`Stack`](super::Stack) does. Everything that is free is there for both: the one is full when both
/// together have used all of the block.
#[derive(Debug)]
pub struct StackEnd<'a, D: Direction> {
    end: DoubleEnd<'a, D>,
    markers: &'a mut Markers,
}

impl<'a, D: Direction> StackEnd<'a, D> {
    /// The stack at an end of a block.
    ///
    /// # Safety
    ///
    /// 1. `markers` are this end's: what is on the chain was written by [`write`](Self::write) at this end, and is in use.
    #[inline]
    pub(super) unsafe fn new(end: DoubleEnd<'a, D>, markers: &'a mut Markers) -> Self {
        debug_assert!(markers.newest <= end.used(), "a marker above the top");
        StackEnd { end, markers }
    }

    /// Borrows this end for allocations, after those of earlier borrowings. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> Scope<'_, DoubleEnd<'_, D>> {
        Scope::new(self.end.again())
    }

    /// Borrows this end for `work`: what it allocates is free again when it returns, or panics. O(1), but for `work`.
    #[inline]
    pub fn scope<R>(&mut self, work: impl for<'s> FnOnce(Scope<'s, DoubleEnd<'s, D>>) -> R) -> R {
        self.enter().scope(work)
    }

    /// Records the top, to roll back to it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room for [`MARKER_BYTES`].
    ///
    /// # Panics
    ///
    /// When 4,294,967,295 regions took markers or gave ids before.
    #[inline]
    pub fn marker(&mut self) -> Result<Marker, Full> {
        let marker = self.write().ok_or(Full(()))?;
        self.markers.push(&marker);
        self.end.note_used();
        Ok(marker)
    }

    /// Takes back everything that was allocated since the marker was taken. O(n) for n markers taken since.
    ///
    /// # Errors
    ///
    /// [`MarkerError`] when the marker is of another stack, or stale; then nothing changes.
    pub fn rollback(&mut self, marker: Marker) -> Result<(), MarkerError> {
        if !self.markers.made(&marker) {
            return Err(MarkerError::Foreign(marker));
        }
        let record = self.find(&marker).ok_or(MarkerError::Stale)?;
        self.markers.newest = record.previous();
        // SAFETY: 1. the marker has them from when its record was cut off, which is still in use. 2. all of it was borrowed
        // of this end, which is borrowed mutably.
        unsafe { self.end.fall(marker.used, marker.padding) };
        Ok(())
    }

    /// Puts a value on the stack, and records the top before it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value, when there is no room for both; then nothing is allocated.
    ///
    /// # Panics
    ///
    /// When 4,294,967,295 regions took markers or gave ids before.
    #[inline]
    pub fn alloc_marked<T: NoDrop>(&mut self, value: T) -> Result<(Marker, &mut T), Full<T>> {
        const { no_drop::check::<T>() };
        self.again().into_marked(value)
    }

    /// Bytes in use at this end, those that alignment left unused and those of markers among them. O(1).
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.end.used()
    }

    /// Bytes that are free, for both ends. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.end.remaining()
    }

    /// Bytes in use at this end that alignment left unused. O(1).
    #[inline]
    #[must_use]
    pub fn padding(&self) -> usize {
        self.end.padding()
    }

    /// Takes all memory of this end back. All its markers are stale then. O(1).
    #[inline]
    pub fn reset(&mut self) {
        self.markers.clear();
        // SAFETY: 1. what an end begins with. 2. all of it was borrowed of this, which is borrowed mutably.
        unsafe { self.end.fall(0, 0) };
    }

    /// The same, for as long as this one is not used.
    #[inline]
    fn again(&mut self) -> StackEnd<'_, D> {
        StackEnd { end: self.end.again(), markers: self.markers }
    }

    /// [`alloc_marked`](Self::alloc_marked), of a value that lives for `'a`, whose check is the caller's.
    #[inline]
    pub(super) fn into_marked<T: NoDrop>(mut self, value: T) -> Result<(Marker, &'a mut T), Full<T>> {
        let (used, padding) = (self.end.used(), self.end.padding());
        let Some(marker) = self.write() else {
            return Err(Full(value));
        };
        let StackEnd { end, markers } = self;
        let scope = Scope::new(end);
        match scope.put(value) {
            Ok(value) => {
                markers.push(&marker);
                scope.end().note_used();
                Ok((marker, value))
            }
            Err(full) => {
                // SAFETY: 1. they were read at first. 2. only the record was cut off since, which is not on the chain.
                unsafe { scope.end().fall(used, padding) };
                Err(full)
            }
        }
    }

    /// Writes a marker's record to the stack; it is not on the chain yet, nor its bytes in the high-water mark.
    #[inline]
    fn write(&mut self) -> Option<Marker> {
        let (used, padding) = (self.end.used(), self.end.padding());
        let place: NonNull<Record> = self.end.take(RECORD)?.cast();
        debug_assert_eq!(self.end.used(), used + MARKER_BYTES, "a record takes more than its size");
        let (marker, record) = self.markers.next(used, padding);
        // SAFETY: the place was just cut off, for the record.
        unsafe { place.write_unaligned(record) };
        Some(marker)
    }

    /// The record of a marker, where it is on the chain.
    fn find(&self, marker: &Marker) -> Option<Record> {
        let mut end = self.markers.newest;
        while end != 0 {
            let record = self.read(end);
            if record.number <= marker.number {
                debug_assert!(
                    record.number != marker.number || end == marker.used + MARKER_BYTES,
                    "a record moved"
                );
                return (record.number == marker.number).then_some(record);
            }
            end = record.previous();
        }
        None
    }

    /// The record on the chain that ends `end` bytes from the edge.
    fn read(&self, end: usize) -> Record {
        debug_assert!((MARKER_BYTES..=self.end.used()).contains(&end), "a marker above the top");
        // SAFETY: 1. what is on the chain is in use.
        let place: NonNull<Record> = unsafe { self.end.piece(end - MARKER_BYTES, MARKER_BYTES) }.cast();
        // SAFETY: what is on the chain was written there, and nobody else writes to what is in use.
        unsafe { place.read_unaligned() }
    }
}

/// A record goes where the top is: it is not aligned.
const RECORD: Layout = match Layout::from_size_align(MARKER_BYTES, 1) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};
