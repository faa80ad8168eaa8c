//! Pools and side tables as parts of a world. A pool has the bytes of its own `save_into`.

use super::delta::{self, PartDeltas, Written};
use super::diff::DiffReport;
use super::diff::show::Window;
use super::{Snapshot, SnapshotError, Then};
use crate::base::item_field::{Show, show_bytes};
use crate::base::shape::shape;
use crate::body::Body;
use crate::column_pool::{ColumnPool, SavedColumns};
use crate::image::item_form::FormOf;
use crate::image::plain_data::{self, PlainData};
use crate::image::{BufferTooSmall, DeltaError, ResizeError};
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::rows::Rows;
use crate::rows::saved::Saved;
use crate::side::handle_map::HandleMap;
use crate::side::saved::Entries;
use crate::side::sparse_handle_map::SparseHandleMap;
use crate::store::columns::ColumnCells;
use crate::track::Site;
use crate::value_pool::{ListPool, ValuePool, ValueSpec};
use bytemuck::Pod;
use core::fmt;

/// Implements the trait by the methods of the type of the same names.
macro_rules! by_methods {
    (@saves $pool:ty $(, $body:ident)? $(, site $site:expr)?) => {
        fn saved_len(&self) -> usize {
            self$(.$body)?.saved_len()
        }

        fn write_saved(&self, buffer: &mut [u8]) -> usize {
            match <$pool>::save_into(self, buffer) {
                Ok(saved) => saved.len(),
                Err(error) => panic!("{error}"),
            }
        }

        fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
            <$pool>::check_saved(saved)
        }

        fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
            self$(.$body)?.restore_then(saved, $($site,)? then)
        }
    };
    (@changes $body:ident, $of:ty) => {
        fn changed_len(&self) -> usize {
            if <$of>::NOTES_CHANGES { self.$body.changed_len() } else { 1 + self.$body.saved_len() }
        }

        fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
            if <$of>::NOTES_CHANGES {
                return Ok(self.$body.changed_delta_into(buffer)?.len());
            }
            delta::write_later(self.$body.saved_len(), buffer, |place| self.write_saved(place))
        }

        fn clear_changes(&mut self) {
            self.$body.forget_changes();
        }
    };
    (
        impl[$($generics:tt)*] for $pool:ty, $name:literal, $body:ident: $of:ty $(, items $item:ty)?
        $(; $changes:ident)?, where $($bounds:tt)*
    ) => {
        impl<$($generics)*> Snapshot for $pool
        where
            $($bounds)*
        {
            const SAVED_BYTES: usize = <$pool>::SAVED_BYTES;
            const SHAPE: u64 = shape($name, 0);
            const DELTA_BYTES: usize = <$pool>::MAX_DELTA_BYTES;
            $(const CALLS_DEFAULT: bool = plain_data::calls_default::<$item>();)?
            // A pool makes its delta in the place of the save, so the buffer need not have room for both.
            const MAX_DELTA_BYTES: usize = <$pool>::MAX_DELTA_BYTES;
            const PART: PartDeltas = PartDeltas {
                write: |base, later, buffer| Ok(<$of>::deltas(true).between(base, later, buffer)?),
                read: |base, delta, buffer| Ok(<$of>::deltas(true).apply(base, delta, buffer)?.len()),
            };

            fn delta_into<'b>(
                &self,
                base: &[u8],
                buffer: &'b mut [u8],
            ) -> Result<&'b mut [u8], SnapshotError<DeltaError>> {
                <$pool>::delta_into(self, base, buffer)
            }

            by_methods! { @saves $pool, $body, site Site::caller() }
            $(by_methods! { @$changes $body, $of })?

            fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                Ok(<$of>::deltas(false).between(base, later, buffer)?)
            }

            fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
                Ok(<$of>::deltas(false).apply(base, delta, buffer)?.len())
            }

            fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
                Ok(<$pool>::resize_saved(saved, buffer)?.len())
            }

            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                // The saves were checked, so there is no error.
                let _ = <$of>::visit_differences(saved, &mut |difference| report.image(difference));
            }
        }
    };
}

by_methods! {
    impl[P: PoolSpec<Layout: Tracked>] for Pool<P>, "Pool", body: Body<P, Slots<P>>, items P::Item; changes,
    where P::Item: PlainData
}
by_methods! {
    impl[P: PoolSpec<Item: SavedColumns, Layout: Tracked>] for ColumnPool<P>, "ColumnPool",
    body: Body<P, ColumnCells<P>>; changes, where
}
by_methods! {
    impl[V: ValueSpec<Layout: Tracked>] for ValuePool<V>, "ValuePool", rows: Rows<V::Layout>, where
}

impl<T: Pod, const N: usize> Snapshot for ListPool<T, N> {
    const SAVED_BYTES: usize = Self::SAVED_BYTES;
    const SHAPE: u64 = shape("ListPool", 0);

    by_methods! { @saves Self }
}

/// Plain data in a side table that is saved.
#[diagnostic::on_unimplemented(
    message = "a side table of `{Self}` cannot be saved to bytes",
    label = "the values are no plain data",
    note = "of your types, a struct needs `#[derive(stackpool::Snapshot)]` and also `#[snapshot(item)]`, an enum the \
            derive, and also `#[snapshot(item)]` if it has a `#[repr]` and no fields",
    note = "around a bare `Option` or tuple, text, a list or a type with `stackpool::FieldBytes`, write such a struct; \
            for a bare `Option` of a handle, use `Link`",
    note = "or for speed, to a struct of numbers, `#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]` and \
            `#[repr(C)]`",
    note = "write `#[snapshot(skip)]` before a field that is not part of the state"
)]
pub trait TableValue: PlainData + 'static {}

#[diagnostic::do_not_recommend]
impl<V: PlainData + 'static> TableValue for V {}

/// Implements the trait for a side table.
macro_rules! side_table {
    (@changes) => {
        const DELTA_BYTES: usize =
            if Self::NOTES_CHANGES { Self::MOST_NOTED_BYTES } else { 1 + Self::SAVED_BYTES };

        fn changed_len(&self) -> usize {
            if Self::NOTES_CHANGES { self.noted_len().unwrap_or(1) } else { 1 + Self::saved_len(self) }
        }

        fn write_changed(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
            if const { !Self::NOTES_CHANGES } {
                return delta::write_later(Self::saved_len(self), buffer, |place| self.write_saved(place));
            }
            match self.save_noted(&mut *buffer) {
                Some(delta) => Ok(delta?.len()),
                None => delta::write_same(buffer),
            }
        }

        fn clear_changes(&mut self) {
            self.forget_changes();
        }

        fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
            match Self::patch(base, delta, buffer) {
                Some(patched) => Ok(patched?),
                None => delta::read_whole(base, delta, buffer),
            }
        }
    };
    ($(#[$docs:meta])* impl[$($generics:tt)*] for $table:ty, $name:literal $(; $changes:ident)?) => {
        $(#[$docs])*
        impl<$($generics)*> Snapshot for $table {
            const SAVED_BYTES: usize = Self::SAVED_BYTES;
            const SHAPE: u64 = shape($name, 0);
            const CALLS_DEFAULT: bool = plain_data::calls_default::<V>();

            by_methods! { @saves Self }
            $(side_table! { @$changes })?

            fn write_resized(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
                Ok(Self::resize_saved(saved, buffer)?.len())
            }

            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                // The saves were checked, so there is no error.
                let [first, second] = saved.map(Self::entries);
                if let (Ok(first), Ok(second)) = (first, second) {
                    report_entries(&first, &second, report);
                }
            }
        }
    };
}

side_table! {
    /// Its [saved bytes](HandleMap::save_into) have the handles and the values, in slot order. A map of a pool with
    /// `changes` notes which of its values changed: [`changed_delta_into`](Snapshot::changed_delta_into) has these
    /// alone.
    impl[P: PoolSpec, V: TableValue] for HandleMap<P, V>, "HandleMap"; changes
}
side_table! {
    /// Its [saved bytes](SparseHandleMap::save_into) have the handles and the values, in the order of the table.
    impl[P: PoolSpec, V: TableValue, const N: usize] for SparseHandleMap<P, V, N>, "SparseHandleMap"
}

/// Reports where two saved side tables differ: their entries, or if these are equal, the order of them.
fn report_entries<P: PoolSpec, V: TableValue>(
    first: &Entries<'_, P, V>,
    second: &Entries<'_, P, V>,
    report: &mut DiffReport<'_>,
) {
    let mut are_equal = true;
    first.visit_differences(second, |slot, entries| {
        are_equal = false;
        match (V::Form::show(), entries) {
            (None, [Some((left_generation, left)), Some((right_generation, right))])
                if left_generation == right_generation =>
            {
                let [left, right] = Window::of([left, right]);
                report.entry(slot, [&left, &right]);
            }
            (show, [left, right]) => {
                let show = show.unwrap_or(show_bytes);
                let of_one_handle = left.zip(right).is_none_or(|(left, right)| left.0 == right.0);
                let [left, right] = [left, right].map(|entry| Entry { entry, show, of_one_handle });
                report.entry(slot, [&left, &right]);
            }
        }
    });
    if let (true, Some((place, [left, right]))) = (are_equal, first.order_difference(second)) {
        let at = |slot| Placed { slot, place };
        report.value(&at(left), &at(right));
    }
}

/// Shows an entry of a side table: its value, and the generation of its handle if the other one has another.
struct Entry<'a> {
    entry: Option<(u32, &'a [u8])>,
    show: Show,
    of_one_handle: bool,
}

impl fmt::Display for Entry<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((generation, bytes)) = self.entry else { return f.write_str("none") };
        (self.show)(bytes, f)?;
        if self.of_one_handle { Ok(()) } else { write!(f, ", generation {generation}") }
    }
}

/// Shows which slot has the value at a place of a side table.
struct Placed {
    slot: usize,
    place: usize,
}

impl fmt::Display for Placed {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {} at place {}", self.slot, self.place)
    }
}
