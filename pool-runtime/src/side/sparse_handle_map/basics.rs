//! The basic methods: sizes, construction, and inserting, looking up and removing one value.

#![expect(unsafe_code, reason = "the entries below the length are initialised")]

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::Layout;
use crate::layout::spec::{PoolSpec, check};
use core::mem::MaybeUninit;

/// # Basics
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Values that the table can hold.
    pub const CAPACITY: usize = N;

    /// The size of the whole table in bytes.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    pub(super) const CHECK: () = {
        check::<P>();
        assert!(N >= 1, "a `SparseHandleMap` has room for at least one value");
        assert!(
            N <= u16::MAX as usize,
            "a `SparseHandleMap` has room for at most 65,535 values: a `HandleMap` has room for one per slot"
        );
        assert!(
            N <= <P::Layout as Layout>::CAPACITY as usize,
            "a `SparseHandleMap` has room for at most as many values as the pool has slots"
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

    /// Returns for how many more values the table has room. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        N - self.len()
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

    /// Returns the value under this handle without asking whether there is one. O(1).
    ///
    /// # Safety
    ///
    /// 1. The table has a value under `handle`: [`contains`](SparseHandleMap::contains) returns `true`.
    ///
    /// Debug builds check this.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked(&self, handle: Handle<P>) -> &V {
        debug_assert!(self.contains(handle), "the table has no value under {handle:?}");
        let entry = self.place(handle).wrapping_sub(1);
        // SAFETY: the caller promises that the handle has an entry. The place of its slot is the number of this entry
        // plus 1, so `entry` is that number. It is below `len`, the length of the slice.
        unsafe { self.values().get_unchecked(entry) }
    }

    /// Returns the value under this handle, mutably, without asking whether there is one. O(1).
    ///
    /// # Safety
    ///
    /// 1. The table has a value under `handle`: [`contains`](SparseHandleMap::contains) returns `true`.
    ///
    /// Debug builds check this.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked_mut(&mut self, handle: Handle<P>) -> &mut V {
        debug_assert!(self.contains(handle), "the table has no value under {handle:?}");
        let entry = self.place(handle).wrapping_sub(1);
        // SAFETY: the caller promises that the handle has an entry. The place of its slot is the number of this entry
        // plus 1, so `entry` is that number. It is below `len`, the length of the slice.
        unsafe { self.values_mut().get_unchecked_mut(entry) }
    }

    /// Returns the values under several handles at once, mutably. O(M squared), for small `M`.
    ///
    /// # Errors
    ///
    /// [`DisjointError::Stale`] for a handle without a value, [`DisjointError::Overlapping`] for a handle that occurs
    /// twice.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut gold = SparseHandleMap::<Unit, u32, 8>::from([(archer, 1), (knight, 90)]);
    /// let [poor, rich] = gold.get_disjoint_mut([archer, knight])?;
    /// (*poor, *rich) = (*poor + *rich, 0);
    /// assert_eq!((gold[archer], gold[knight]), (91, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "get_many_mut")]
    #[doc(alias = "get2_mut")]
    pub fn get_disjoint_mut<const M: usize>(
        &mut self,
        handles: [Handle<P>; M],
    ) -> Result<[&mut V; M], DisjointError<P>> {
        let mut entries = [0; M];
        for (position, &handle) in handles.iter().enumerate() {
            let Some(entry) = self.entry_of(handle) else {
                return Err(DisjointError::Stale(Stale::new(handle, position)));
            };
            if entries[..position].contains(&entry) {
                return Err(DisjointError::Overlapping(handle));
            }
            entries[position] = entry;
        }
        let values = self.values_mut().as_mut_ptr();
        Ok(entries.map(|entry| {
            // SAFETY: `entry_of` returns entries below the length, which is the length of the slice.
            let value = unsafe { values.add(entry) };
            // SAFETY: the value is one of the slice, so it is initialised. No other of these entries is the same, as
            // checked above, so this is the only reference to it while the table is borrowed mutably.
            unsafe { &mut *value }
        }))
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

    /// Calls [`insert`](SparseHandleMap::insert) for each entry, in order, and drops the values that are replaced.
    ///
    /// No entry is lost: pass `&mut iterator` to keep the entries that were not asked for.
    ///
    /// # Errors
    ///
    /// [`Full`] with the first entry for which there was no room.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut names = SparseHandleMap::<Unit, &str, 1>::new();
    /// let full = names.try_extend([(archer, "Robin"), (knight, "Guy")]).unwrap_err();
    /// assert_eq!((full.into_inner(), names[archer]), ((knight, "Guy"), "Robin"));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    pub fn try_extend<I>(&mut self, entries: I) -> Result<(), Full<(Handle<P>, V)>>
    where
        I: IntoIterator<Item = (Handle<P>, V)>,
    {
        entries.into_iter().try_for_each(|(handle, value)| match self.insert(handle, value) {
            Ok(former) => {
                drop(former);
                Ok(())
            }
            Err(full) => Err(full.map(|value| (handle, value))),
        })
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

    /// Removes the value under this handle and returns it with the handle, or `None`. O(1).
    ///
    /// The last value takes its place, as for [`remove`](Self::remove).
    #[inline]
    pub fn remove_entry(&mut self, handle: Handle<P>) -> Option<(Handle<P>, V)> {
        self.remove(handle).map(|value| (handle, value))
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
