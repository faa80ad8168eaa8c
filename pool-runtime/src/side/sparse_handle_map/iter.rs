//! All values: as slices, borrowed one after the other, and moved out.

#![expect(unsafe_code, reason = "the entries below the length are initialised")]

use super::SparseHandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::iter::{handed_on, into_iterator, known_length, moving_iterators};
use core::iter::{Copied, Zip};
use core::ops::Range;
use core::slice;

/// # All values
///
/// The values are one after the other, in the order of insertion until the first one is removed. The last value then
/// moves to its place. So the order follows from the operations alone, as the handles of a pool do.
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Returns the handles that have a value, in the order of the values.
    #[doc(alias = "handles")]
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &[Handle<P>] {
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type.
        unsafe { slice::from_raw_parts(self.keys.as_ptr().cast(), self.len()) }
    }

    /// Returns the handles and the values, mutably.
    #[inline]
    pub(super) fn slices_mut(&mut self) -> (&mut [Handle<P>], &mut [V]) {
        let len = self.len();
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives.
        let keys = unsafe { slice::from_raw_parts_mut(self.keys.as_mut_ptr().cast(), len) };
        // SAFETY: as above, for the values. They are another field than the keys.
        (keys, unsafe { slice::from_raw_parts_mut(self.values.as_mut_ptr().cast(), len) })
    }

    /// Returns the values.
    #[inline]
    #[must_use]
    pub fn values(&self) -> &[V] {
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type.
        unsafe { slice::from_raw_parts(self.values.as_ptr().cast(), self.len()) }
    }

    /// Returns the values, mutably.
    ///
    /// The handles stay where they are. So if you sort or swap the values, they belong to other objects.
    #[inline]
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [V] {
        self.slices_mut().1
    }

    /// Iterates over the values with their handles, in the order of the values.
    #[inline]
    pub fn iter(&self) -> Iter<'_, P, V> {
        Iter(self.keys().iter().copied().zip(self.values()))
    }

    /// Iterates over the values, mutably, with their handles, in the order of the values.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P, V> {
        let (keys, values) = self.slices_mut();
        IterMut(keys.iter().copied().zip(values))
    }

    /// Removes all values and returns them with their handles, in the order of the values. O(len).
    ///
    /// The table is empty at once. Dropping the iterator drops the values that are left. If the iterator is forgotten,
    /// they are leaked.
    #[inline]
    pub fn drain(&mut self) -> Drain<'_, P, V, N> {
        Drain(IntoIter::new(self))
    }
}

/// Iterates over the values of a table with their handles, from [`SparseHandleMap::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec, V>(Zip<Copied<slice::Iter<'a, Handle<P>>>, slice::Iter<'a, V>>);

/// Iterates over the values of a table, mutably, with their handles, from [`SparseHandleMap::iter_mut`].
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec, V>(Zip<Copied<slice::Iter<'a, Handle<P>>>, slice::IterMut<'a, V>>);

impl<P: PoolSpec, V> Clone for Iter<'_, P, V> {
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

handed_on! {
    Iter<'a, P, V>: ['a, P: PoolSpec, V] yields (Handle<P>, &'a V);
    IterMut<'a, P, V>: ['a, P: PoolSpec, V] yields (Handle<P>, &'a mut V);
}

moving_iterators!(SparseHandleMap, N = "8", "in the order of the values. O(len).");

/// Positions of values: numbers of entries.
pub(super) type Positions = Range<usize>;

impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    pub(super) fn positions(&self) -> Positions {
        0..self.len()
    }

    /// How many positions are left.
    #[inline]
    fn left(&self, rest: &Positions) -> usize {
        rest.len()
    }

    #[inline]
    pub(super) fn next_position(&self, rest: &mut Positions) -> Option<usize> {
        // Without optimisation, the `next` of a range is four function calls.
        let entry = rest.start;
        if entry >= rest.end {
            return None;
        }
        rest.start = entry + 1;
        Some(entry)
    }

    #[inline]
    fn last_position(&self, rest: &mut Positions) -> Option<usize> {
        rest.next_back()
    }

    /// Goes on after a value was taken. The last one moved to its place, and is the next one.
    fn skip_taken(&self, rest: &mut Positions, entry: usize) {
        *rest = entry..self.len();
    }

    /// Begins to move the values out. The table is empty at once: its length is 0, and so are all of its places.
    fn begin_moving(&mut self) -> Positions {
        let positions = self.positions();
        for entry in positions.clone() {
            self.set_place(self.keys()[entry], 0);
        }
        self.len = 0;
        positions
    }

    /// Moves an entry out.
    ///
    /// # Safety
    ///
    /// 1. `begin_moving` returned the position, and `move_out` was not called for it before.
    #[inline]
    unsafe fn move_out(&mut self, entry: usize) -> (Handle<P>, V) {
        // SAFETY: 1. `begin_moving` was called with the entry below the length.
        let key = unsafe { self.key(entry) };
        // SAFETY: `begin_moving` was called with the entry below the length, so its value is initialised. The caller
        // promises that it is moved once, and the table is empty, so nothing uses the value again.
        (key, unsafe { self.values[entry].assume_init_read() })
    }

    /// Drops the values that were not moved out. If a destructor panics, the others are dropped all the same.
    ///
    /// # Safety
    ///
    /// 1. `begin_moving` returned these positions, and `move_out` was not called for them.
    /// 2. They are not used again.
    unsafe fn end_moving(&mut self, rest: &mut Positions) {
        let values = self.values.get_mut(core::mem::replace(rest, 0..0));
        invariant!(values.is_some(), "positions beyond the table");
        let values = core::ptr::from_mut(values.unwrap_or_default()) as *mut [V];
        // SAFETY: a `MaybeUninit` has the layout of its type. The values were initialised when the table became empty,
        // and the caller promises that they were not moved out and are not used again.
        unsafe { values.drop_in_place() };
    }
}
