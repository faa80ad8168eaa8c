//! Pools: an index stack, a guard and slots.
//!
//! ```text
//!  +---------------+-------------+-----------------------+-------------+-------------+-----------+----------+
//!  | counts (12 B) | used, noted | table of free indices | marks       | changes     | guard     | slots    |
//!  +---------------+-------------+-----------------------+-------------+-------------+-----------+----------+
//!                  index stack: 2 counters, TABLE_BYTES   if asked for: marks; 1 bit   1 byte      CAPACITY
//!                                                         per slot of changes          per slot    items
//! ```
//!
//! If there is a [quarantine](crate::free::quarantine), it has one counter before the index stack, and its ring after
//! the table.
//!
//! With `bookkeeping = free_list` there is no table. A [free list](crate::free::free_list) of three counters takes its
//! place. The field `stack` below is either of the two. The figure for the guard is that of the default guard. With
//! feature `track`, debug builds have one pointer per slot before the slots.
//!
//! Slots that do not wait and were not used since the pool was last cleared are at the end, and the stack knows the
//! first of them, which is *fresh*. So what walks the slots ends there. Generations outlast a `clear`: slots that were
//! never used are those from `touched` on.
//!
//! Invariants:
//!
//! - No slot is live from `fresh` on. From `touched` on, the guard is as in a new pool.
//! - Every slot is in one of three states. It is free: its index is in the free part of the stack. Or it is live: its
//!   guard says so, and it holds an item. Or it is retired.
//! - Under guard `none` every slot holds an item at all times.
//! - A slot whose liveness, generation or item is not what it was when its change was last taken is in `changes`, and
//!   so is every slot whose item was lent for writing since. Whatever does one of these adds the slot.
//! - User code (closures, iterators, `Clone`, `Drop`) runs only while the invariants hold. A slot is unlinked first,
//!   and its item is dropped afterwards. A free list stores its link where the item is, so there the order is
//!   different: the slot is neither live nor free while its item is dropped, and it becomes free afterwards, even if
//!   the destructor panics.

#![expect(unsafe_code, reason = "the invariants of a pool are upheld here")]

// The modules are in the order in which the documentation shows their methods.
mod basics;

#[cfg(feature = "alloc")]
mod heap;

mod iter;

mod cursor;

mod drain;

mod removal;

mod batch;

mod vacant_entry;

mod array;

mod in_place;

mod insert_at;

mod detach;

mod clone;

mod handles;

mod get_many;

mod live;

mod parts;

mod join;

mod marks;

mod since;

mod changes;

mod image;

#[cfg(feature = "serde")]
mod serde;

mod stats;

mod leaks;

mod sizes;

mod reserved;
mod statics;
mod traits;
#[cfg(not(feature = "alloc"))]
mod without_alloc;

pub use batch::{Inserted, Removed};
pub use changes::{Change, Changed, TakeChanged};
pub use cursor::Cursor;
pub use detach::Detached;
pub use drain::{Drain, ExtractIf};
pub use get_many::GetMany;
pub(crate) use image::ImageOf;
pub use iter::{Handles, IntoIter, Iter, IterMut, Values, ValuesMut};
pub(crate) use leaks::Untracked;
pub use marks::Mark;
pub use since::Since;
pub use vacant_entry::VacantEntry;

use crate::base::counts::Counts;
use crate::base::full::{Full, Holder};
use crate::changes::Changes;
use crate::free::{FreeSlots, Noted};
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::slots::{Slots, SlotsPtr};
use crate::layout::spec::{PoolSpec, check};
use crate::marks::Marks;
use crate::track::{LiveSites, Site, Sites};
use join::ItemsMut;
use removal::{One, Removal};

type TableOf<P> = <<P as PoolSpec>::Layout as Layout>::Table;
type StackOf<P> = <<P as PoolSpec>::Layout as Layout>::FreeSlots;
type GuardOf<P> = <<P as PoolSpec>::Layout as Layout>::Guard;
type MarksOf<P> = <<P as PoolSpec>::Layout as Layout>::Marks;
pub(crate) type ChangesOf<P> = <<P as PoolSpec>::Layout as Layout>::Changes;

/// A pool of up to [`CAPACITY`](Pool::CAPACITY) objects, each named by a small [`Handle<P>`](Handle).
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
/// let handle = particles.insert(Particle { ttl: 1.0 })?; // a full pool gives the particle back
/// particles[handle].ttl -= 0.25;
/// assert_eq!(particles.remove(handle).unwrap().ttl, 0.75);
/// assert!(particles.get(handle).is_none()); // a stale handle names nothing
/// assert_eq!(ParticlePool::HANDLE_BYTES, 2);
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
///
/// `P` is the definition of the pool: the item type under `#[derive(Pool)]`, the marker type under `pool!`. Both
/// macros generate an alias of the pool and one of its handle, here `ParticlePool` for `Pool<Particle>` and
/// `ParticleHandle` for `Handle<Particle>`.
///
/// # Common errors
///
/// What the compiler says about these, and what to write:
///
/// - **"expected `Handle`, found integer"** at `pool[3]`: `pool[handle]`, with the handle that `insert` returned.
///   [`pool.handle_at(3)`](Pool::handle_at) gives the handle of the object in a slot.
/// - **"cannot borrow `pool` as mutable"** at `pool.remove(handle)` in a loop over the pool:
///   [`retain`](Pool::retain), or [`extract_if`](Pool::extract_if) if you need the removed objects.
/// - **"cannot borrow `pool` as mutable more than once"** at `swap(&mut pool[a], &mut pool[b])`:
///   [`pool.get_disjoint_mut([a, b])`](Pool::get_disjoint_mut).
/// - **"cannot borrow `pool` as immutable"** at `pool[ship.target]` in a loop over `pool.iter_mut()`, or in the closure
///   of `retain`: a [`cursor`](Pool::cursor) visits handles and borrows nothing.
/// - **"cannot borrow `ships` as mutable more than once"** at `ships[a].attack(&mut ships)`: [`detach`](Pool::detach)
///   takes one object out, and lends the others. Call `reattach` before each `?` and `return`: an object that does not
///   go back is removed.
/// - **"`?` couldn't convert the error to `Full`"** at `pool.insert(value)?`: the error has the value in it. Return
///   `Full<Node>`, or write [`pool.insert(value).map_err(Full::without_value)?`](crate::Full::without_value).
/// - **"`&Pool` is not an iterator"** under `guard = none`: such a pool does not know which slots are live.
///   `guard = live` does, with one bit per slot.
/// - **"`Serialize` is not implemented for `Handle`"**, or for `Pool`: feature `serde` of this crate.
/// - **"no method named `par_iter_mut`"**: feature `rayon` of this crate.
/// - **"cannot find type `NodePool`"** of a definition with `boxed`: see [`PoolBox`](crate::PoolBox#common-errors).
/// - **[`AlreadyTaken`](crate::AlreadyTaken)** from `Node::take_pool()` when several tests run: a pool per test, as
///   [shown there](crate::AlreadyTaken#in-tests).
///
/// # When to use it
///
/// Use a pool when you know how many objects there are at most, and something else refers to them: other objects, a
/// queue, a script, the network.
///
/// | instead | when |
/// |---|---|
/// | [`PoolBox`](crate::PoolBox) | each object has one owner, as the nodes of a tree have |
/// | [`ValuePool`](crate::ValuePool) | you hand out numbers, coordinates or ids, and there is no object behind them |
/// | [`HandleMap`](crate::HandleMap) | some objects of a pool have data that the others do not have |
/// | `slab` or `slotmap` | you know no bound |
///
/// # Where a pool lives
///
/// All memory is inside the pool, so a pool never grows and never allocates.
///
/// - [`new`](Pool::new) is `const` and makes a value, for a field of a struct or a static of your own. The value has
///   [`TOTAL_BYTES`](Pool::TOTAL_BYTES) bytes and passes over the stack.
/// - `ParticlePool::on_heap()` (feature `alloc`) makes a pool on the heap. The pool never crosses the call stack.
/// - `Particle::take_pool()` takes the static pool of the definition, once, as `&'static mut`. Every later call gives
///   the error [`AlreadyTaken`](crate::AlreadyTaken). Tests share the static, so make a pool per test.
///
/// All zero bytes are the empty pool, so a static pool is `.bss` and needs no start-up code.
///
/// # Behaviour
///
/// - **Time.** Every operation on one object is O(1), except [`insert_at`](Pool::insert_at).
/// - **Order.** A new pool hands out its slots in ascending order. A slot that was given back waits until
///   [`QUARANTINE`](Pool::QUARANTINE) others were given back after it, and is then the next to be used. If no other
///   slot is free, the one that has waited longest is used. [`clear`](Pool::clear) and [`drain`](Pool::drain) leave the
///   free slots that do not wait in ascending order. The handles depend on the sequence of operations alone: they are
///   the same on every machine and in every build.
/// - **Addresses.** An object stays in its slot until it is removed. It moves only if the whole pool is moved.
/// - **A full pool** gives the item back in [`Full`](crate::Full).
/// - **A stale handle**, whose object is gone, gives `None`.
/// - **Handles of another definition** have another type, so using one does not compile.
///
/// # Limits
///
/// - Generations run out. A stale handle is caught for at least `GENERATIONS * QUARANTINE` removals, as long as
///   `QUARANTINE` slots are free; with one free slot, for about `GENERATIONS` removals. Later, once its slot was given
///   back [`GENERATIONS`](Pool::GENERATIONS) times, it may name a newer object. This is the default
///   [guard](crate::guard): under `guard = live` the generations are 1, and `guard = none` catches nothing.
/// - An operation that removes many objects ([`clear`](Pool::clear), [`drain`](Pool::drain), [`retain`](Pool::retain),
///   [`extract_if`](Pool::extract_if), [`release_since`](Pool::release_since)) counts as one removal for each of them.
/// - `restore`, `restore_resized`, `clone_from`, deserialization and the target of [`map_into`](Pool::map_into) replace
///   the state of a pool. What waits in the new state goes on waiting. The pool may give out again handles that it gave
///   out before: restore everything that stores handles together with the pool.
/// - A new pool in the place of an old one (`self.pool = Pool::new()`, `mem::take`) and [`renew`](Pool::renew) begin
///   with the first handles again, so old handles may name new objects. [`clear`](Pool::clear) empties a pool and keeps
///   old handles stale.
/// - Two pools of one definition share their type of handles. Nothing tells the handles of one from those of the
///   other.
/// - `pool[handle]`, `extend` and `collect` panic, as those of `std` do. [`get`](Pool::get) and
///   [`try_extend`](Pool::try_extend) do not.
///
/// # Guide
///
/// [Handles and generations](https://docs.rs/stackpool/latest/stackpool/#handles-and-generations),
/// [firmware](https://docs.rs/stackpool/latest/stackpool/guide/firmware/), [rollback and save
/// games](https://docs.rs/stackpool/latest/stackpool/guide/rollback/), [side
/// tables](https://docs.rs/stackpool/latest/stackpool/guide/side_tables/), [generic
/// code](https://docs.rs/stackpool/latest/stackpool/guide/generic_code/), and how to come from
/// [slotmap](https://docs.rs/stackpool/latest/stackpool/guide/from_slotmap/),
/// [slab](https://docs.rs/stackpool/latest/stackpool/guide/from_slab/) or
/// [thunderdome](https://docs.rs/stackpool/latest/stackpool/guide/from_thunderdome/).
#[repr(C)]
pub struct Pool<P: PoolSpec> {
    counts: Counts,
    /// No slot from here on was in use before all slots were last free.
    touched: u32,
    stack: StackOf<P>,
    marks: MarksOf<P>,
    changes: ChangesOf<P>,
    guard: GuardOf<P>,
    // Has a size only with feature `track`. It is before the slots, together with everything that is zeroed.
    sites: Sites<P::Layout>,
    slots: Slots<P>,
}

// SAFETY: a pool owns its items and nothing else that a thread could share. The items may go to another thread by the
// bound.
unsafe impl<P: PoolSpec> Send for Pool<P> where P::Item: Send {}
// SAFETY: a shared pool gives shared references to its items and nothing else. The pool has no interior mutability.
unsafe impl<P: PoolSpec> Sync for Pool<P> where P::Item: Sync {}

impl<P: PoolSpec> Pool<P> {
    /// Fails to compile if the parts of the layout do not fit together.
    pub(crate) const CHECK: () = {
        check::<P>();
        assert!(
            LiveSites::IS_TRACKED || Self::TOTAL_BYTES == size_of::<Self>(),
            "a part of pools is missing in those that are counted"
        );
    };

    /// The offset of the first slot. The bookkeeping is before it.
    pub(crate) const SLOTS_OFFSET: usize = core::mem::offset_of!(Self, slots);

    /// How many slots are live.
    #[inline(always)]
    fn live(&self) -> u32 {
        self.stack.used() - self.guard.retired()
    }

    /// The first of the slots at the end that do not wait and were not used since all slots were last free. All live
    /// slots are before it.
    #[inline]
    pub(crate) fn fresh(&self) -> u32 {
        self.stack.fresh()
    }

    /// The number of slots up to the last one that was ever used. Behind it, the guard is as in a new pool.
    #[inline]
    fn touched(&self) -> u32 {
        self.touched.max(self.fresh())
    }

    /// The guard, and the slots for reading.
    #[inline]
    pub(crate) fn guard_and_slots(&self) -> (&GuardOf<P>, SlotsPtr<P>) {
        (&self.guard, self.slots.as_ptr())
    }

    /// The guard, and the items for reading and writing.
    #[inline]
    fn guard_and_items_mut(&mut self) -> (&GuardOf<P>, ItemsMut<P>) {
        (&self.guard, ItemsMut::new(&mut self.slots, &mut self.changes))
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Gives `value` back, for which this pool has no room.
    #[inline]
    fn full<T>(value: T) -> Full<T> {
        Full::of(const { &Holder::Pool { name: P::NAME, capacity: Self::CAPACITY } }, value)
    }
}

/// The operations on one slot: name it, read it, fill it, give it back. Every method of a pool is made of these, and
/// they uphold its invariants.
impl<P: PoolSpec> Pool<P> {
    /// The slot that the handle names; `None` if the guard does not accept the handle.
    #[inline(always)]
    pub(crate) fn slot_of(&self, handle: Handle<P>) -> Option<usize> {
        let (index, generation) = handle.parts();
        // SAFETY: 1. the index of a handle is below the capacity.
        let is_accepted = unsafe { self.guard.names(index, generation) };
        if is_accepted { Some(index) } else { None }
    }

    /// The handle of a slot, live or free, in its present generation.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot is not retired.
    #[inline(always)]
    pub(crate) unsafe fn handle_of_slot(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. the caller promises that `index` is below the capacity.
        let generation = unsafe { self.guard.generation(index) };
        // SAFETY: 1. the caller promises that `index` is below the capacity. 2. the guard promises generations below
        // the `GENERATIONS` of the layout. Only a retired slot has one more, and the caller promises that this slot
        // is not retired.
        unsafe { Handle::new(index as u32, generation) }
    }

    /// Checks in debug builds what release builds trust the callers of the functions below to uphold.
    #[inline(always)]
    fn debug_assert_live(&self, index: usize) {
        invariant!(self.handle_at(index).is_some(), "the slot at {index} is not live");
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity).
    #[inline(always)]
    unsafe fn item(&self, index: usize) -> &P::Item {
        self.debug_assert_live(index);
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer is only read through.
        let item = unsafe { self.slots.as_ptr().at(index) };
        // SAFETY: a live slot holds an item, and the pool is borrowed for as long as the reference lives.
        unsafe { &*item }
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity).
    #[inline(always)]
    unsafe fn item_mut(&mut self, index: usize) -> &mut P::Item {
        self.changes.add(index);
        // SAFETY: 1. is the same condition, which the caller promises.
        unsafe { self.noted_item_mut(index) }
    }

    /// [`item_mut`](Pool::item_mut) for a slot that is among the changes, if the pool notes them.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity).
    #[inline]
    unsafe fn noted_item_mut(&mut self, index: usize) -> &mut P::Item {
        self.debug_assert_live(index);
        invariant!(!ChangesOf::<P>::ARE_NOTED || self.changes.contains(index), "a change was not noted");
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer comes from
        // `as_mut_ptr`.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: a live slot holds an item, and the pool is mutably borrowed for as long as the reference lives.
        unsafe { &mut *item }
    }

    /// Puts an item in a slot and marks the slot as live, for a caller at `site`. Its object is the newest.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is free, and its index is taken from the stack before the pool is used again.
    #[inline]
    unsafe fn fill(&mut self, index: usize, item: P::Item, site: Site) -> &mut P::Item {
        self.marks.insert(index);
        // SAFETY: 1. is the same condition, which the caller promises. 2. the slot was just added to the order.
        unsafe { self.fill_listed(index, item, site) }
    }

    /// [`fill`](Pool::fill) for a slot that has its place in the order of insertion.
    ///
    /// # Safety
    ///
    /// 1. As for `fill`.
    /// 2. The slot at `index` is in the order of insertion, or is added to it before the pool is used again.
    #[inline]
    unsafe fn fill_listed(&mut self, index: usize, item: P::Item, site: Site) -> &mut P::Item {
        invariant!(
            !GuardOf::<P>::TRACKS || self.handle_at(index).is_none(),
            "an item would be put over another at {index}"
        );
        // SAFETY: 1. the stack holds indices below the capacity alone. 2. the pool is borrowed. 3. the pointer comes
        // from `as_mut_ptr`.
        let slot = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot is free, so it holds nothing that would need dropping.
        unsafe { slot.write(item) };
        // SAFETY: 1. and 3. are the conditions 1. and 2., which the caller promises. 2. the item was just written.
        unsafe { self.occupy_listed(index, site) };
        // SAFETY: 1. the slot was just marked as live.
        unsafe { self.noted_item_mut(index) }
    }

    /// Marks a slot that holds an item as live, for a caller at `site`. Its object is the newest.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is free, and its index is taken from the stack before the pool is used again.
    /// 2. The slot holds an item, which belongs to the pool from here on.
    #[inline]
    unsafe fn occupy(&mut self, index: usize, site: Site) {
        self.marks.insert(index);
        // SAFETY: 1. and 2. are the same conditions, which the caller promises. 3. the slot was just added to the
        // order.
        unsafe { self.occupy_listed(index, site) };
    }

    /// [`occupy`](Pool::occupy) for a slot that has its place in the order of insertion.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for `occupy`.
    /// 3. The slot at `index` is in the order of insertion, or is added to it before the pool is used again.
    #[inline(always)]
    unsafe fn occupy_listed(&mut self, index: usize, site: Site) {
        // SAFETY: 1. the stack holds indices below the capacity alone.
        unsafe { self.guard.occupy(index) };
        self.sites.set(index, site);
        self.changes.add(index);
    }

    /// Notes the use of the pool. Called before slots are given back.
    #[inline]
    fn note(&mut self) -> Noted {
        if let Some(noted) = self.stack.noted() {
            invariant!(self.live() <= self.counts.most_noted(), "a high-water mark was not noted");
            return noted;
        }
        self.counts.note(self.live());
        self.stack.note(self.counts.most_noted())
    }

    /// Gives a slot back. From here on its item belongs to the caller. If the stack is in the slots, the item is
    /// overwritten.
    ///
    /// # Safety
    ///
    /// 1. The index of the slot is taken from the stack (without a guard: at least one index is taken).
    /// 2. If the stack is in the slots, nobody uses the item of this slot any more.
    /// 3. No index was taken since `removal` began.
    #[inline(always)]
    unsafe fn unlink(&mut self, index: usize, removal: impl Removal) {
        let noted = removal.noted(self);
        self.sites.clear(index);
        self.marks.remove(index);
        self.changes.add(index);
        // SAFETY: 1. and 2. are the same conditions, which the caller promises. 3. just noted, or when the removal
        // began.
        unsafe { self.free_slot(index, noted, removal) };
    }

    /// [`unlink`](Pool::unlink) for a slot that is not recorded in sites and marks, or that the caller removes from
    /// them. The caller adds it to the changes.
    ///
    /// # Safety
    ///
    /// 1. and 2. as for `unlink`.
    /// 3. [`note`](Pool::note) returned `noted` since an index was last taken.
    #[inline(always)]
    unsafe fn free_slot(&mut self, index: usize, noted: Noted, removal: impl Removal) {
        // SAFETY: 1. the slot is taken from the stack, which hands out indices below the capacity alone.
        let vacated = unsafe { self.guard.vacate(index) };
        if matches!(vacated, Vacated::Retired) {
            return;
        }
        let (stack, slots) = (&mut self.stack, self.slots.as_mut_ptr());
        if removal.waits() {
            // SAFETY: 1. this slot is taken, so at least one slot is. 2. its index is below the capacity and taken, as
            // the caller promises. 3. they are the slots of this pool, which is borrowed and writes to free slots only
            // through its stack; and the caller promises that nobody uses the item where the stack is in the slots. 4.
            // the caller promises that `noted` was returned since.
            unsafe { stack.give_back(slots, index as u32, noted) };
        } else {
            // SAFETY: 1. to 4. the conditions are those of `give_back`, with the same answers.
            unsafe { stack.give_back_at_once(slots, index as u32, noted) };
        }
    }

    /// Takes the item out of a slot and gives the slot back.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity, and at least one slot is
    ///    taken).
    /// 2. No index was taken since `removal` began.
    #[inline]
    unsafe fn take_slot(&mut self, index: usize, removal: impl Removal) -> (Handle<P>, P::Item) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { self.handle_of_slot(index) };
        // SAFETY: 1. and 2. are the same conditions, which the caller promises.
        (handle, unsafe { self.take_item(index, removal) })
    }

    /// [`take_slot`](Pool::take_slot) without the handle.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity, and at least one slot is
    ///    taken).
    /// 2. No index was taken since `removal` began.
    #[inline]
    unsafe fn take_item(&mut self, index: usize, removal: impl Removal) -> P::Item {
        self.debug_assert_live(index);
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer is only read
            // through.
            let item = unsafe { self.slots.as_mut_ptr().at(index) };
            // SAFETY: a live slot holds an item. The item moves to the caller: the slot is unlinked right after this.
            let item = unsafe { item.read() };
            // SAFETY: 1. a live slot is taken from the stack. 2. the item was moved out of the slot. 3. the caller
            // promises it.
            unsafe { self.unlink(index, removal) };
            return item;
        }
        // SAFETY: 1. a live slot is taken from the stack. 2. the stack is not in the slots. 3. the caller promises it.
        unsafe { self.unlink(index, removal) };
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer is only read through.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot was live, so it holds an item. The item belongs to the caller since the slot was unlinked.
        unsafe { item.read() }
    }

    /// Takes the item out of a slot, and the slot out of use: it is not live any more, and not free before the stack is
    /// reset.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. Until the stack is reset or the pool is dropped, no other method is used that gives a slot out or back,
    ///    except to clear the pool.
    #[inline]
    unsafe fn take_out(&mut self, index: usize) -> (Handle<P>, P::Item) {
        self.debug_assert_live(index);
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { self.handle_of_slot(index) };
        self.sites.clear(index);
        self.marks.remove(index);
        // The stack is reset later, whether the slot retires or not.
        // SAFETY: 1. a live slot is below the capacity.
        let _ = unsafe { self.guard.vacate(index) };
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer is only read through.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot was live, so it holds an item. The item belongs to the caller since the slot is not live.
        (handle, unsafe { item.read() })
    }

    /// Gives a slot back and drops its item.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. No index was taken since `removal` began.
    #[inline]
    unsafe fn drop_slot(&mut self, index: usize, removal: impl Removal) {
        self.debug_assert_live(index);
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. and 2. are the same conditions, which the caller promises.
            unsafe { self.drop_and_unlink(index, removal) };
            return;
        }
        // SAFETY: 1. a live slot is taken from the stack. 2. the stack is not in the slots. 3. the caller promises it.
        unsafe { self.unlink(index, removal) };
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer comes from
        // `as_mut_ptr`.
        let item = unsafe { self.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot was live, so it holds an item. The item belongs to this call since the slot was unlinked.
        unsafe { item.drop_in_place() };
    }

    /// Drops the item of a slot, and then gives the slot back, even if the destructor panics. In between, the slot is
    /// neither live nor free.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. No index was taken since `removal` began.
    unsafe fn drop_and_unlink(&mut self, index: usize, removal: impl Removal) {
        struct Unlink<'a, P: PoolSpec, R: Removal>(&'a mut Pool<P>, usize, Option<R>);

        impl<P: PoolSpec, R: Removal> Drop for Unlink<'_, P, R> {
            fn drop(&mut self) {
                // SAFETY: 1. a live slot is below the capacity.
                unsafe { self.0.guard.occupy(self.1) };
                if let Some(removal) = self.2.take() {
                    // SAFETY: 1. the slot was live and was not given back, so its index is taken. 2. the item was
                    // dropped. 3. the caller promised it, and the pool was borrowed since.
                    unsafe { self.0.unlink(self.1, removal) };
                }
            }
        }

        // SAFETY: 1. a live slot is below the capacity.
        unsafe { self.guard.suspend(index) };
        let unlink = Unlink(self, index, Some(removal));
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed. 3. the pointer comes from
        // `as_mut_ptr`.
        let item = unsafe { unlink.0.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot was live, so it holds an item. The item belongs to this call since the slot is no longer
        // live.
        unsafe { item.drop_in_place() };
    }
}
