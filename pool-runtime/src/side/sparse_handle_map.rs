//! Sparse side tables: dense values for a few of the objects of a pool, found by the same handles.
//!
//! It is a sparse set (Briggs and Torczon, 1993): an array from slots to entries, and the entries one after the other.
//!
//! ```text
//!            +-----------+----------------------+---------------+----------------+
//!            | len (u32) | places, one per slot | keys          | values         |
//!            +-----------+----------------------+---------------+----------------+
//!  bytes       4           2 times CAPACITY       N handles       N times V
//!
//!  places:  0 0 2 0 0 1 0 0 ..         entry + 1, or 0
//!               |     |
//!  keys:    5v1 2v0                    the first `len`
//!  values:   a   b
//! ```
//!
//! Invariants:
//!
//! 1. The first `len` keys and values are initialised, and `len` is at most `N`.
//! 2. The place of the slot of key `entry` is `entry + 1`. All other places are 0. So no two keys have one slot.
//!
//! User code (closures, `Clone`, `Drop`) runs only while this holds: an entry is removed first, then its value is
//! dropped.

#![expect(unsafe_code, reason = "entries beyond the length are uninitialised memory")]

// In the order in which the documentation shows their items.
mod basics;
mod iter;

mod image;

mod traits;

pub use basics::{Entry, OccupiedEntry, VacantEntry};
pub use iter::{Drain, ExtractIf, IntoIter, Iter, IterMut};

use crate::base::element::{element, element_mut};
use crate::base::full::Holder;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use core::mem::MaybeUninit;

/// A side table with room for `N` values. Use it if only a few objects of the pool have a value.
///
/// ```
/// use stackpool::{Pool, SparseHandleMap};
///
/// #[derive(Pool)]
/// #[pool(capacity = 10_000)]
/// struct Unit {
///     health: u32,
/// }
///
/// struct Route {
///     waypoints: [[f32; 2]; 16],
///     next: usize,
/// }
///
/// let mut units = UnitPool::new();
/// let mut routes = SparseHandleMap::<Unit, Route, 100>::new(); // at most 100 units are under way
///
/// let unit = units.insert(Unit { health: 10 })?;
/// routes.insert(unit, Route { waypoints: [[0.0; 2]; 16], next: 0 })?;
/// for route in routes.values_mut() {
///     route.next += 1; // one value after the other, without gaps
/// }
/// assert_eq!(routes[unit].next, 1);
/// # assert_eq!(routes[unit].waypoints[3], [0.0; 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # When to use it
///
/// | table | bytes | finds a value | visits all values |
/// |---|---|---|---|
/// | [`HandleMap`](crate::HandleMap) | `CAPACITY * (1 + V)` | reads 2 places | in slot order, over gaps |
/// | `SparseHandleMap` | `CAPACITY * 2 + N * (handle + V)` | reads 3 places | as a slice, in no order |
///
/// So use it if few objects have a value, and the values are large or you visit them often. Above, 100 routes take 34
/// KB; a `HandleMap` would take 1.4 MB.
///
/// If the values own something else, or come and go independently, use a `HandleMap` of [boxes](crate::PoolBox) of a
/// second definition. It takes about as little memory: per slot, 1 byte for the key and 1 or 2 for the box.
///
/// # Keys
///
/// As in a `HandleMap`, the key is the whole handle, and each slot has at most one value: the one that was inserted
/// last, even if its handle is stale. [`insert_live`](SparseHandleMap::insert_live) refuses stale handles. A value of a
/// dead object stays until you remove it, or until a newer object of the slot gets a value.
/// [`retain_live`](SparseHandleMap::retain_live) removes all such values.
///
/// # Joins
///
/// A [join](crate::Pool::join) walks two tables 64 slots at a time, with their bits of live slots. This table has no
/// such bits, so `units.join(&routes)` does not compile. Visit the few values of this table, and look up each handle in
/// the pool or in the other table:
///
/// ```
/// # use stackpool::{Pool, SparseHandleMap};
/// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
/// # let mut units = UnitPool::new();
/// # let archer = units.insert(Unit { health: 10 })?;
/// let poisoned = SparseHandleMap::<Unit, u32, 8>::from([(archer, 3)]);
/// for (unit, damage) in &poisoned {
///     if let Some(unit) = units.get_mut(unit) {
///         unit.health -= damage;
///     }
/// }
/// assert_eq!(units[archer].health, 7);
/// # Ok::<(), stackpool::Full<Unit>>(())
/// ```
///
/// # Where a table lives
///
/// As for a `HandleMap`: [`new`](SparseHandleMap::new) makes a value or a static, `on_heap` (feature `alloc`) makes it
/// on the heap. All zero bytes are the empty table.
#[doc(alias("SparseSecondaryMap", "SparseSet"))]
#[repr(C)]
pub struct SparseHandleMap<P: PoolSpec, V, const N: usize> {
    len: u32,
    /// An array of `CAPACITY` times `u16`, all of them initialised.
    places: MaybeUninit<<P::Layout as Layout>::Array<u16>>,
    keys: [MaybeUninit<Handle<P>>; N],
    values: [MaybeUninit<V>; N],
}

// SAFETY: a table owns its values, which are `Send`. The rest are integers.
unsafe impl<P: PoolSpec, V: Send, const N: usize> Send for SparseHandleMap<P, V, N> {}
// SAFETY: a shared table gives shared references to its values, which are `Sync`. It has no interior mutability.
unsafe impl<P: PoolSpec, V: Sync, const N: usize> Sync for SparseHandleMap<P, V, N> {}

impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    const FULL: &Holder = &Holder::Map { name: P::NAME, capacity: N };

    /// Returns the places of all slots of the pool.
    fn places(&self) -> &[u16] {
        let places = (&raw const self.places).cast();
        // SAFETY: it is an array of `CAPACITY` numbers, all of them initialised from the start. The table is borrowed
        // for as long as the slice lives.
        unsafe { core::slice::from_raw_parts(places, <P::Layout as Layout>::CAPACITY as usize) }
    }

    /// Returns the number of the entry of the slot at `index`, or `None` if it has none or is beyond the capacity.
    #[inline]
    fn position_at(&self, index: usize) -> Option<usize> {
        usize::from(*self.places().get(index)?).checked_sub(1)
    }

    /// Returns the place of the slot of a handle: the number of its entry plus 1, or 0 if it has none.
    #[inline]
    fn place(&self, handle: Handle<P>) -> usize {
        let places = (&raw const self.places).cast::<u16>();
        // SAFETY: the index of a handle is below the capacity, which is the length of the array.
        let place = unsafe { places.add(handle.index()) };
        // SAFETY: the place is within the array, whose numbers are initialised from the start.
        usize::from(unsafe { place.read() })
    }

    /// Sets the place of the slot of a handle.
    #[inline]
    fn set_place(&mut self, handle: Handle<P>, place: usize) {
        invariant!(place <= N, "an entry beyond the capacity");
        let places = (&raw mut self.places).cast::<u16>();
        // SAFETY: the index of a handle is below the capacity, which is the length of the array.
        let slot = unsafe { places.add(handle.index()) };
        // SAFETY: the place is within the array, and the table is borrowed mutably. `CHECK` asserts that every number
        // of entries fits a `u16`.
        unsafe { slot.write(place as u16) };
    }

    /// Returns the number of the entry with this key.
    #[inline]
    fn position_of(&self, handle: Handle<P>) -> Option<usize> {
        let entry = self.place(handle).checked_sub(1)?;
        (self.keys().get(entry) == Some(&handle)).then_some(entry)
    }

    /// Returns the number of the entry with this key, which exists.
    #[inline]
    fn position(&self, handle: Handle<P>) -> usize {
        self.place(handle).wrapping_sub(1)
    }

    /// Returns the key of an entry.
    ///
    /// # Safety
    ///
    /// 1. `entry` is below `N`, and its key is initialised, as those below the length are.
    #[inline]
    unsafe fn key(&self, entry: usize) -> Handle<P> {
        // SAFETY: 1. The caller promises that `entry` is below `N`.
        let key = unsafe { element(&self.keys, entry) };
        // SAFETY: the caller promises that the key is initialised.
        unsafe { key.assume_init() }
    }

    /// Returns the value of an entry.
    ///
    /// # Safety
    ///
    /// 1. `entry` is below the length.
    #[inline]
    unsafe fn value(&self, entry: usize) -> &V {
        // SAFETY: the caller promises that `entry` is below the length, which is at most `N`.
        unsafe { core::hint::assert_unchecked(entry < N) };
        // SAFETY: the values below the length are initialised.
        unsafe { self.values[entry].assume_init_ref() }
    }

    /// Returns the value of an entry, mutably.
    ///
    /// # Safety
    ///
    /// 1. `entry` is below the length.
    #[inline]
    unsafe fn value_mut(&mut self, entry: usize) -> &mut V {
        // SAFETY: 1. The caller promises that `entry` is below the length, which is at most `N`.
        let value = unsafe { element_mut(&mut self.values, entry) };
        // SAFETY: the values below the length are initialised.
        unsafe { value.assume_init_mut() }
    }

    /// Returns a pointer to the values, for writing to those of these entries.
    fn lend(&mut self, _entries: &[usize]) -> *mut V {
        self.values_mut().as_mut_ptr()
    }

    /// Adds an entry.
    ///
    /// # Safety
    ///
    /// 1. The slot of the handle has no entry, and the length is below `N`.
    #[inline]
    unsafe fn put(&mut self, handle: Handle<P>, value: V) {
        invariant_eq!(self.place(handle), 0, "a second entry for one slot");
        let entry = self.len();
        // SAFETY: 1. The caller promises that the length is below `N`.
        unsafe { element_mut(&mut self.keys, entry) }.write(handle);
        // SAFETY: 1. The caller promises that the length is below `N`.
        unsafe { element_mut(&mut self.values, entry) }.write(value);
        self.set_place(handle, entry + 1);
        self.len += 1;
    }

    /// Removes an entry and returns its value. The last entry moves to its place.
    ///
    /// # Safety
    ///
    /// 1. `entry` is below the length.
    #[inline]
    unsafe fn take(&mut self, entry: usize) -> V {
        let last = self.len() - 1;
        // SAFETY: 1. The caller promises that `entry` is below the length.
        let key = unsafe { self.key(entry) };
        // SAFETY: 1. There is an entry, so the last one is below the length.
        let last_key = unsafe { self.key(last) };
        // SAFETY: 1. The entry is below the length, which is at most `N`.
        unsafe { element_mut(&mut self.keys, entry) }.write(last_key);
        // In this order, because the two can be the same entry.
        self.set_place(last_key, entry + 1);
        self.set_place(key, 0);
        self.len -= 1;
        // SAFETY: 1. The entry was below the length, which is at most `N`.
        let place = unsafe { element_mut(&mut self.values, entry) };
        // SAFETY: `entry` was below the length, so its value is initialised. It moves out: the slot is overwritten
        // below, or it is beyond the length.
        let value = unsafe { place.assume_init_read() };
        if entry != last {
            // SAFETY: 1. `last` was below the length, which is at most `N`.
            let place = unsafe { element_mut(&mut self.values, last) };
            // SAFETY: `last` was below the length, so its value is initialised. It moves: `last` is beyond the length.
            let moved = unsafe { place.assume_init_read() };
            // SAFETY: 1. as above.
            unsafe { element_mut(&mut self.values, entry) }.write(moved);
        }
        value
    }
}
