//! One end of a block as a stack: the code of `Stack` and of both ends of a `DoubleStack`.

#![expect(unsafe_code, reason = "the records of markers are written to memory that was cut off")]

use super::counts::bytes_in_use;
use super::double_end::{Direction, DoubleEnd};
use super::end::End;
use super::marker::{MARKER_BYTES, Marker, MarkerError, Markers, Record};
use super::no_drop::NoDrop;
use super::scope::Scope;
use crate::base::full::Full;
use core::alloc::Layout;
use core::ptr::NonNull;

/// The markers of a stack. `$end` is the end of a block that is the stack.
macro_rules! marked {
    ([$($generics:tt)*] $type:ty, |$this:ident| $end:expr) => {
        impl<$($generics)*> $type {
            /// Records the top, so that you can roll back to it. O(1).
            ///
            /// # Errors
            ///
            /// [`Full`](crate::Full) if there is no room for the [`MARKER_BYTES`](super::MARKER_BYTES) of a marker.
            ///
            /// # Panics
            ///
            /// Panics if the stack needs an [instance number](crate::region#limits) for its first marker, and none is
            /// left.
            #[doc(alias("checkpoint", "savepoint"))]
            #[inline]
            pub fn marker(&mut self) -> Result<$crate::region::Marker, $crate::Full> {
                let $this = self;
                $end.into_marker()
            }

            /// Frees everything that was allocated since the marker was taken. O(n) for n markers taken since.
            ///
            /// Every marker that was taken after this one becomes stale.
            ///
            /// # Errors
            ///
            /// [`MarkerError`](super::MarkerError) if the marker belongs to another stack or is stale. The stack is
            /// unchanged then.
            #[doc(alias("rewind", "reset_to", "restore"))]
            #[inline]
            pub fn rollback(&mut self, marker: $crate::region::Marker) -> Result<(), $crate::region::MarkerError> {
                let $this = self;
                $end.into_rolled_back(marker)
            }

            /// Records the top, then moves a value onto the stack. Returns the marker and a reference to the value.
            /// O(1).
            ///
            /// # Errors
            ///
            /// [`Full`](crate::Full) with the value if there is no room for both. Nothing is allocated then.
            ///
            /// # Panics
            ///
            /// Panics if the stack needs an [instance number](crate::region#limits) for its first marker, and none is
            /// left.
            ///
            /// ```
            /// use stackpool::region::{Inline, Stack};
            ///
            /// let mut memory = Stack::<Inline<1024>>::new();
            /// let (before, header) = memory.alloc_marked([0_u32; 4])?;
            /// header[0] = 1;
            /// memory.enter().alloc_slice_copy(&[1.0, 2.0])?;
            /// memory.rollback(before)?;
            /// assert_eq!(memory.used(), 0);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn alloc_marked<T: $crate::region::NoDrop>(
                &mut self,
                value: T,
            ) -> Result<($crate::region::Marker, &mut T), $crate::Full<T>> {
                const { $crate::region::no_drop::check::<T>() };
                let $this = self;
                $end.into_marked(value)
            }
        }
    };
}
pub(super) use marked;

/// One of the two stacks of a [`DoubleStack`](super::DoubleStack): [`Lower`](super::Lower) or
/// [`Upper`](super::Upper).
///
/// It works like a [`Stack`](super::Stack). Both stacks share all free bytes: a stack is full only when both together
/// use the whole block.
#[derive(Debug)]
pub struct StackEnd<'a, D: Direction> {
    end: DoubleEnd<'a, D>,
    markers: &'a mut Markers,
}

impl<'a, D: Direction> StackEnd<'a, D> {
    /// Makes the stack at an end of a block.
    ///
    /// # Safety
    ///
    /// 1. `markers` are those of this end: every record on the chain was written by [`write`](Self::write) at this
    ///    end, and is in use.
    #[inline]
    pub(super) unsafe fn new(end: DoubleEnd<'a, D>, markers: &'a mut Markers) -> Self {
        debug_assert!(markers.newest <= end.used(), "a marker above the top");
        StackEnd { end, markers }
    }

    /// Borrows this end, to allocate from it. Earlier allocations stay in use. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> Scope<'_, DoubleEnd<'_, D>> {
        Scope::new(self.end.again())
    }

    /// Gives `work` a scope, and frees everything allocated in it when `work` returns or panics. O(1), plus `work`.
    #[doc(alias = "scoped")]
    #[inline]
    pub fn scope<R>(&mut self, work: impl for<'s> FnOnce(Scope<'s, DoubleEnd<'s, D>>) -> R) -> R {
        self.enter().scope(work)
    }

    /// Frees all memory of this end. All its markers are stale then. O(1).
    #[doc(alias("clear", "free_all"))]
    #[inline]
    pub fn reset(&mut self) {
        self.markers.clear();
        // SAFETY: 1. Both counts are 0 at an end that is new. 2. Everything that was cut off this end borrows it, and
        // it is borrowed mutably here.
        unsafe { self.end.fall(0, 0) };
    }

    /// The same end, borrowed from this one.
    #[inline]
    fn again(&mut self) -> StackEnd<'_, D> {
        StackEnd { end: self.end.again(), markers: self.markers }
    }

    /// Does [`marker`](Self::marker).
    #[inline]
    pub(super) fn into_marker(mut self) -> Result<Marker, Full> {
        let marker = self.write().ok_or_else(|| self.end.full(()))?;
        self.markers.push(&marker);
        self.end.note_used();
        Ok(marker)
    }

    /// Does [`rollback`](Self::rollback).
    pub(super) fn into_rolled_back(self, marker: Marker) -> Result<(), MarkerError> {
        if !self.markers.made(&marker) {
            return Err(MarkerError::Foreign(marker));
        }
        let record = self.find(&marker).ok_or(MarkerError::Stale)?;
        self.markers.newest = record.previous();
        // SAFETY: 1. The marker holds the values of this end from the time when its record was written. The record is
        // on the chain, so the end was not moved below it since. 2. Everything that was cut off since borrows this end,
        // which is borrowed mutably here.
        unsafe { self.end.fall(marker.used, marker.padding) };
        Ok(())
    }

    /// [`alloc_marked`](Self::alloc_marked) for a value that lives for `'a`, without its check, which the caller
    /// evaluates.
    #[inline]
    pub(super) fn into_marked<T: NoDrop>(mut self, value: T) -> Result<(Marker, &'a mut T), Full<T>> {
        let (used, padding) = (self.end.used(), self.end.padding());
        let Some(marker) = self.write() else {
            return Err(self.end.full(value));
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
                // SAFETY: 1. Both were read from this end at the beginning of this method. 2. Only the record was cut
                // off since. It is not on the chain.
                unsafe { scope.end().fall(used, padding) };
                Err(full)
            }
        }
    }

    /// Writes the record of a new marker to the stack. The caller puts it on the chain and updates the high-water
    /// mark.
    #[inline]
    fn write(&mut self) -> Option<Marker> {
        let (used, padding) = (self.end.used(), self.end.padding());
        let place: NonNull<Record> = self.end.take(RECORD)?.cast();
        debug_assert_eq!(self.end.used(), used + MARKER_BYTES, "a record takes more than its size");
        let (marker, record) = self.markers.next(used, padding);
        // SAFETY: the place was just cut off for a record. The write needs no alignment.
        unsafe { place.write_unaligned(record) };
        Some(marker)
    }

    /// The record of a marker, if it is on the chain.
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
        // SAFETY: 1. A record on the chain is in use, so it lies within the block.
        let place: NonNull<Record> = unsafe { self.end.piece(end - MARKER_BYTES, MARKER_BYTES) }.cast();
        // SAFETY: by 1. of `new`, `write` wrote a record to this place, and nobody else writes to bytes in use. The
        // read needs no alignment.
        unsafe { place.read_unaligned() }
    }
}

marked!([D: Direction] StackEnd<'_, D>, |this| this.again());

bytes_in_use!(
    [D: Direction] StackEnd<'_, D>,
    |this| this.end.used(), this.end.remaining(), this.end.padding(),
    "Bytes in use at this end, including padding and markers. O(1).",
    "Free bytes, which either end can use. O(1).",
    "Bytes in use at this end that hold no value: alignment skipped them. O(1)."
);

/// A record is not aligned: it is written at the top.
const RECORD: Layout = match Layout::from_size_align(MARKER_BYTES, 1) {
    Ok(layout) => layout,
    Err(_) => unreachable!(),
};
