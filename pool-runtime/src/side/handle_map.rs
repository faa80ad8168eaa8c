//! Side tables: values beside the objects of a pool, found by the same handles.
//!
//! A [`HandleMap<P, V>`](HandleMap) has one slot for each slot of the pool. So the index of a handle finds its value,
//! without a search and without hashing. The map remembers the handle of each value, and walks its live slots 64 at a
//! time.
//!
//! ```text
//!  +-----------+---------------------------------+--------------------+
//!  | len (u32) | keys: live flag, generation     | values             |
//!  +-----------+---------------------------------+--------------------+
//!               1 byte per slot, 1 bit if `live`  CAPACITY times V
//! ```
//!
//! Invariant: the value of a slot is initialised exactly if its key is live, and `len` keys are live. User code
//! (closures, iterators, `Clone`, `Drop`) runs only while this holds: a key is removed first, then its value is
//! dropped.

#![expect(unsafe_code, reason = "values without a live key are uninitialised memory")]

// The modules are in the order in which the documentation shows their items.
mod basics;
mod image;

mod iter;

mod join;
mod live;
mod parts;

mod traits;

mod visit;

pub use crate::join::{Join, Joined};
pub use basics::{Entry, OccupiedEntry, VacantEntry};
pub use iter::{Drain, ExtractIf, IntoIter, Iter, IterMut, Keys, Values, ValuesMut};
pub(super) use traits::EmptyOnUnwind;
pub use visit::Visit;

use crate::changes::{Changes, NotesChanges};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::join::lane::{Table, Values as Lent};
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use bytemuck::AnyBitPattern;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

type KeysOf<P> = <<P as PoolSpec>::Layout as Layout>::Keys;
type ChangesOf<P> = <<P as PoolSpec>::Layout as Layout>::Changes;
type ChangesPtrOf<P> = <ChangesOf<P> as Changes>::Ptr;
type MapRef<'a, P, V> = Table<'a, P, KeysOf<P>, MapRefs<'a, V>>;
type MapMut<'a, P, V> = Table<'a, P, KeysOf<P>, MapMuts<'a, V, ChangesPtrOf<P>>>;

/// A side table: values of type `V` for some of the handles of a pool.
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
/// Use it for data that only some objects have, that only one system reads, or that another crate adds: names,
/// targets, render state. If all objects have the data, make it a field of the object.
///
/// The map has one slot for each slot of the pool. So a look-up is an array access, as in the pool itself.
///
/// # Where a map lives
///
/// The values are inside the map. [`new`](HandleMap::new) makes a map as a value or a static; mind its size,
/// [`TOTAL_BYTES`](HandleMap::TOTAL_BYTES). `on_heap` (feature `alloc`) makes it on the heap. All zero bytes are the
/// empty map, so a static map is `.bss` and needs no initialisation.
///
/// # Keys
///
/// The key is the whole handle. Under guard `generation`, the map stores the generation of each key. A handle of
/// another generation of the slot finds nothing. [`insert`](HandleMap::insert) under such a handle replaces the value
/// in the slot, and returns the old one, whichever of the two is newer. [`insert_live`](HandleMap::insert_live) refuses
/// a handle that the pool does not accept. The map cannot tell a handle from an equal later one if handles carry no
/// generation, or once the generations of the slot wrap.
///
/// The map does not know what happens in the pool. If you remove an object from the pool, its value stays in the map.
/// It stays until you remove it too, or until a newer object of the same slot gets a value.
/// [`#[derive(SideTables)]`](crate::SideTables) removes an object from both.
/// [`retain_live`](HandleMap::retain_live) removes all such values. If the pool has `changes`,
/// [`take_ended`](HandleMap::take_ended) returns each of them:
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
/// assert_eq!(units.join(&names).count(), 0); // a join visits the handles that both have
/// names.retain_live(&units);
/// assert!(names.is_empty());
/// # Ok::<(), stackpool::Full<Unit>>(())
/// ```
///
/// Restore a map together with its pool. After [`restore`](crate::Pool::restore) or `clone_from`, the pool may reissue
/// a handle that already has a value in the map. `retain_live` cannot detect this. A map of plain data [saves to
/// bytes](HandleMap::save_into) as its pool does, and a [`Snapshot`](crate::Snapshot) restores both as one. For any
/// other map, keep a copy with each saved state, and restore it with `clone_from`.
///
/// # Other values under the same handles
///
/// You can `collect` a new map from pairs of handle and value, such as those of the iterator of a pool or of another
/// map. `extend` fills an existing map, for example on the heap:
///
/// ```
/// # use stackpool::{HandleMap, Pool};
/// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
/// # let mut units = UnitPool::new();
/// # let archer = units.insert(Unit { health: 10 })?;
/// let halves: HandleMap<Unit, f32> = units.iter().map(|(unit, at)| (unit, at.health as f32 / 2.0)).collect();
/// let mut texts = HandleMap::<Unit, String>::new();
/// texts.extend(halves.iter().map(|(unit, half)| (unit, half.to_string())));
/// assert_eq!(texts[archer], "5");
/// # Ok::<(), stackpool::Full<Unit>>(())
/// ```
///
/// # Size
///
/// A slot takes `size_of::<V>()` bytes plus its key. The key takes 1 byte under guard `generation` (2 or 4 if the guard
/// of the pool takes as many), 1 bit under `live`, and 1 byte under `none`. If the pool has `changes`, the map also
/// notes which of its values changed, for [`changed_delta_into`](crate::Snapshot::changed_delta_into). This takes 1 bit
/// per slot, and 4 bytes.
///
/// ```
/// # use stackpool::{HandleMap, Pool, pool};
/// pool! {
///     Units: [[u64; 16]; 1_000];
///     Tiles: [[u64; 16]; 1_000], guard = live;
/// }
/// assert_eq!(HandleMap::<Units, u32>::TOTAL_BYTES, 4_000 + 1_000 + 8);
/// assert_eq!(HandleMap::<Tiles, u32>::TOTAL_BYTES, 4_000 + 128 + 8);
///
/// static NAMES: std::sync::Mutex<HandleMap<Units, &str>> = std::sync::Mutex::new(HandleMap::new());
/// ```
#[doc(alias("SecondaryMap", "SparseSecondaryMap"))]
#[repr(C)]
pub struct HandleMap<P: PoolSpec, V> {
    len: u32,
    /// All values are in slots before this one.
    end: u32,
    keys: KeysOf<P>,
    /// The slots whose values changed, if the pool has the key `changes`.
    changes: ChangesOf<P>,
    values: MaybeUninit<<P::Layout as Layout>::Array<V>>,
}

// SAFETY: a map owns its values, which are `Send`. The rest are integers.
unsafe impl<P: PoolSpec, V: Send> Send for HandleMap<P, V> {}
// SAFETY: a shared map gives shared references to its values, which are `Sync`. It has no interior mutability.
unsafe impl<P: PoolSpec, V: Sync> Sync for HandleMap<P, V> {}

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Returns the slot of the handle, or `None` if the map has no value under it.
    #[inline]
    fn position_of(&self, handle: Handle<P>) -> Option<usize> {
        let (index, generation) = handle.parts();
        // SAFETY: 1. The index of a handle is below the capacity.
        unsafe { self.keys.names(index, generation) }.then_some(index)
    }

    /// Returns the slot at `index`, or `None` if it has no value or is beyond the capacity.
    #[inline]
    fn position_at(&self, index: usize) -> Option<usize> {
        // SAFETY: 1. compared with the capacity first.
        (index < Self::CAPACITY && unsafe { self.keys.is_live(index) }).then_some(index)
    }

    /// Returns the slot of the handle, which has a value.
    #[inline]
    fn position(&self, handle: Handle<P>) -> usize {
        handle.index()
    }

    /// Returns the handle of the value in a slot, or of the last value that was there.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    #[inline]
    unsafe fn key(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. The caller promises that `index` is below the capacity.
        let generation = unsafe { self.keys.generation(index) };
        // SAFETY: 1. The caller promises that `index` is below the capacity. 2. The keys hold generations of handles,
        // or 0, which every layout has.
        unsafe { Handle::new(index as u32, generation) }
    }

    /// Returns a pointer to the values, for reading.
    #[inline]
    fn values_ptr(&self) -> *mut V {
        (&raw const self.values).cast_mut().cast()
    }

    /// Returns a pointer to the values, for reading and writing.
    #[inline]
    fn values_ptr_mut(&mut self) -> *mut V {
        (&raw mut self.values).cast()
    }

    /// Returns the value in a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn value(&self, index: usize) -> &V {
        // SAFETY: a live slot is below the capacity, so it is within the array.
        let value = unsafe { self.values_ptr().add(index) };
        // SAFETY: the value of a live slot is initialised, and the map is borrowed for as long as the reference lives.
        unsafe { &*value }
    }

    /// Returns the value in a slot, mutably.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn value_mut(&mut self, index: usize) -> &mut V {
        self.changes.add(index);
        // SAFETY: a live slot is below the capacity, so it is within the array.
        let value = unsafe { self.values_ptr_mut().add(index) };
        // SAFETY: the value of a live slot is initialised, and the map is borrowed mutably for as long as the
        // reference lives.
        unsafe { &mut *value }
    }

    /// Adds live slots to the changes, and returns a pointer to the values, for writing to those in these slots.
    fn lend(&mut self, slots: &[usize]) -> *mut V {
        for &index in slots {
            self.changes.add(index);
        }
        self.values_ptr_mut()
    }

    /// Stores a value under a handle.
    ///
    /// # Safety
    ///
    /// 1. The slot of the handle is not live.
    #[inline]
    unsafe fn put(&mut self, handle: Handle<P>, value: V) {
        let index = handle.index();
        self.changes.add(index);
        // SAFETY: the index of a handle is below the capacity, so it is within the array.
        let slot = unsafe { self.values_ptr_mut().add(index) };
        // SAFETY: the slot is within the map, which is borrowed mutably. The caller promises that it is not live, so it
        // holds nothing that would have to be dropped.
        unsafe { slot.write(value) };
        // SAFETY: 1. The index of a handle is below the capacity. 2. The keys have at least as many generations as
        // handles.
        unsafe { self.keys.set_generation(index, handle.generation()) };
        // SAFETY: 1. The index of a handle is below the capacity.
        unsafe { self.keys.occupy(index) };
        self.len += 1;
        self.end = self.end.max(index as u32 + 1);
    }

    /// Removes a value and returns it.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn take(&mut self, index: usize) -> V {
        self.changes.add(index);
        // SAFETY: 1. A live slot is below the capacity.
        unsafe { self.keys.suspend(index) };
        self.len -= 1;
        // SAFETY: a live slot is below the capacity, so it is within the array.
        let value = unsafe { self.values_ptr_mut().add(index) };
        // SAFETY: the slot was live, so its value is initialised. The key was removed, so the map does not use the
        // value again.
        unsafe { value.read() }
    }

    /// Returns the value in the slot at `index`, with its handle.
    #[inline]
    pub(super) fn entry_at(&self, index: usize) -> Option<(Handle<P>, &V)> {
        let position = self.position_at(index)?;
        // SAFETY: 1. `position_at` returns slots below the capacity.
        let handle = unsafe { self.key(position) };
        // SAFETY: 1. `position_at` returns slots that are live.
        Some((handle, unsafe { self.value(position) }))
    }

    /// Returns the value in the slot at `index`, mutably.
    #[inline]
    pub(super) fn value_at_mut(&mut self, index: usize) -> Option<&mut V> {
        // SAFETY: 1. `position_at` returns slots that are live.
        self.position_at(index).map(|position| unsafe { self.value_mut(position) })
    }

    /// Makes an empty map in initialised memory, for [`memory`](Self::memory).
    pub(super) const fn zeroed() -> Self {
        // SAFETY: the map is `Zeroable`: zero bytes are an empty one.
        unsafe { MaybeUninit::zeroed().assume_init() }
    }

    /// Lends what is in the memory of a slot, without a check of its key: a value, an earlier value, or zero bytes.
    /// `None` beyond the capacity.
    ///
    /// # Safety
    ///
    /// 1. The map began as zero bytes.
    #[inline]
    pub(super) unsafe fn memory(&self, index: usize) -> Option<&V>
    where
        V: AnyBitPattern,
    {
        if index >= Self::CAPACITY {
            return None;
        }
        // SAFETY: the slot is below the capacity, so it is within the array.
        let place = unsafe { self.values_ptr().add(index) };
        // SAFETY: the memory began as zero bytes (1.), and only values were written to it. Any bytes are a value.
        Some(unsafe { &*place })
    }

    /// The same, for writing.
    ///
    /// # Safety
    ///
    /// 1. The map began as zero bytes.
    #[inline]
    pub(super) unsafe fn memory_mut(&mut self, index: usize) -> Option<&mut V>
    where
        V: AnyBitPattern,
    {
        if index >= Self::CAPACITY {
            return None;
        }
        self.changes.add(index);
        // SAFETY: the slot is below the capacity, so it is within the array.
        let place = unsafe { self.values_ptr_mut().add(index) };
        // SAFETY: the memory began as zero bytes (1.), and only values were written to it. Any bytes are a value.
        Some(unsafe { &mut *place })
    }

    /// All values are in slots before this one.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// Removes the value in the slot at `index`, and returns it with its handle.
    pub(super) fn take_at(&mut self, index: usize) -> Option<(Handle<P>, V)> {
        let position = self.position_at(index)?;
        // SAFETY: 1. `position_at` returns slots below the capacity.
        let handle = unsafe { self.key(position) };
        // SAFETY: 1. `position_at` returns slots that are live.
        Some((handle, unsafe { self.take(position) }))
    }

    fn lane(&self) -> MapRef<'_, P, V> {
        // SAFETY: 1. The values of live keys are initialised, and the keys hold generations of handles.
        unsafe { MapRef::new(&self.keys, self.end, MapRefs(self.values_ptr(), PhantomData)) }
    }

    fn lane_mut(&mut self) -> MapMut<'_, P, V> {
        let values = MapMuts(self.values_ptr_mut(), self.changes.as_ptr(), PhantomData);
        // SAFETY: 1. The values of live keys are initialised, and the keys hold generations of handles.
        unsafe { MapMut::new(&self.keys, self.end, values) }
    }
}

/// The values of a map, borrowed for reading.
#[derive(Debug)]
pub struct MapRefs<'a, V>(*const V, PhantomData<&'a V>);

/// The values of a map, borrowed for writing, and the set of the slots whose values it lent.
#[derive(Debug)]
pub struct MapMuts<'a, V, C>(*mut V, C, PhantomData<&'a mut V>);

// SAFETY: it is a shared borrow of values, which other threads may have by the bound.
unsafe impl<V: Sync> Send for MapRefs<'_, V> {}
// SAFETY: a shared reference to it is a shared borrow of values, which other threads may have by the bound.
unsafe impl<V: Sync> Sync for MapRefs<'_, V> {}
// SAFETY: it is a mutable borrow of values, which other threads may have by the bound, and of a set of numbers of
// slots.
unsafe impl<V: Send, C: NotesChanges> Send for MapMuts<'_, V, C> {}
// SAFETY: a shared reference to it lends nothing: `value` takes `&mut self`.
unsafe impl<V: Sync, C: NotesChanges> Sync for MapMuts<'_, V, C> {}

impl<V> Clone for MapRefs<'_, V> {
    #[inline]
    fn clone(&self) -> Self {
        MapRefs(self.0, PhantomData)
    }
}

// SAFETY: 1. the values are borrowed for 'a.
unsafe impl<'a, V> Lent for MapRefs<'a, V> {
    type Item = &'a V;

    #[inline]
    unsafe fn value(&mut self, index: usize) -> &'a V {
        // SAFETY: 1. a live slot is below the capacity, which is the length of the array.
        let value = unsafe { self.0.add(index) };
        // SAFETY: the value of a live slot is initialised, and borrowed for 'a.
        unsafe { &*value }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        self.clone()
    }
}

// SAFETY: 1. the values are mutably borrowed for 'a.
unsafe impl<'a, V, C: NotesChanges> Lent for MapMuts<'a, V, C> {
    type Item = &'a mut V;

    #[inline]
    unsafe fn value(&mut self, index: usize) -> &'a mut V {
        // SAFETY: 1. a live slot is below the capacity. 2. the set is mutably borrowed, together with the values. 3.
        // one thread at a time asks for the values of a word of 64 slots.
        unsafe { self.1.add(index) };
        // SAFETY: 1. a live slot is below the capacity, which is the length of the array.
        let value = unsafe { self.0.add(index) };
        // SAFETY: the value of a live slot is initialised, mutably borrowed for 'a, and was not lent before.
        unsafe { &mut *value }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        MapMuts(self.0, self.1, PhantomData)
    }
}
