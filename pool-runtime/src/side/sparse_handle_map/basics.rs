//! The basic methods: sizes, construction, and inserting, looking up and removing one value, also through its entry.

#![expect(unsafe_code, reason = "the entries below the length are initialised")]

use super::SparseHandleMap;
use crate::base::element::element_mut;
use crate::base::full::Full;
#[cfg(feature = "alloc")]
use crate::base::heap::{Heap, StartsZeroed};
#[cfg(feature = "alloc")]
use crate::base::zeroed::ZeroedBytes;
use crate::body::changes::Change;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::Layout;
use crate::layout::spec::{PoolSpec, check};
use crate::side::basics::basic_methods;
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

    /// Returns whether the table holds `N` values. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.len() == N
    }

    /// Returns for how many more values the table has room. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        N - self.len()
    }

    /// Stores `value` under this handle, and returns the value that the slot had, with its handle. O(1).
    ///
    /// The old value may belong to a handle of another generation. The table then has no value under that handle any
    /// more. The table cannot tell which of the two handles is newer, because generations wrap. So a stale handle
    /// replaces the value of a newer object. [`insert_live`](SparseHandleMap::insert_live) refuses stale handles.
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
        if let Some(entry) = self.place(handle).checked_sub(1) {
            // SAFETY: 1. The entry of a slot is below the length, which is at most `N`.
            let key = unsafe { element_mut(&mut self.keys, entry) };
            let key = core::mem::replace(key, MaybeUninit::new(handle));
            // SAFETY: the entry of a slot is below the length, so its key was initialised.
            let key = unsafe { key.assume_init() };
            // SAFETY: 1. The entry of a slot is below the length.
            let former = core::mem::replace(unsafe { self.value_mut(entry) }, value);
            return Ok(Some((key, former)));
        }
        if self.is_full() {
            return Err(Full::of(Self::FULL, value));
        }
        // SAFETY: 1. The slot has no entry, and the table is not full, as checked above.
        unsafe { self.put(handle, value) };
        Ok(None)
    }

    /// Calls [`insert`](SparseHandleMap::insert) for each entry, in order, and drops the values that are replaced.
    ///
    /// To lose no entry, pass `&mut iterator`: after an error, it still has the entries that were not taken.
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

    /// Drops all values. O(len).
    ///
    /// If a destructor panics, the values that were not dropped yet stay in the table.
    pub fn clear(&mut self) {
        while let Some(last) = self.len().checked_sub(1) {
            // SAFETY: 1. The last entry is below the length.
            drop(unsafe { self.take(last) });
        }
    }
}

basic_methods!(SparseHandleMap, N = "8", "table", Result<&'a mut V, Full>, |stored: Result<_, _>| stored
    .map_err(Full::into_inner));

// SAFETY: 1. The length and the places come first. Zero bytes are those of an empty table. The keys and the values are
// `MaybeUninit`, and those beyond the length are not read. 2. The offset of a field is at most the size of the table.
#[cfg(feature = "alloc")]
unsafe impl<P: PoolSpec, V, const N: usize> StartsZeroed for SparseHandleMap<P, V, N> {
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(core::mem::offset_of!(Self, keys));
    const CHECK: () = Self::CHECK;
}

/// # On the heap
#[cfg(feature = "alloc")]
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Makes an empty table on the heap, in one allocation. The table never crosses the call stack, in debug builds
    /// too.
    ///
    /// This writes 2 bytes per slot of the pool and nothing else. Aborts if there is no memory, through
    /// [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as `Box::new` does.
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

impl<'a, P: PoolSpec, V, const N: usize> Entry<'a, P, V, N> {
    /// Returns the value. Inserts `value` first if there is none.
    ///
    /// # Errors
    ///
    /// [`Full`] with `value` if there is none and the table has no room.
    pub fn or_insert(self, value: V) -> Result<&'a mut V, Full<V>> {
        match self {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => entry.insert(value),
        }
    }

    /// Returns the value. If there is none, first calls `make` with the handle and inserts the result.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is none and the table has no room. `make` is not called then.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> Result<&'a mut V, Full> {
        match self {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) if entry.has_room() => {
                let value = make(entry.handle);
                entry.insert(value).map_err(Full::without_value)
            }
            Entry::Vacant(_) => Err(Full::of(SparseHandleMap::<P, V, N>::FULL, ())),
        }
    }
}

impl<'a, P: PoolSpec, V, const N: usize> VacantEntry<'a, P, V, N> {
    /// Returns whether a value can be inserted: into a new entry, or in place of a value of another generation.
    fn has_room(&self) -> bool {
        !self.table.is_full() || self.table.place(self.handle) != 0
    }

    /// Inserts a value and returns it. Drops the value that the slot had under a handle of another generation.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if the table has no room.
    pub fn insert(self, value: V) -> Result<&'a mut V, Full<V>> {
        let VacantEntry { table, handle } = self;
        drop(table.insert(handle, value)?);
        // SAFETY: 1. The handle has an entry, which was just made.
        Ok(unsafe { table.value_mut(table.position(handle)) })
    }
}
