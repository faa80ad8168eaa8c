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

// In the order in which the documentation shows what is in them.
mod basics;

mod entry;

mod iter;

mod extract;

mod join;

#[cfg(feature = "serde")]
mod serde;

mod traits;
mod values_ptr;
#[cfg(not(feature = "alloc"))]
mod without_alloc;

pub use crate::join::{Join, Joined};
pub use entry::{Entry, OccupiedEntry, VacantEntry};
pub use extract::ExtractIf;
pub use iter::{Drain, IntoIter, Iter, IterMut, Keys, Values, ValuesMut};

use crate::guard::Guard;
use crate::handle::Handle;
use crate::join::column::{Exclusive, Shared};
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use core::mem::MaybeUninit;
use values_ptr::ValuesPtr;

type KeysOf<P> = <<P as PoolSpec>::Layout as Layout>::Keys;
type MapRef<'a, P, V> = Shared<'a, P, KeysOf<P>, ValuesPtr<V>, V>;
type MapMut<'a, P, V> = Exclusive<'a, P, KeysOf<P>, ValuesPtr<V>, V>;

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
    /// The slot that the handle names; `None` where there is no value under it.
    #[inline]
    fn slot_of(&self, handle: Handle<P>) -> Option<usize> {
        let (index, generation) = handle.parts();
        // SAFETY: 1. a handle's index is below the capacity.
        unsafe { self.keys.names(index, generation) }.then_some(index)
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
