//! Side tables: values beside the objects of a pool, found by the same handles.
//!
//! A [`HandleMap<P, V>`](HandleMap) has one slot for each of the pool's, so that a handle's index finds its value with
//! no search and no hashing. It remembers which handle a value was put in under, and walks its live slots 64 at a time.
//!
//! ```text
//!  +-----------+---------------------------------+--------------------+
//!  | len (u32) | keys: live flag, generation     | values             |
//!  +-----------+---------------------------------+--------------------+
//!               a byte a slot, under `live` a bit  CAPACITY times V
//! ```
//!
//! Invariant: a slot's value is initialised exactly if its key is live, and `len` of them are. User code (closures,
//! iterators, `Clone`, `Drop`) runs only while it holds: a key is taken out first, then its value is dropped.

#![expect(unsafe_code, reason = "values are uninitialised memory where no key is live")]

mod column;
mod entry;
mod extract;
mod iter;
mod join;
#[cfg(feature = "serde")]
mod serde;
mod traits;

pub use entry::{Entry, OccupiedEntry, VacantEntry};
pub use extract::ExtractIf;
pub use iter::{Drain, IntoIter, Iter, IterMut, Keys, Values, ValuesMut};
pub use join::{Join, Joined};

use crate::error::{DisjointError, Stale};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::pool::{LiveCursor, Pool, zeroed};
use crate::spec::PoolSpec;
use column::{MapMut, MapRef, ValuesPtr};
use core::mem::MaybeUninit;

type KeysOf<P> = <<P as PoolSpec>::Layout as Layout>::Keys;

/// A value of type `V` for any number of a pool's handles: a side table with one slot for each of the pool's.
///
/// For what only some objects have, only one system looks at, or another crate adds: names, targets, render state. A
/// look-up is an index, as in the pool itself. The values are inside: made with [`new`](HandleMap::new) it is a value
/// or a static (mind its size, [`TOTAL_BYTES`](HandleMap::TOTAL_BYTES)), `boxed` makes it on the heap. All zero bytes are
/// the empty map, so a static one is `.bss` and nothing initialises it.
///
/// ```
/// use stackpool::{HandleMap, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Unit {
///     health: u32,
/// }
///
/// let mut units = UnitPool::new();
/// let mut targets = HandleMap::<Unit, UnitHandle>::new();
/// let archer = units.insert(Unit { health: 10 })?;
/// let knight = units.insert(Unit { health: 50 })?;
/// targets.insert(archer, knight);
///
/// assert_eq!(targets.get(archer), Some(&knight));
/// assert_eq!(targets.get(knight), None);
///
/// // All units that have a target, in slot order.
/// for (_unit, attacker, target) in units.join(&targets) {
///     assert_eq!((attacker.health, *target), (10, knight));
/// }
/// # Ok::<(), stackpool::Full<Unit>>(())
/// ```
///
/// # Keys
///
/// The key is the whole handle. Under guard `generation` the map remembers the generation of each: a handle of another
/// generation of the same slot finds nothing, and [`insert`](HandleMap::insert) under it takes the slot over and returns
/// what was in it. Where handles carry no generation, nothing tells a handle from a later one of the same slot.
///
/// A map does not know the pool. The value of an object that was removed from the pool stays until it is removed too, its
/// slot is taken over, or the map is swept:
///
/// ```
/// # use stackpool::{HandleMap, Pool};
/// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
/// # let mut units = UnitPool::new();
/// # let mut names = HandleMap::<Unit, &str>::new();
/// # let archer = units.insert(Unit { health: 10 })?;
/// names.insert(archer, "Robin");
/// units.remove(archer);
/// assert_eq!(names.get(archer), Some(&"Robin"));
/// assert_eq!(units.join(&names).count(), 0); // a join sees handles that both have
/// names.retain(|unit, _name| units.contains(unit));
/// assert!(names.is_empty());
/// # Ok::<(), stackpool::Full<Unit>>(())
/// ```
///
/// Where the pool goes back ([`restore`](Pool::restore), `clone_from`) the map has to go back with it, by `clone_from` of a copy:
/// the pool may give out again a handle that the map has a value for, and no sweep finds that.
///
/// # Size
///
/// A slot takes `size_of::<V>()` and what its key takes: 1 byte under guard `generation` (2 or 4 where the pool's guard
/// takes as many), 1 bit under `live`, 1 byte under `none`.
///
/// ```
/// # use stackpool::{HandleMap, Pool, pool};
/// pool! {
///     Units: [[u64; 16]; 1_000];
///     Tiles: [[u64; 16]; 1_000], guard = live;
/// }
/// assert_eq!(HandleMap::<Units, u32>::TOTAL_BYTES, 4_000 + 1_000 + 4);
/// assert_eq!(HandleMap::<Tiles, u32>::TOTAL_BYTES, 4_000 + 128 + 4);
///
/// static NAMES: std::sync::Mutex<HandleMap<Units, &str>> = std::sync::Mutex::new(HandleMap::new());
/// ```
#[doc(alias = "SecondaryMap")]
#[repr(C)]
pub struct HandleMap<P: PoolSpec, V> {
    len: u32,
    keys: KeysOf<P>,
    values: MaybeUninit<<P::Layout as Layout>::Array<V>>,
}

// SAFETY: a map owns its values and nothing else that a thread could share.
unsafe impl<P: PoolSpec, V: Send> Send for HandleMap<P, V> {}
// SAFETY: a shared map gives shared references to its values and nothing else; it has no interior mutability.
unsafe impl<P: PoolSpec, V: Sync> Sync for HandleMap<P, V> {}

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
        const { Pool::<P>::CHECK };
        HandleMap { len: 0, keys: zeroed(), values: MaybeUninit::uninit() }
    }

    /// An empty map on the heap: one allocation, which never crosses the call stack, in debug builds too.
    ///
    /// Making it writes the keys and nothing else, in memory that was used before, too: 1 byte per slot where
    /// the pool's guard takes 1. No value is touched before it is used. Large maps are made as
    /// [large pools](Pool::boxed) are.
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as
    /// `Box::new` does.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        const { Pool::<P>::CHECK };
        // SAFETY: 1. the count and the keys, which come first, are `Zeroable`, and as zero bytes those of an
        // empty map; the values are `MaybeUninit`, and none is read that has no key. 2. it is where a field
        // is.
        unsafe { crate::boxed::zeroed_box(core::mem::offset_of!(Self, values)) }
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

    /// The slot that the handle names; `None` where there is no value under it.
    #[inline]
    fn slot_of(&self, handle: Handle<P>) -> Option<usize> {
        let (index, generation) = handle.parts();
        // SAFETY: 1. a handle's index is below the capacity.
        unsafe { self.keys.names(index, generation) }.then_some(index)
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

    /// The handle that a slot's value was put in under, or the last one was.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    #[inline]
    unsafe fn key(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. promised by the caller.
        let generation = unsafe { self.keys.generation(index) };
        // SAFETY: 1. promised by the caller. 2. only generations of handles are put in the keys, and 0 is one.
        unsafe { Handle::new(index as u32, generation) }
    }

    /// The values, for reading.
    #[inline]
    fn values_ptr(&self) -> ValuesPtr<V> {
        ValuesPtr::new((&raw const self.values).cast_mut().cast())
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn value(&self, index: usize) -> &V {
        // SAFETY: 1. a live slot is below the capacity, and so within the array.
        let value = unsafe { self.values_ptr().at(index) };
        // SAFETY: a live slot's value is initialised, and the map is borrowed for as long as the reference lives.
        unsafe { &*value }
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn value_mut(&mut self, index: usize) -> &mut V {
        // SAFETY: 1. a live slot is below the capacity, and so within the array.
        let value = unsafe { self.parts_mut().1.at(index) };
        // SAFETY: a live slot's value is initialised, and the map is mutably borrowed for as long as the reference lives.
        unsafe { &mut *value }
    }

    /// The keys, and the values for reading and writing.
    #[inline]
    fn parts_mut(&mut self) -> (&KeysOf<P>, ValuesPtr<V>) {
        (&self.keys, ValuesPtr::new((&raw mut self.values).cast()))
    }

    /// Puts a value under a handle.
    ///
    /// # Safety
    ///
    /// 1. The slot of the handle is not live.
    #[inline]
    unsafe fn put(&mut self, handle: Handle<P>, value: V) {
        let index = handle.index();
        // SAFETY: 1. a handle's index is below the capacity, and so within the array.
        let slot = unsafe { self.parts_mut().1.at(index) };
        // SAFETY: it is within the map, which is mutably borrowed; the slot is not live, so it holds nothing that would
        // need dropping.
        unsafe { slot.write(value) };
        // SAFETY: 1. a handle's index is below the capacity. 2. the keys have as many generations as handles.
        unsafe { self.keys.set_generation(index, handle.generation()) };
        // SAFETY: 1. as above.
        unsafe { self.keys.occupy(index) };
        self.len += 1;
    }

    /// Takes a value out.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn take(&mut self, index: usize) -> V {
        // SAFETY: 1. a live slot is below the capacity.
        unsafe { self.keys.suspend(index) };
        self.len -= 1;
        // SAFETY: 1. as above.
        let value = unsafe { self.parts_mut().1.at(index) };
        // SAFETY: the slot was live, so its value is initialised, and it is the caller's since the key was taken out.
        unsafe { value.read() }
    }

    /// Takes out what is in the slot at `index`, which is below the capacity, with the handle that it was put in under.
    fn take_at(&mut self, index: usize) -> Option<(Handle<P>, V)> {
        assert!(index < Self::CAPACITY, "a slot beyond the capacity");
        // SAFETY: 1. asserted above.
        if !unsafe { self.keys.is_live(index) } {
            return None;
        }
        // SAFETY: 1. asserted above.
        let handle = unsafe { self.key(index) };
        // SAFETY: 1. as asked above.
        Some((handle, unsafe { self.take(index) }))
    }

    fn column(&self) -> MapRef<'_, P, V> {
        // SAFETY: 1. the keys say which values are initialised. 2. both are borrowed for the column's lifetime.
        unsafe { MapRef::new(&self.keys, self.values_ptr()) }
    }

    fn column_mut(&mut self) -> MapMut<'_, P, V> {
        let (keys, values) = self.parts_mut();
        // SAFETY: 1. the keys say which values are initialised. 2. the map is mutably borrowed for the column's lifetime.
        unsafe { MapMut::new(keys, values) }
    }
}
