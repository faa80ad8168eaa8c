//! The standard traits of both side tables of handles.

use crate::handle::Handle;
use crate::layout::spec::PoolSpec;

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn no_value<P: PoolSpec>(table: &str, handle: Handle<P>) -> ! {
    panic!("the {table} has no value under {handle:?}")
}

/// Writes these traits for a table, which the texts of its panics call `$noun`.
macro_rules! standard_traits {
    ($Table:ident, $($N:ident,)? $noun:literal) => {
        /// Leaves a table empty if a panic unwinds, so that it does not have some of the values.
        pub(in crate::side) struct EmptyOnUnwind<'a, P: PoolSpec, V $(, const $N: usize)?>(
            pub(in crate::side) &'a mut $Table<P, V $(, $N)?>,
        );

        impl<P: PoolSpec, V $(, const $N: usize)?> Drop for EmptyOnUnwind<'_, P, V $(, $N)?> {
            fn drop(&mut self) {
                self.0.clear();
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?> Default for $Table<P, V $(, $N)?> {
            /// Returns [`new`](Self::new): a value that crosses the call stack.
            fn default() -> Self {
                Self::new()
            }
        }

        impl<P: PoolSpec, V: Clone $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Stores clones of all values in this table, which must be empty. If a `clone` panics, the clones before
            /// it stay.
            fn clone_values(&mut self, other: &Self) {
                invariant!(self.is_empty(), "the table still holds values");
                let mut rest = other.positions();
                while let Some(position) = other.next_position(&mut rest) {
                    // SAFETY: 1. The position is that of a value.
                    let handle = unsafe { other.key(position) };
                    // SAFETY: 1. The position is that of a value.
                    let value = unsafe { other.value(position) }.clone();
                    // SAFETY: 1. This table was empty and has as much room, and each slot has one value in the other.
                    unsafe { self.put(handle, value) };
                }
            }
        }

        /// [`clone`](Clone::clone) makes a value that crosses the call stack. A table on the heap, in a `Heap`, is
        /// cloned there. [`clone_from`](Clone::clone_from) works in place.
        impl<P: PoolSpec, V: Clone $(, const $N: usize)?> Clone for $Table<P, V $(, $N)?> {
            fn clone(&self) -> Self {
                let mut clone = Self::new();
                clone.clone_values(self);
                clone.copy_changes(self);
                clone
            }

            fn clone_from(&mut self, source: &Self) {
                self.clear();
                self.clone_values(source);
            }
        }

        #[cfg(feature = "alloc")]
        impl<P: PoolSpec, V: Clone $(, const $N: usize)?> crate::base::heap::CloneOnHeap for $Table<P, V $(, $N)?> {
            fn clone_on_heap(&self) -> crate::base::heap::Heap<Self> {
                let mut clone = Self::on_heap();
                clone.clone_values(self);
                clone.copy_changes(self);
                clone
            }
        }

        /// Two tables are equal if they hold equal values under the same handles, in any order.
        impl<P: PoolSpec, V: PartialEq $(, const $N: usize)?> PartialEq for $Table<P, V $(, $N)?> {
            fn eq(&self, other: &Self) -> bool {
                self.len() == other.len() && self.iter().all(|(handle, value)| other.get(handle) == Some(value))
            }
        }

        impl<P: PoolSpec, V: Eq $(, const $N: usize)?> Eq for $Table<P, V $(, $N)?> {}

        #[cfg(feature = "defmt")]
        format_len!([P: PoolSpec, V $(, const $N: usize)?] $Table<P, V $(, $N)?>);

        impl<P: PoolSpec, V: core::fmt::Debug $(, const $N: usize)?> core::fmt::Debug for $Table<P, V $(, $N)?> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_map().entries(self).finish()
            }
        }

        /// Calls [`insert`](Self::insert) for a copy of each entry, in order: from another table, for example.
        $(#[doc = concat!("\n# Panics\n\nPanics if more than `", stringify!($N), "` values would be there.")])?
        impl<'a, P: PoolSpec, V: Copy $(, const $N: usize)?> Extend<(Handle<P>, &'a V)> for $Table<P, V $(, $N)?> {
            #[track_caller]
            fn extend<I: IntoIterator<Item = (Handle<P>, &'a V)>>(&mut self, entries: I) {
                self.extend(entries.into_iter().map(|(handle, value)| (handle, *value)));
            }
        }

        /// Makes a table: a value that crosses the call stack.
        $(#[doc = concat!("\n# Panics\n\nPanics if more than `", stringify!($N), "` values would be there.")])?
        impl<P: PoolSpec, V $(, const $N: usize)?, const M: usize> From<[(Handle<P>, V); M]> for $Table<P, V $(, $N)?> {
            #[track_caller]
            fn from(entries: [(Handle<P>, V); M]) -> Self {
                Self::from_iter(entries)
            }
        }

        /// Makes a table: a value that crosses the call stack.
        $(#[doc = concat!("\n# Panics\n\nPanics if more than `", stringify!($N), "` values would be there.")])?
        impl<P: PoolSpec, V $(, const $N: usize)?> FromIterator<(Handle<P>, V)> for $Table<P, V $(, $N)?> {
            #[track_caller]
            fn from_iter<I: IntoIterator<Item = (Handle<P>, V)>>(entries: I) -> Self {
                let mut table = Self::new();
                table.extend(entries);
                table
            }
        }

        /// # Panics
        ///
        /// Panics if the table has no value under the handle. [`get`](Self::get) returns `None` instead.
        impl<P: PoolSpec, V $(, const $N: usize)?> core::ops::Index<Handle<P>> for $Table<P, V $(, $N)?> {
            type Output = V;

            #[inline]
            #[track_caller]
            fn index(&self, handle: Handle<P>) -> &V {
                match self.get(handle) {
                    Some(value) => value,
                    None => no_value($noun, handle),
                }
            }
        }

        /// # Panics
        ///
        /// Panics if the table has no value under the handle. [`get_mut`](Self::get_mut) returns `None` instead.
        impl<P: PoolSpec, V $(, const $N: usize)?> core::ops::IndexMut<Handle<P>> for $Table<P, V $(, $N)?> {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, handle: Handle<P>) -> &mut V {
                match self.get_mut(handle) {
                    Some(value) => value,
                    None => no_value($noun, handle),
                }
            }
        }
    };
}

pub(super) use standard_traits;
