//! What owns or borrows a value has the bytes of the value.

use super::delta::{PartDeltas, Written};
use super::diff::DiffReport;
use super::{Snapshot, SnapshotError, Then};
#[cfg(feature = "alloc")]
use crate::base::heap::Heap;
use crate::image::{BufferTooSmall, DeltaError, ResizeError};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;

macro_rules! by_value {
    ($($owner:ty),*) => {$(
        impl<T: Snapshot> Snapshot for $owner {
            const SAVED_BYTES: usize = T::SAVED_BYTES;
            const SHAPE: u64 = T::SHAPE;
            const GROWS: bool = T::GROWS;
            const IS_PLAIN: bool = T::IS_PLAIN;
            const CALLS_DEFAULT: bool = T::CALLS_DEFAULT;
            const DELTA_BYTES: usize = T::DELTA_BYTES;
            const MAX_DELTA_BYTES: usize = T::MAX_DELTA_BYTES;
            const PART: PartDeltas = T::PART;

            fn delta_into<'b>(
                &self,
                base: &[u8],
                buffer: &'b mut [u8],
            ) -> Result<&'b mut [u8], SnapshotError<DeltaError>> {
                T::delta_into(self, base, buffer)
            }

            fn saved_len(&self) -> usize {
                T::saved_len(self)
            }

            fn write_saved(&self, buffer: &mut [u8]) -> usize {
                T::write_saved(self, buffer)
            }

            fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
                T::check_saved(saved)
            }

            fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
                T::restore_then(self, saved, then)
            }

            fn changed_len(&self) -> usize {
                T::changed_len(self)
            }

            fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
                T::write_changed(self, buffer)
            }

            fn clear_changes(&mut self) {
                T::clear_changes(self);
            }

            fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                T::write_delta(base, later, buffer)
            }

            fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                T::read_delta(base, delta, buffer)
            }

            fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
                T::write_resized(saved, buffer)
            }

            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                T::diff_saved(saved, report);
            }
        }
    )*};
}

by_value!(&mut T);
#[cfg(feature = "alloc")]
by_value!(Heap<T>, Box<T>);
