//! Pools: an index stack, a guard and slots.
//!
//! ```text
//!  +---------------+--------------+-------------------------+---------------+---------------+---------------+
//!  | counts (8 B)  | used (u32)   | table of free indices   | marks         | guard         | slots         |
//!  +---------------+--------------+-------------------------+---------------+---------------+---------------+
//!                   index stack: the counter and TABLE_BYTES   if asked for    a byte a slot   CAPACITY items
//! ```
//!
//! With `bookkeeping = free_list` there is no table: a [free list](crate::free::free_list) of three counters is in its place.
//! Both are the `stack` below.
//! (With feature `track`, in debug builds, a pointer a slot before the slots.)
//!
//! Invariants: a slot's index is on the stack's free part, or its guard says that it is live and it holds an item, or it
//! is retired. Under guard `none` every slot holds an item at all times. User code (closures, iterators, `Clone`,
//! `Drop`) runs only while they hold: a slot is unlinked first, then its item is dropped. (Under a free list the item is in
//! the way of the link: its slot is neither live nor free while it is dropped, and free afterwards, in a panic too.)

#![expect(unsafe_code, reason = "the invariants of a pool are upheld here")]

// In the order in which the documentation shows what is in them.
mod basics;
#[cfg(feature = "alloc")]
mod heap;

mod iter;

mod vacant_entry;

mod drain;

mod batch;

mod insert_at;

mod join;

mod marks;

mod stats;

mod leaks;

mod image;

#[cfg(feature = "serde")]
mod serde;

mod statics;
mod traits;
#[cfg(not(feature = "alloc"))]
mod without_alloc;

pub use batch::{Inserted, Removed};
pub use drain::{Drain, ExtractIf};
pub use iter::{Handles, IntoIter, Iter, IterMut, Values, ValuesMut};
pub use marks::Mark;
pub use vacant_entry::VacantEntry;

use crate::base::counts::Counts;
use crate::free::FreeSlots;
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::slots::{Slots, SlotsPtr};
use crate::layout::spec::{PoolSpec, check};
use crate::marks::Marks;
use crate::track::{LiveSites, Site, Sites};

type TableOf<P> = <<P as PoolSpec>::Layout as Layout>::Table;
type StackOf<P> = <<P as PoolSpec>::Layout as Layout>::FreeSlots;
type GuardOf<P> = <<P as PoolSpec>::Layout as Layout>::Guard;
type MarksOf<P> = <<P as PoolSpec>::Layout as Layout>::Marks;

/// A pool of up to [`CAPACITY`](Pool::CAPACITY) objects of type `P::Item`, named by [`Handle<P>`](Handle)s.
///
/// `#[derive(Pool)]` and `pool!` define pools and print an alias each, as `ParticlePool` for `Pool<Particle>`. All
/// memory is inside the pool: made with [`new`](Pool::new) it is a value (mind its size), `boxed` makes it on the heap,
/// and `Particle::take_pool()` takes the one that is a static.
///
/// All zero bytes are the empty pool: nothing initialises it.
///
/// # Order
///
/// Slots are handed out in ascending order at first; a slot given back is the next to be used. The handles that a pool
/// gives are a function of the operations on it alone, the same on every machine.
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Particle {
///     ttl: f32,
/// }
///
/// let mut particles = ParticlePool::new();
/// let handle = particles.insert(Particle { ttl: 1.0 })?;
/// particles[handle].ttl -= 0.25;
/// assert_eq!(particles.remove(handle).unwrap().ttl, 0.75);
/// assert!(particles.get(handle).is_none());
/// assert_eq!(ParticlePool::HANDLE_BYTES, 2);
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
#[repr(C)]
pub struct Pool<P: PoolSpec> {
    counts: Counts,
    stack: StackOf<P>,
    marks: MarksOf<P>,
    guard: GuardOf<P>,
    // Of no size but with feature `track`. Before the slots, with all that is zeroed.
    sites: Sites<P::Layout>,
    slots: Slots<P>,
}

// SAFETY: a pool owns its items and nothing else that a thread could share.
unsafe impl<P: PoolSpec> Send for Pool<P> where P::Item: Send {}
// SAFETY: a shared pool gives shared references to its items and nothing else; it has no interior mutability.
unsafe impl<P: PoolSpec> Sync for Pool<P> where P::Item: Sync {}

impl<P: PoolSpec> Pool<P> {
    /// Fails to compile where the layout does not fit together.
    pub(crate) const CHECK: () = {
        check::<P>();
        assert!(
            LiveSites::IS_TRACKED || Self::TOTAL_BYTES == size_of::<Self>(),
            "a part of pools is missing in those that are counted"
        );
    };

    /// Where the slots begin: the bookkeeping is before them.
    pub(crate) const SLOTS_OFFSET: usize = core::mem::offset_of!(Self, slots);

    /// Slots in use.
    #[inline]
    fn live(&self) -> u32 {
        self.stack.used() - self.guard.retired()
    }

    /// The guard, and the slots for reading.
    #[inline]
    pub(crate) fn parts(&self) -> (&GuardOf<P>, SlotsPtr<P>) {
        (&self.guard, self.slots.as_ptr())
    }

    /// The guard, and the slots for reading and writing.
    #[inline]
    pub(crate) fn parts_mut(&mut self) -> (&GuardOf<P>, SlotsPtr<P>) {
        (&self.guard, self.slots.as_mut_ptr())
    }
}

/// What is done with one slot: it is named, read, filled, given back. Every way in and out of a pool is made of these, and they
/// uphold its invariants.
impl<P: PoolSpec> Pool<P> {
    /// The slot that the handle names; `None` where the guard does not accept it.
    #[inline]
    fn slot_of(&self, handle: Handle<P>) -> Option<usize> {
        let (index, generation) = handle.parts();
        // SAFETY: 1. a handle's index is below the capacity.
        unsafe { self.guard.names(index, generation) }.then_some(index)
    }

    /// The handle of a slot, live or free, as it is now.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot not retired.
    #[inline]
    unsafe fn handle_of_slot(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. promised by the caller.
        let generation = unsafe { self.guard.generation(index) };
        // SAFETY: 1. promised by the caller. 2. promised by the guard, whose generations are the layout's and, in a retired
        // slot, one more: nobody asks for a handle of that.
        unsafe { Handle::new(index as u32, generation) }
    }

    /// What release builds take on trust of the callers of the functions below.
    #[inline]
    fn debug_assert_live(&self, index: usize) {
        debug_assert!(self.handle_at(index).is_some(), "the slot at {index} is not live");
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: below the capacity).
    #[inline]
    unsafe fn item(&self, index: usize) -> &P::Item {
        self.debug_assert_live(index);
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. it is only read.
        let item = unsafe { self.slots.as_ptr().at(index) };
        // SAFETY: a live slot holds an item, and the pool is borrowed for as long as the reference lives.
        unsafe { &*item }
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: below the capacity).
    #[inline]
    unsafe fn item_mut(&mut self, index: usize) -> &mut P::Item {
        self.debug_assert_live(index);
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. from `as_mut_ptr`.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: a live slot holds an item, and the pool is mutably borrowed for as long as the reference lives.
        unsafe { &mut *item }
    }

    /// Puts an item in a slot and marks it as live, for a caller at `site`.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is free, and taken from the stack before the pool is used again.
    #[inline]
    unsafe fn fill(&mut self, index: usize, item: P::Item, site: Site) -> &mut P::Item {
        debug_assert!(
            !GuardOf::<P>::TRACKS || self.handle_at(index).is_none(),
            "an item would be put over another at {index}"
        );
        // SAFETY: 1. a slot of the stack is below the capacity. 2. the pool is borrowed. 3. from `as_mut_ptr`.
        let slot = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot is free: it holds nothing that would need dropping.
        unsafe { slot.write(item) };
        // SAFETY: 1. as above.
        unsafe { self.guard.occupy(index) };
        self.sites.set(index, site);
        self.marks.insert(index);
        // SAFETY: it was just written, and the pool is mutably borrowed for as long as the reference lives.
        unsafe { &mut *slot }
    }

    /// Gives a slot back: its item is the caller's from here on; where the stack is in the slots, it is gone.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is taken from the stack (without a guard: at least one slot is).
    /// 2. Where the stack is in the slots, what this one holds is nobody's.
    #[inline]
    unsafe fn unlink(&mut self, index: usize) {
        self.counts.note(self.live());
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.unlink_noted(index) };
    }

    /// [`unlink`](Pool::unlink), of a pool whose length was noted before the first of several.
    ///
    /// # Safety
    ///
    /// 1. and 2. as of `unlink`.
    #[inline]
    unsafe fn unlink_noted(&mut self, index: usize) {
        self.sites.clear(index);
        self.marks.remove(index);
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.free_slot(index) };
    }

    /// [`unlink_noted`](Pool::unlink_noted), of a slot that sites and marks know nothing of, or will not.
    ///
    /// # Safety
    ///
    /// 1. and 2. as of `unlink`.
    #[inline]
    unsafe fn free_slot(&mut self, index: usize) {
        // SAFETY: 1. a slot taken from the stack is below the capacity.
        let vacated = unsafe { self.guard.vacate(index) };
        if vacated == Vacated::Free {
            // SAFETY: 1. the slot is taken, so at least one is. 2. as above. 3. as in `insert`; and the caller gives up what
            // the slot holds, where it is written.
            unsafe { self.stack.give_back(self.slots.as_mut_ptr(), index as u32) };
        }
    }

    /// Takes the item out of a slot and gives the slot back.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: at least one slot is taken).
    #[inline]
    unsafe fn take_slot(&mut self, index: usize) -> (Handle<P>, P::Item) {
        // SAFETY: 1. a live slot is below the capacity.
        let handle = unsafe { self.handle_of_slot(index) };
        // SAFETY: 1. promised by the caller.
        (handle, unsafe { self.take_item(index) })
    }

    /// As `take_slot`, without the handle.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: at least one slot is taken).
    #[inline]
    unsafe fn take_item(&mut self, index: usize) -> P::Item {
        self.debug_assert_live(index);
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. from `as_mut_ptr`.
            let item = unsafe { self.slots.as_mut_ptr().at(index) };
            // SAFETY: a live slot holds an item, which is the caller's: the slot is unlinked at once.
            let item = unsafe { item.read() };
            // SAFETY: 1. a live slot is taken from the stack. 2. the item was moved out.
            unsafe { self.unlink(index) };
            return item;
        }
        // SAFETY: 1. a live slot is taken from the stack. 2. the stack is not in the slots.
        unsafe { self.unlink(index) };
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. from `as_mut_ptr`.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: a live slot holds an item, which is the caller's since the slot was unlinked.
        unsafe { item.read() }
    }

    /// Gives a slot back and drops its item.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn drop_slot(&mut self, index: usize) {
        self.debug_assert_live(index);
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. promised by the caller.
            unsafe { self.drop_and_unlink(index) };
            return;
        }
        // SAFETY: 1. a live slot is taken from the stack. 2. the stack is not in the slots.
        unsafe { self.unlink(index) };
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. from `as_mut_ptr`.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: a live slot holds an item, which belongs to this call since the slot was unlinked.
        unsafe { item.drop_in_place() };
    }

    /// Drops the item of a slot, which is then given back, when the destructor panics too. Until then the slot is no longer
    /// live and not yet free.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    unsafe fn drop_and_unlink(&mut self, index: usize) {
        struct Unlink<'a, P: PoolSpec>(&'a mut Pool<P>, usize);

        impl<P: PoolSpec> Drop for Unlink<'_, P> {
            fn drop(&mut self) {
                // SAFETY: 1. a live slot is below the capacity.
                unsafe { self.0.guard.occupy(self.1) };
                // SAFETY: 1. the slot was live, and was not given back. 2. the item was dropped.
                unsafe { self.0.unlink(self.1) };
            }
        }

        // SAFETY: 1. a live slot is below the capacity.
        unsafe { self.guard.suspend(index) };
        let unlink = Unlink(self, index);
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. from `as_mut_ptr`.
        let item = unsafe { unlink.0.slots.as_mut_ptr().at(index) };
        // SAFETY: a live slot holds an item, which belongs to this call since the slot is no longer live.
        unsafe { item.drop_in_place() };
    }
}
