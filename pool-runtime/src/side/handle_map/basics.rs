//! The basic methods: sizes, construction, and inserting, looking up and removing one value.

#![expect(unsafe_code, reason = "a value with a live key is reached without another check")]

use super::HandleMap;
use crate::base::zeroed::zeroed;
use crate::changes::Changes;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::Layout;
use crate::layout::spec::{PoolSpec, check};
use core::mem::MaybeUninit;

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// The number of slots, which is that of the pool.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// The size of the whole map in bytes.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    /// Makes an empty map, as a value. For a map of more than 64 KiB, use `HandleMap::on_heap()` or a `static` instead.
    ///
    /// `on_heap` (feature `alloc`) makes the map on the heap, in a `Heap`, and never moves it over the stack.
    ///
    /// The value of `new` has [`TOTAL_BYTES`](HandleMap::TOTAL_BYTES) bytes, and each function that makes, passes or
    /// returns it needs that much of the stack, in debug builds often several times. `Box::new(HandleMap::new())` needs
    /// it too. [`Pool::new`](crate::Pool::new) says what stacks there are. In the initial value of a `static`, `new` is
    /// evaluated by the compiler and needs no stack.
    #[doc(alias = "with_capacity")]
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleMap { len: 0, end: 0, keys: zeroed(), changes: zeroed(), values: MaybeUninit::uninit() }
    }

    /// Returns how many values the map holds. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns whether the map holds no value. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of slots, which is [`CAPACITY`](HandleMap::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Returns whether the map has a value under this handle. O(1).
    #[doc(alias = "contains_key")]
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<P>) -> bool {
        self.slot_of(handle).is_some()
    }

    /// Returns the value under this handle, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<P>) -> Option<&V> {
        // SAFETY: 1. `slot_of` returns live slots.
        self.slot_of(handle).map(|index| unsafe { self.value(index) })
    }

    /// Returns the value under this handle, mutably, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<P>) -> Option<&mut V> {
        // SAFETY: 1. `slot_of` returns live slots.
        self.slot_of(handle).map(|index| unsafe { self.value_mut(index) })
    }

    /// Returns the value under this handle without asking whether there is one. O(1).
    ///
    /// # Safety
    ///
    /// 1. The map has a value under `handle`: [`contains`](HandleMap::contains) returns `true`.
    ///
    /// Debug builds check this.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked(&self, handle: Handle<P>) -> &V {
        debug_assert!(self.contains(handle), "the map has no value under {handle:?}");
        // SAFETY: 1. The caller promises that the slot of the handle is live.
        unsafe { self.value(handle.index()) }
    }

    /// Returns the value under this handle, mutably, without asking whether there is one. O(1).
    ///
    /// # Safety
    ///
    /// 1. The map has a value under `handle`: [`contains`](HandleMap::contains) returns `true`.
    ///
    /// Debug builds check this.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked_mut(&mut self, handle: Handle<P>) -> &mut V {
        debug_assert!(self.contains(handle), "the map has no value under {handle:?}");
        // SAFETY: 1. The caller promises that the slot of the handle is live.
        unsafe { self.value_mut(handle.index()) }
    }

    /// Returns the values under several handles at once, mutably. O(N squared), for small `N`.
    ///
    /// # Errors
    ///
    /// [`DisjointError::Stale`] for a handle without a value, [`DisjointError::Overlapping`] for two handles of the
    /// same slot.
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
    #[doc(alias = "get2_mut")]
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
        for handle in handles {
            self.changes.add(handle.index());
        }
        let values = self.values_ptr_mut();
        Ok(handles.map(|handle| {
            // SAFETY: 1. The index of a handle is below the capacity, so it is within the array.
            let value = unsafe { values.at(handle.index()) };
            // SAFETY: the slot is live (`contains`), so its value is initialised. No other handle names it, so this
            // is the only reference to it while the map is borrowed mutably.
            unsafe { &mut *value }
        }))
    }

    /// Stores `value` under this handle, and returns the value that was in the slot, with its handle. O(1).
    ///
    /// The old value may belong to a handle of another generation. The map then has no value under that handle any
    /// more.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64, quarantine = 0)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let mut names = HandleMap::<Unit, &str>::new();
    /// let old = units.insert(Unit { health: 10 })?;
    /// assert_eq!(names.insert(old, "Robin"), None);
    /// assert_eq!(names.insert(old, "Robin Hood"), Some((old, "Robin")));
    ///
    /// units.remove(old);
    /// let new = units.insert(Unit { health: 20 })?; // in the same slot (without a quarantine)
    /// assert_eq!(names.get(new), None);
    /// assert_eq!(names.insert(new, "Marian"), Some((old, "Robin Hood")));
    /// assert_eq!(names.get(old), None);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    pub fn insert(&mut self, handle: Handle<P>, value: V) -> Option<(Handle<P>, V)> {
        let former = self.make_room(handle);
        // SAFETY: 1. `make_room` emptied the slot.
        unsafe { self.put(handle, value) };
        former
    }

    /// Removes the value under this handle and returns it, or `None`. O(1).
    #[doc(alias = "try_remove")]
    #[inline]
    pub fn remove(&mut self, handle: Handle<P>) -> Option<V> {
        // SAFETY: 1. `slot_of` returns live slots.
        self.slot_of(handle).map(|index| unsafe { self.take(index) })
    }

    /// Removes the value under this handle and returns it with the handle, or `None`. O(1).
    #[inline]
    pub fn remove_entry(&mut self, handle: Handle<P>) -> Option<(Handle<P>, V)> {
        self.remove(handle).map(|value| (handle, value))
    }

    /// Drops all values. O(used / 64 + len), where *used* are the slots up to the last one that had a value since
    /// the map was last cleared.
    ///
    /// If a destructor panics, the values after it stay in the map.
    pub fn clear(&mut self) {
        let mut cursor = LiveCursor::new(&self.keys, self.end);
        // Stops at the last value: all values of a large map may be in its first slots.
        while !self.is_empty() {
            let Some(index) = cursor.next(&self.keys) else { break };
            // SAFETY: 1. The walk gives each live slot once.
            drop(unsafe { self.take(index) });
        }
        self.set_end(0);
    }
}
