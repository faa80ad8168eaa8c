//! The methods: sizes, construction, one value, and all values.

#![expect(unsafe_code, reason = "the entries below the length are initialised")]

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::column::Column;
use crate::layout::Layout;
use crate::layout::spec::{PoolSpec, check};
use core::iter::{Copied, Zip};
use core::mem::MaybeUninit;
use core::slice;

/// # Basics
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Values that the table can hold.
    pub const CAPACITY: usize = N;

    /// The size of the whole table in bytes.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    pub(super) const CHECK: () = {
        check::<P>();
        assert!(N >= 1, "a `SparseHandleMap` without room for a value");
        assert!(
            N <= u16::MAX as usize,
            "a `SparseHandleMap` holds at most 65,535 values: use a `HandleMap`, which has one for each slot"
        );
        assert!(
            N <= <P::Layout as Layout>::CAPACITY as usize,
            "a `SparseHandleMap` with more values than slots"
        );
    };

    /// Makes an empty table.
    ///
    /// It is a value of [`TOTAL_BYTES`](SparseHandleMap::TOTAL_BYTES) bytes that crosses the call stack. Make a large
    /// table where it stays: as a static, or with `on_heap` on the heap.
    #[doc(alias = "with_capacity")]
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        SparseHandleMap {
            len: 0,
            places: MaybeUninit::zeroed(),
            keys: [const { MaybeUninit::uninit() }; N],
            values: [const { MaybeUninit::uninit() }; N],
        }
    }

    /// Returns how many values the table holds. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether the table holds no value. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether the table holds `N` values. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    /// Returns the number of values that the table can hold, which is `N`. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        N
    }

    /// Returns whether the table has a value under this handle. O(1).
    #[doc(alias = "contains_key")]
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<P>) -> bool {
        self.entry_of(handle).is_some()
    }

    /// Returns the value under this handle, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<P>) -> Option<&V> {
        self.entry_of(handle).map(|entry| &self.values()[entry])
    }

    /// Returns the value under this handle, mutably, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<P>) -> Option<&mut V> {
        self.entry_of(handle).map(|entry| &mut self.values_mut()[entry])
    }

    /// Stores `value` under this handle, and returns the value that the slot had, with its handle. O(1).
    ///
    /// The old value may belong to a handle of another generation. The table then has no value under that handle any
    /// more.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if the table holds `N` values, and none for this slot.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut names = SparseHandleMap::<Unit, &str, 1>::new();
    /// assert_eq!(names.insert(archer, "Robin"), Ok(None));
    /// assert_eq!(names.insert(archer, "Robin Hood"), Ok(Some((archer, "Robin"))));
    /// assert_eq!(names.insert(knight, "Guy").unwrap_err().into_inner(), "Guy");
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    pub fn insert(&mut self, handle: Handle<P>, value: V) -> Result<Option<(Handle<P>, V)>, Full<V>> {
        let Some(entry) = self.place(handle).checked_sub(1) else {
            return self.push(handle, value).map(|()| None);
        };
        let key = core::mem::replace(&mut self.keys_mut()[entry], handle);
        Ok(Some((key, core::mem::replace(&mut self.values_mut()[entry], value))))
    }

    /// Removes the value under this handle and returns it, or `None`. O(1).
    ///
    /// The last value takes its place, so the order of the values changes.
    #[doc(alias = "try_remove")]
    #[doc(alias = "swap_remove")]
    #[inline]
    pub fn remove(&mut self, handle: Handle<P>) -> Option<V> {
        self.entry_of(handle).map(|entry| self.take(entry).1)
    }

    /// Drops all values. O(len).
    ///
    /// If a destructor panics, the values that were not dropped yet stay in the table.
    pub fn clear(&mut self) {
        while let Some(last) = self.len().checked_sub(1) {
            drop(self.take(last));
        }
    }
}

/// # All values
///
/// The values are one after the other, in no particular order: that of insertion, until the first one is removed.
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Returns the handles that have a value, in the order of the values.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &[Handle<P>] {
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type.
        unsafe { slice::from_raw_parts(self.keys.as_ptr().cast(), self.len()) }
    }

    #[inline]
    fn keys_mut(&mut self) -> &mut [Handle<P>] {
        let len = self.len();
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives.
        unsafe { slice::from_raw_parts_mut(self.keys.as_mut_ptr().cast(), len) }
    }

    /// Returns the values.
    #[inline]
    #[must_use]
    pub fn values(&self) -> &[V] {
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type.
        unsafe { slice::from_raw_parts(self.values.as_ptr().cast(), self.len()) }
    }

    /// Returns the values, mutably.
    #[inline]
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [V] {
        let len = self.len();
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives.
        unsafe { slice::from_raw_parts_mut(self.values.as_mut_ptr().cast(), len) }
    }

    /// Iterates over the handles and their values.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let archer = units.insert(Unit { health: 10 })?;
    /// let mut poisoned = SparseHandleMap::<Unit, u32, 8>::new();
    /// poisoned.insert(archer, 3).unwrap();
    /// for (unit, damage) in &poisoned {
    ///     if let Some(unit) = units.get_mut(unit) {
    ///         unit.health -= damage;
    ///     }
    /// }
    /// assert_eq!(units[archer].health, 7);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> Zip<Copied<slice::Iter<'_, Handle<P>>>, slice::Iter<'_, V>> {
        self.keys().iter().copied().zip(self.values())
    }

    /// Iterates over the handles and their values, mutably.
    #[inline]
    pub fn iter_mut(&mut self) -> Zip<Copied<slice::Iter<'_, Handle<P>>>, slice::IterMut<'_, V>> {
        let len = self.len();
        let values = self.values.as_mut_ptr().cast();
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type. The keys are
        // another field than the values.
        let keys: &[Handle<P>] = unsafe { slice::from_raw_parts(self.keys.as_ptr().cast(), len) };
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives, and the values are another field than the keys.
        let values: &mut [V] = unsafe { slice::from_raw_parts_mut(values, len) };
        keys.iter().copied().zip(values)
    }

    /// Keeps the values for which `keep` returns `true`, and drops the others. O(len).
    ///
    /// Each value is visited once. If `keep` or a destructor panics, the values that were not visited yet stay in the
    /// table.
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>, &mut V) -> bool) {
        let mut entry = 0;
        while entry < self.len() {
            let key = self.keys()[entry];
            if keep(key, &mut self.values_mut()[entry]) {
                entry += 1;
            } else {
                drop(self.take(entry));
            }
        }
    }

    /// Keeps the values of the objects that live in `pool`, and drops the others. O(len).
    ///
    /// [`HandleMap::retain_live`](crate::HandleMap::retain_live) says how often that is needed.
    #[doc(alias = "sweep")]
    #[doc(alias = "gc")]
    pub fn retain_live<T: Joined<P>>(&mut self, pool: T) {
        let live = pool.into_column();
        self.retain(|handle, _value| live.names(handle));
    }
}
