//! The basic methods: what a map has room for, and one value at a time going in, being looked up, coming out.

#![expect(unsafe_code, reason = "a value whose key is there is reached without another check")]

use super::HandleMap;
use crate::base::zeroed::zeroed;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::Layout;
use crate::layout::spec::{PoolSpec, check};
use core::mem::MaybeUninit;

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Slots: as many as the pool has.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of the whole map.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    /// An empty map.
    ///
    /// It is a value of [`TOTAL_BYTES`](HandleMap::TOTAL_BYTES) bytes, which passes over the stack, in `Box::new(..)` too.
    /// A large map is made where it stays: as a static, or by `boxed` on the heap.
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleMap { len: 0, keys: zeroed(), values: MaybeUninit::uninit() }
    }

    /// An empty map on the heap: one allocation, which never crosses the call stack, in debug builds too.
    ///
    /// Making it writes the keys and nothing else, in memory that was used before, too: 1 byte per slot where
    /// the pool's guard takes 1. No value is touched before it is used. Large maps are made as
    /// [large pools](crate::Pool::boxed) are.
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as
    /// `Box::new` does.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        const { check::<P>() };
        // SAFETY: 1. the count and the keys, which come first, are `Zeroable`, and as zero bytes those of an
        // empty map; the values are `MaybeUninit`, and none is read that has no key. 2. it is where a field
        // is.
        unsafe { crate::base::heap::zeroed_box(core::mem::offset_of!(Self, values)) }
    }

    /// How many values the map holds. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the map holds no value. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Slots: [`CAPACITY`](HandleMap::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Whether there is a value under this handle. O(1).
    #[doc(alias = "contains_key")]
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<P>) -> bool {
        self.slot_of(handle).is_some()
    }

    /// The value under this handle. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<P>) -> Option<&V> {
        // SAFETY: 1. the slot of a key that is there is live.
        self.slot_of(handle).map(|index| unsafe { self.value(index) })
    }

    /// The value under this handle, mutably. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<P>) -> Option<&mut V> {
        // SAFETY: 1. the slot of a key that is there is live.
        self.slot_of(handle).map(|index| unsafe { self.value_mut(index) })
    }

    /// The values under several handles at once, mutably. O(N squared), for small `N`.
    ///
    /// # Errors
    ///
    /// [`DisjointError::Stale`] for a handle that has no value, [`DisjointError::Overlapping`] for two of the same slot.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut gold = HandleMap::<Unit, u32>::from([(archer, 1), (knight, 90)]);
    /// let [poor, rich] = gold.get_disjoint_mut([archer, knight])?;
    /// (*poor, *rich) = (*poor + *rich, 0);
    /// assert_eq!((gold[archer], gold[knight]), (91, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "get_many_mut")]
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        handles: [Handle<P>; N],
    ) -> Result<[&mut V; N], DisjointError<P>> {
        for (position, &handle) in handles.iter().enumerate() {
            if !self.contains(handle) {
                return Err(DisjointError::Stale(Stale::new(handle, position)));
            }
            if handles[..position].iter().any(|earlier| earlier.index() == handle.index()) {
                return Err(DisjointError::Overlapping(handle));
            }
        }
        let values = self.parts_mut().1;
        Ok(handles.map(|handle| {
            // SAFETY: 1. a handle's index is below the capacity, and so within the array.
            let value = unsafe { values.at(handle.index()) };
            // SAFETY: a live slot's value is initialised, and no other handle names it, so that this is the only reference
            // to it while the map is mutably borrowed.
            unsafe { &mut *value }
        }))
    }

    /// Puts `value` under this handle, and returns what was in its slot: a value under the same handle, or under one of
    /// another generation, which the map then no longer has. O(1).
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let mut names = HandleMap::<Unit, &str>::new();
    /// let old = units.insert(Unit { health: 10 })?;
    /// assert_eq!(names.insert(old, "Robin"), None);
    /// assert_eq!(names.insert(old, "Robin Hood"), Some((old, "Robin")));
    ///
    /// units.remove(old);
    /// let new = units.insert(Unit { health: 20 })?; // in the same slot
    /// assert_eq!(names.get(new), None);
    /// assert_eq!(names.insert(new, "Marian"), Some((old, "Robin Hood")));
    /// assert_eq!(names.get(old), None);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    pub fn insert(&mut self, handle: Handle<P>, value: V) -> Option<(Handle<P>, V)> {
        let former = self.take_at(handle.index());
        // SAFETY: 1. the slot was emptied.
        unsafe { self.put(handle, value) };
        former
    }

    /// Takes out the value under this handle. O(1).
    #[inline]
    pub fn remove(&mut self, handle: Handle<P>) -> Option<V> {
        // SAFETY: 1. the slot of a key that is there is live.
        self.slot_of(handle).map(|index| unsafe { self.take(index) })
    }

    /// Drops all values. O(capacity / 64 + len).
    ///
    /// If a destructor panics, the values after it stay.
    pub fn clear(&mut self) {
        let mut cursor = LiveCursor::new(&self.keys);
        // Not to the last slot: the values of a large map may all be in its first ones.
        while !self.is_empty() {
            let Some(index) = cursor.next(&self.keys) else { break };
            // SAFETY: 1. the walk gives each live slot once.
            drop(unsafe { self.take(index) });
        }
    }
}
