//! Bodies: rows, and a store for what they hold. All that pools do with objects is here, once for all stores; the types
//! that users hold are shells with documentation.
//!
//! ```text
//!  +--------+------------------------------------------------+------------------+
//!  | filled | rows: the bookkeeping (see the module of rows) | store            |
//!  +--------+------------------------------------------------+------------------+
//!   columns                                                     CAPACITY objects
//! ```
//!
//! Invariants, besides those of the [rows](crate::rows):
//!
//! - A slot that is live in the rows holds an object. Under guard `none` every slot holds one at all times, or every
//!   filled slot where the store counts these.
//! - User code (closures, iterators, `Clone`, `Drop`) runs only while the invariants hold. A slot is released first,
//!   and its object is dropped afterwards. A free list stores its link where the object is, so there the order is
//!   different: the slot is neither live nor free while its object is dropped, and it is released afterwards, even if
//!   the destructor panics.
//! - An object is at the [place](crate::seats) of its slot. Walks give places.

#![expect(unsafe_code, reason = "the invariants of a pool are upheld here")]

mod basics;
pub(crate) mod batch;
pub(crate) mod changes;
mod copy;
mod dense;
pub(crate) mod drain;
pub(crate) mod iter;
mod kept;
pub(crate) mod lanes;
pub(crate) mod marks;
pub(crate) mod packet;
mod reserve;
mod saved;
#[cfg(feature = "serde")]
mod serde;
pub(crate) mod since;

#[cfg(feature = "alloc")]
pub(crate) use dense::Keyed;
pub(crate) use reserve::{Entry, Reserved};

use crate::base::full::{Except, Full, Holder};
use crate::base::zeroed::ZeroedBytes;
use crate::changes::Changes;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::rows::{Removal, Rows, Untracked};
use crate::seats::Seats;
use crate::store::{Store, drop_objects};
use crate::track::{LiveSites, Site};

pub(crate) type StackOf<P> = <<P as PoolSpec>::Layout as Layout>::FreeSlots;
pub(crate) type GuardOf<P> = <<P as PoolSpec>::Layout as Layout>::Guard;
pub(crate) type MarksOf<P> = <<P as PoolSpec>::Layout as Layout>::Marks;
pub(crate) type SeatsOf<P> = <<P as PoolSpec>::Layout as Layout>::Seats;
pub(crate) type ChangesOf<P> = <<P as PoolSpec>::Layout as Layout>::Changes;

/// Rows, and a store for what they hold. It is `pub` for the types of iterators, and cannot be named.
#[repr(C)]
pub struct Body<P: PoolSpec, S: Store<P>> {
    pub(crate) filled: S::Filled,
    pub(crate) rows: Rows<P::Layout>,
    pub(crate) store: S,
}

/// A body without the record of feature `track`, which is not counted in the sizes of a pool. It is never constructed.
#[repr(C)]
struct Counted<P: PoolSpec, S: Store<P>> {
    filled: S::Filled,
    rows: Untracked<P::Layout>,
    store: S,
}

/// A type that holds a body: a pool, or a pool in a `Heap`.
///
/// # Safety
///
/// 1. It is always the same body, which nothing else reaches.
pub unsafe trait HasBody<P: PoolSpec> {
    /// The store of the body.
    type Store: Store<P>;

    /// Returns the body.
    fn body(&self) -> &Body<P, Self::Store>;

    /// Returns the body, for writing.
    fn body_mut(&mut self) -> &mut Body<P, Self::Store>;
}

#[cfg(feature = "alloc")]
// SAFETY: 1. a heap owns one value, and lends the same one each time.
unsafe impl<P: PoolSpec, T: HasBody<P>> HasBody<P> for crate::base::heap::Heap<T> {
    type Store = T::Store;

    #[inline(always)]
    fn body(&self) -> &Body<P, T::Store> {
        (**self).body()
    }

    #[inline(always)]
    fn body_mut(&mut self) -> &mut Body<P, T::Store> {
        (**self).body_mut()
    }
}

// SAFETY: a body owns its objects and nothing else that a thread could share. The objects may go to another thread by
// the bound: those of columns are their elements.
unsafe impl<P: PoolSpec, S: Store<P>> Send for Body<P, S> where S: Send {}
// SAFETY: a shared body lends its objects for reading and nothing else. It has no interior mutability.
unsafe impl<P: PoolSpec, S: Store<P>> Sync for Body<P, S> where S: Sync {}

opaque_debug!([P: PoolSpec, S: Store<P>] Body<P, S>);

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    pub(crate) const CAPACITY: usize = Rows::<P::Layout>::CAPACITY;

    /// The bytes of a pool, without those of feature `track`. It is not a constant, since the documentation would show
    /// the expression of a constant.
    pub(crate) const fn total_bytes() -> usize {
        size_of::<Counted<P, S>>()
    }

    /// The bytes of all that is before the store, without padding and without those of feature `track`.
    pub(crate) const fn bookkeeping_bytes() -> usize {
        Rows::<P::Layout>::BYTES + size_of::<S::Filled>()
    }

    /// The bytes of the store, and of the parts of the bookkeeping that grow with the capacity.
    pub(crate) const SLOTS_BYTES: usize = size_of::<S>() + Rows::<P::Layout>::SLOTS_BYTES;

    /// The zero bytes that are the bookkeeping of an empty pool.
    pub(crate) const BOOKKEEPING_ZEROED: ZeroedBytes =
        ZeroedBytes::at_start(core::mem::offset_of!(Self, rows))
            .and(Rows::<P::Layout>::ZEROED.of_field(core::mem::offset_of!(Self, rows)));

    /// The zero bytes that make memory an empty pool, whatever its other bytes are, initialised or not. Under guard
    /// `none` every slot is read, except where the store counts those that are filled.
    pub(crate) const ZEROED: ZeroedBytes = if GuardOf::<P>::TRACKS || size_of::<S::Filled>() > 0 {
        Self::BOOKKEEPING_ZEROED
    } else {
        ZeroedBytes::at_start(size_of::<Self>())
    };

    /// Whether the counted parts are all parts of a body. Pools check this where they check their definition, so that
    /// an error names the pool.
    pub(crate) const IS_COUNTED: bool = LiveSites::IS_TRACKED || Self::total_bytes() == size_of::<Self>();

    /// A body without objects, of a pool that has checked its definition.
    ///
    /// # Safety
    ///
    /// 1. Under guard `none`, every place of the store has an object, unless the store counts those that are filled.
    #[inline]
    pub(crate) const unsafe fn new(store: S) -> Self {
        Body { filled: S::UNFILLED, rows: Rows::new(), store }
    }

    /// Returns the error with `value`, for which there is no room.
    #[inline]
    pub(crate) fn full<T>(rows: &Rows<P::Layout>, value: T) -> Full<T> {
        let holder = match rows.guard.retired() as usize {
            0 => Self::HOLDER,
            retired => Self::RETIRED[usize::from(retired == Self::CAPACITY)],
        };
        Full::of(holder, value)
    }

    /// What had no room, for the error. The number of slots that wait is that of the definition: the error has no space
    /// for the current one.
    const HOLDER: &'static Holder = if StackOf::<P>::IS_STRICT {
        let except = &Except {
            capacity: Self::CAPACITY,
            before: ", and up to ",
            count: StackOf::<P>::QUARANTINE as usize,
            after: " of its free slots wait",
        };
        &Holder::Except { name: P::NAME, except }
    } else {
        &Holder::Pool { name: P::NAME, capacity: Self::CAPACITY }
    };

    /// The same if some slots are retired, and if all are.
    const RETIRED: [&'static Holder; 2] = [
        if StackOf::<P>::IS_STRICT {
            let except = &Except {
                capacity: Self::CAPACITY,
                before: ", some of its slots are retired, and up to ",
                count: StackOf::<P>::QUARANTINE as usize,
                after: " of its free slots wait",
            };
            &Holder::Except { name: P::NAME, except }
        } else {
            &Holder::Except { name: P::NAME, except: &Self::retired(", and some of its slots are retired") }
        },
        &Holder::Except { name: P::NAME, except: &Self::retired(", and all of its slots are retired") },
    ];

    const fn retired(before: &'static str) -> Except {
        Except { capacity: Self::CAPACITY, before, count: 0, after: "" }
    }

    /// The memory of the store for the free slots, if these are in it, for reading.
    ///
    /// A pool of zero bytes did not go through a constructor of this crate. So this checks the layout, and so do
    /// [`occupy`](Rows::occupy) and all functions that make a handle: every operation that takes or fills a slot calls
    /// one of these.
    #[inline(always)]
    pub(crate) fn memory(&self) -> SlotMemory {
        const { <P::Layout as Layout>::CHECK };
        S::memory((&raw const self.store).cast_mut())
    }

    /// The rows, and [`memory`](Body::memory) for writing.
    #[inline(always)]
    pub(crate) fn rows_and_memory(&mut self) -> (&mut Rows<P::Layout>, SlotMemory) {
        const { <P::Layout as Layout>::CHECK };
        (&mut self.rows, S::memory(&raw mut self.store))
    }
}

/// The operations on one slot: lend its object, fill it, release it. Every method is made of these and of those of the
/// rows, and they uphold the invariants.
impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: it holds an object).
    #[inline(always)]
    pub(crate) unsafe fn object(&self, index: usize) -> S::Ref<'_> {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        // SAFETY: 1. the caller promises a live slot; without a guard, one that holds an object, which is below the
        // capacity.
        let place = unsafe { self.rows.place_of(index) };
        // SAFETY: 1. places are below the capacity, and the store is borrowed. 2. a live slot holds an object.
        unsafe { S::lend(&raw const self.store, place) }
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: it holds an object).
    #[inline(always)]
    pub(crate) unsafe fn object_mut(&mut self, index: usize) -> S::Mut<'_> {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        // SAFETY: 1. the caller promises a live slot; without a guard, one that holds an object, which is below the
        // capacity.
        let place = unsafe { self.rows.place_of(index) };
        // SAFETY: 1. it is the same slot, and this is the place of its object.
        unsafe { self.object_at_mut(index, place) }
    }

    /// [`object_mut`](Body::object_mut) for a walk, which knows the place.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live, and its object is at `place`.
    #[inline(always)]
    pub(crate) unsafe fn object_at_mut(&mut self, index: usize, place: usize) -> S::Mut<'_> {
        if ChangesOf::<P>::ARE_NOTED {
            self.rows.changes.add(index);
        }
        // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. the caller promises an
        // object.
        unsafe { S::lend_mut(&raw mut self.store, place) }
    }

    /// Puts an object where the next one belongs, and makes the slot at `index` live, for a caller at `site`. Returns
    /// its generation. An earlier object at the place is forgotten.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` was taken, and is not live.
    #[inline(always)]
    pub(crate) unsafe fn fill(&mut self, index: usize, parts: S::Parts, site: Site) -> u32 {
        let place = self.rows.next_place(index);
        // SAFETY: 1. a slot that was taken is below the capacity; in a dense pool, one that is not live leaves a place.
        // The store is mutably borrowed. 2. `filled` is that of the store.
        unsafe { S::put(&raw mut self.store, &mut self.filled, place, parts) };
        // SAFETY: 1. the caller promises that the slot was taken and is not live. 2. the object was just put there.
        unsafe { self.rows.occupy(index, site) }
    }

    /// Takes the object from a place.
    ///
    /// # Safety
    ///
    /// 1. `place` is below the capacity, and has an object that nobody uses afterwards.
    #[inline(always)]
    pub(crate) unsafe fn take(&mut self, place: usize) -> P::Item {
        // SAFETY: 1. the caller promises a place below the capacity, and the store is mutably borrowed. 2. the caller
        // promises an object there that nobody uses afterwards.
        unsafe { S::take(&raw const self.store, place) }
    }

    /// Puts an object in a slot that has its place in the order of insertion, and marks the slot as live, for a caller
    /// at `site`.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is not live, and is taken before the pool is used again.
    /// 2. The slot is in the order of insertion, or is added to it before the pool is used again.
    #[inline(always)]
    pub(crate) unsafe fn fill_listed(&mut self, index: usize, parts: S::Parts, site: Site) {
        let place = self.rows.next_place(index);
        // SAFETY: 1. slots that are or will be taken are below the capacity; in a dense pool, one that is not live
        // leaves a place. The store is mutably borrowed. 2. `filled` is that of the store.
        unsafe { S::put(&raw mut self.store, &mut self.filled, place, parts) };
        // SAFETY: 1. and 3. are the conditions 1. and 2., which the caller promises. 2. the object was just put there.
        unsafe { self.rows.occupy_listed(index, site) };
    }

    /// Releases a slot and returns its object.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: it holds an object, and at least one slot is taken).
    /// 2. No slot was taken since `removal` began.
    #[inline(always)]
    pub(crate) unsafe fn release(&mut self, index: usize, removal: impl Removal<P::Layout>) -> P::Item {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. a live slot is below the capacity and holds an object. The slot is released right after this.
            let object = unsafe { self.take(index) };
            // SAFETY: 1. a live slot is taken, and its object was just moved out of it. 2. the memory is that of this
            // pool, in which only rows write to free slots. 3. the caller promises that no slot was taken since
            // `removal` began.
            unsafe { self.rows.release(index, S::memory(&raw mut self.store), removal) };
            return object;
        }
        if SeatsOf::<P>::ARE_DENSE {
            // SAFETY: 1. the caller promises a live slot, which is released below. 2. its object is taken, and the last
            // one is moved, before that.
            let gap = unsafe { self.rows.unseat(index) };
            // No code of a user runs until the slot was released: it is live, and has no seat.
            // SAFETY: 1. and 2. it was the place of a live slot, whose object belongs to the caller.
            let parts = unsafe { S::take_parts(&raw const self.store, gap.place) };
            // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. the last place has an
            // object, or is the same as the other one, whose object was just taken.
            unsafe { S::shift(&raw mut self.store, gap.last, gap.place) };
            // SAFETY: 1. the slot was live, so it is taken, and it has no seat any more. 2. free slots are not in the
            // store. 3. the caller promises that none was taken since `removal` began.
            unsafe { self.rows.release(index, SlotMemory::NONE, removal) };
            return S::join(parts);
        }
        // SAFETY: 1. a live slot is taken, and free slots are not in the store. 2. the memory is that of this pool. 3.
        // the caller promises that no slot was taken since `removal` began.
        unsafe { self.rows.release(index, S::memory(&raw mut self.store), removal) };
        // SAFETY: 1. and 2. the slot was live, so it holds an object, which belongs to the caller since it was
        // released.
        unsafe { S::take(&raw const self.store, index) }
    }

    /// Releases a slot and drops its object.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. No slot was taken since `removal` began.
    #[inline]
    pub(crate) unsafe fn release_and_drop(&mut self, index: usize, removal: impl Removal<P::Layout>) {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. and 2. the caller promises the same conditions.
            unsafe { self.drop_and_release(index, removal) };
            return;
        }
        if SeatsOf::<P>::ARE_DENSE {
            // SAFETY: 1. the caller promises a live slot, which is released below. 2. the last object comes to its
            // place, before that, and its own object is dropped at the end.
            let gap = unsafe { self.rows.unseat(index) };
            if S::NEEDS_DROP {
                // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. both were places of
                // live slots until now, so they have objects.
                unsafe { S::swap(&raw mut self.store, gap.place, gap.last) };
            } else {
                // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. the last place has an
                // object. The one that it overwrites needs no drop.
                unsafe { S::shift(&raw mut self.store, gap.last, gap.place) };
            }
            // SAFETY: 1. the slot was live, so it is taken, and it has no seat any more. 2. free slots are not in the
            // store. 3. the caller promises that none was taken since `removal` began.
            unsafe { self.rows.release(index, SlotMemory::NONE, removal) };
            // SAFETY: 1. the place is below the capacity. 2. its object belongs to this call since the slot was
            // released, and no slot has this place.
            unsafe { S::drop_in_place(&raw mut self.store, gap.last) };
            return;
        }
        // SAFETY: 1. a live slot is taken, and free slots are not in the store. 2. the memory is that of this pool. 3.
        // the caller promises that no slot was taken since `removal` began.
        unsafe { self.rows.release(index, S::memory(&raw mut self.store), removal) };
        // SAFETY: 1. the slot was live, so it is below the capacity. 2. it holds an object, which belongs to this call
        // since the slot was released.
        unsafe { S::drop_in_place(&raw mut self.store, index) };
    }

    /// Drops the object of a slot, and then releases the slot, even if the destructor panics. In between, the slot is
    /// neither live nor free. For a free list, whose link takes the place of the object.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. No slot was taken since `removal` began.
    unsafe fn drop_and_release(&mut self, index: usize, removal: impl Removal<P::Layout>) {
        struct Release<'a, P: PoolSpec, S: Store<P>, R: Removal<P::Layout>>(
            &'a mut Body<P, S>,
            usize,
            Option<R>,
        );

        impl<P: PoolSpec, S: Store<P>, R: Removal<P::Layout>> Drop for Release<'_, P, S, R> {
            fn drop(&mut self) {
                let Body { rows, store, .. } = &mut *self.0;
                // SAFETY: 1. the slot was suspended below, and is released next.
                unsafe { rows.resume(self.1) };
                if let Some(removal) = self.2.take() {
                    // SAFETY: 1. the slot was live and was not released, so it is taken. Its object was dropped. 2. the
                    // memory is that of this pool. 3. the caller promised it, and the pool was borrowed since.
                    unsafe { rows.release(self.1, S::memory(store), removal) };
                }
            }
        }

        // SAFETY: 1. the caller promises that the slot is live.
        unsafe { self.rows.suspend(index) };
        let release = Release(self, index, Some(removal));
        // SAFETY: 1. the slot was live, so it is below the capacity. 2. it holds an object, which belongs to this call
        // since the slot is no longer live.
        unsafe { S::drop_in_place(&raw mut release.0.store, index) };
    }

    /// Drops all objects, in the order of walks. A `Drop` of bodies would give every pool of columns a destructor.
    ///
    /// # Safety
    ///
    /// 1. Nothing uses the pool afterwards.
    #[inline]
    pub(crate) unsafe fn drop_all(&mut self) {
        // An empty pool needs no walk over its guard.
        if S::NEEDS_DROP && self.rows.len() > 0 {
            let Body { rows, store, .. } = self;
            let mut cursor = rows.cursor();
            let next = || loop {
                let place = cursor.next(&rows.guard)?;
                // SAFETY: 1. the walk is over the places that are taken. A slot that `release_last` released keeps its
                // place.
                if !SeatsOf::<P>::ARE_DENSE || rows.is_live(unsafe { rows.slot_at(place) }) {
                    return Some(place);
                }
            };
            // SAFETY: 1. the store is mutably borrowed. 2. the walk gives each place once, `next` returns those of live
            // slots, and places are below the capacity. 3. live slots hold objects, and the caller promises that
            // nothing uses them afterwards.
            unsafe { drop_objects::<P, S>(store, next) };
        }
    }
}
