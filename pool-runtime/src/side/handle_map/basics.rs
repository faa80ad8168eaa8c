//! The basic methods: sizes, construction, and inserting, looking up and removing one value, also through its entry.

#![expect(unsafe_code, reason = "a value with a live key is reached without another check")]

use super::{ChangesOf, HandleMap};
#[cfg(feature = "alloc")]
use crate::base::heap::{Heap, StartsZeroed};
#[cfg(feature = "alloc")]
use crate::base::zeroed::ZeroedBytes;
use crate::base::zeroed::zeroed;
use crate::body::changes::Change;
use crate::changes::Changes;
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::Layout;
use crate::layout::spec::{PoolSpec, check};
use crate::side::basics::basic_methods;
use bytemuck::Zeroable;
use core::mem::{MaybeUninit, needs_drop};

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// The number of slots, which is that of the pool.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// The size of the whole map in bytes.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    /// Makes an empty map, as a value. For a map of more than 64 KiB, use `HandleMap::on_heap()` or a `static` instead.
    ///
    /// The value has [`TOTAL_BYTES`](HandleMap::TOTAL_BYTES) bytes and crosses the call stack, as with
    /// [`Pool::new`](crate::Pool::new). A `static` needs no stack, since the compiler evaluates `new`. `on_heap`
    /// (feature `alloc`) makes the map on the heap, and never moves it over the stack.
    #[doc(alias = "with_capacity")]
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleMap { len: 0, end: 0, keys: zeroed(), changes: zeroed(), values: MaybeUninit::uninit() }
    }

    /// Stores `value` under this handle, and returns the value that was in the slot, with its handle. O(1).
    ///
    /// The old value may belong to a handle of another generation. The map then has no value under that handle any
    /// more. The map cannot tell which of the two handles is newer, because generations wrap. So a stale handle
    /// replaces the value of a newer object. [`insert_live`](HandleMap::insert_live) refuses stale handles.
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
        let former = self.take_at(handle.index());
        // SAFETY: 1. `take_at` emptied the slot.
        unsafe { self.put(handle, value) };
        former
    }

    /// Drops all values. O(used / 64 + len). *Used* slots are those up to the last one that had a value since the map
    /// was last cleared. If values have no destructor, this only fills the keys of the used slots.
    ///
    /// If a destructor panics, the values after it stay in the map.
    #[doc(alias = "reset")]
    pub fn clear(&mut self) {
        if !needs_drop::<V>() && !ChangesOf::<P>::ARE_NOTED {
            self.len = 0;
            self.keys.clear_slots(self.end as usize);
            self.end = 0;
            return;
        }
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

basic_methods!(HandleMap, "map", &'a mut V, Ok);

/// Zero bytes are an empty map.
// SAFETY: the counts, the keys and the set of changes are `Zeroable`; zero bytes are those of an empty map. The values
// are `MaybeUninit`. A value comes into the map by a handle, or by a restore. Both check that the parts of the layout
// fit together.
unsafe impl<P: PoolSpec, V> Zeroable for HandleMap<P, V> {}

// SAFETY: 1. The counts, the keys and the set of changes come first, and are `Zeroable`; zero bytes are those of an
// empty map. The values are `MaybeUninit`, and a value without a key is not read. 2. The offset of a field is at most
// the size of the map.
#[cfg(feature = "alloc")]
unsafe impl<P: PoolSpec, V> StartsZeroed for HandleMap<P, V> {
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(core::mem::offset_of!(Self, values));
    const CHECK: () = check::<P>();
}

/// # On the heap
#[cfg(feature = "alloc")]
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Makes an empty map on the heap, in one allocation. The map never crosses the call stack, in debug builds too.
    ///
    /// [`Heap`] is a box that also clones and deserializes the map in place.
    ///
    /// This writes only the keys, also in recycled memory: 1 byte per slot if the guard of the pool takes one. It
    /// touches no value. If the map is larger than 32 MiB and has more than 64 KiB of keys, it writes nothing. Then
    /// `on_heap` asks for zeroed memory, which allocators take fresh from the system at that size.
    ///
    /// Aborts if there is no memory, through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as `Box::new`
    /// does.
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// # On the heap
#[cfg(feature = "alloc")]
impl<P: PoolSpec, V> Heap<HandleMap<P, V>> {
    /// Moves the values to new memory, and frees the old memory: see `shrink_to_fit` of a pool.
    pub fn shrink_to_fit(&mut self) {
        let mut new = Self::empty();
        let (old, map) = (&mut **self, &mut *new);
        let mut cursor = LiveCursor::new(&old.keys, old.end);
        while let Some(index) = cursor.next(&old.keys) {
            // SAFETY: the walk gives slots that have values. They are below the capacity, so within the array.
            let from = unsafe { old.values_ptr().add(index) };
            // SAFETY: the array of the other map is as long.
            let to = unsafe { map.values_ptr_mut().add(index) };
            // SAFETY: both are places of values, in different maps. The old value is not used any more.
            unsafe { to.copy_from_nonoverlapping(from, 1) };
        }
        map.keys.copy_from(&old.keys, old.end as usize);
        map.changes.copy_from(&old.changes);
        (map.len, map.end) = (old.len, old.end);
        // SAFETY: 1. all values were moved.
        unsafe { self.replace(new) };
    }
}

impl<'a, P: PoolSpec, V> Entry<'a, P, V> {
    /// Returns the value. Inserts `value` first if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with_key(|_handle| value)
    }

    /// Returns the value. If there is none, first calls `make` with the handle and inserts the result.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = make(entry.handle);
                entry.insert(value)
            }
        }
    }
}

impl<'a, P: PoolSpec, V> VacantEntry<'a, P, V> {
    /// Inserts a value and returns it. Drops the value that the slot held under a handle of another generation.
    pub fn insert(self, value: V) -> &'a mut V {
        let VacantEntry { table, handle } = self;
        drop(table.insert(handle, value));
        // SAFETY: 1. The slot was just filled.
        unsafe { table.value_mut(handle.index()) }
    }
}
