//! Pools: rows, and a slot for each item.
//!
//! ```text
//!  +------------------------------------------------+------------------+
//!  | rows: the bookkeeping (see the module of rows) | slots            |
//!  +------------------------------------------------+------------------+
//!                                                    CAPACITY items
//! ```
//!
//! Invariants, besides those of the [rows](crate::rows):
//!
//! - A slot that is live in the rows holds an item. Under guard `none` every slot holds an item at all times.
//! - User code (closures, iterators, `Clone`, `Drop`) runs only while the invariants hold. A slot is released first,
//!   and its item is dropped afterwards. A free list stores its link where the item is, so there the order is
//!   different: the slot is neither live nor free while its item is dropped, and it is released afterwards, even if
//!   the destructor panics.

#![expect(unsafe_code, reason = "the invariants of a pool are upheld here")]

// The modules are in the order in which the documentation shows their methods.
mod basics;

#[cfg(feature = "alloc")]
mod heap;

mod iter;

mod cursor;

mod drain;

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
pub use iter::{Handles, IntoIter, Iter, IterMut, Values, ValuesMut};
pub use marks::Mark;
pub use since::Since;
pub use vacant_entry::VacantEntry;

use crate::base::full::{Full, Holder};
use crate::changes::Changes;
use crate::free::FreeSlots;
use crate::layout::Layout;
use crate::layout::slots::Slots;
use crate::layout::spec::{PoolSpec, check};
use crate::rows::{Removal, Rows};
use crate::track::{LiveSites, Site};
use join::ItemsMut;

type StackOf<P> = <<P as PoolSpec>::Layout as Layout>::FreeSlots;
type GuardOf<P> = <<P as PoolSpec>::Layout as Layout>::Guard;
type MarksOf<P> = <<P as PoolSpec>::Layout as Layout>::Marks;
pub(crate) type ChangesOf<P> = <<P as PoolSpec>::Layout as Layout>::Changes;

/// A pool of up to [`CAPACITY`](Pool::CAPACITY) objects, each named by a small [`Handle<P>`](crate::Handle).
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
    rows: Rows<P::Layout>,
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

    /// The offset of the first slot. The rows are before it.
    pub(crate) const SLOTS_OFFSET: usize = core::mem::offset_of!(Self, slots);

    /// Gives `value` back, for which this pool has no room.
    #[inline]
    fn full<T>(value: T) -> Full<T> {
        Full::of(const { &Holder::Pool { name: P::NAME, capacity: Self::CAPACITY } }, value)
    }

    /// The guard, and the items for reading and writing.
    #[inline]
    fn guard_and_items_mut(&mut self) -> (&GuardOf<P>, ItemsMut<P>) {
        (&self.rows.guard, ItemsMut::new(&mut self.slots, &mut self.rows.changes))
    }
}

/// The operations on one slot: lend its item, fill it, release it. Every method of a pool is made of these and of those
/// of its [rows](crate::rows), and they uphold its invariants.
impl<P: PoolSpec> Pool<P> {
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity).
    #[inline(always)]
    unsafe fn item(&self, index: usize) -> &P::Item {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        // SAFETY: 1. a live slot is below the capacity and holds an item.
        unsafe { self.slots.lend(index) }
    }

    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity).
    #[inline(always)]
    unsafe fn item_mut(&mut self, index: usize) -> &mut P::Item {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        if ChangesOf::<P>::ARE_NOTED {
            self.rows.changes.add(index);
        }
        // SAFETY: 1. a live slot is below the capacity and holds an item.
        unsafe { self.slots.lend_mut(index) }
    }

    /// Puts an item in a slot and marks the slot as live, for a caller at `site`. Its object is the newest.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is not live, and is taken before the pool is used again.
    #[inline(always)]
    unsafe fn fill(&mut self, index: usize, item: P::Item, site: Site) {
        // SAFETY: 1. slots that are or will be taken are below the capacity. This one is not live, so it holds nothing
        // that would need a drop.
        unsafe { self.slots.put(index, item) };
        // SAFETY: 1. is the same condition, which the caller promises. 2. the item was just put there.
        unsafe { self.rows.occupy(index, site) };
    }

    /// [`fill`](Pool::fill) for a slot that has its place in the order of insertion.
    ///
    /// # Safety
    ///
    /// 1. As for `fill`.
    /// 2. The slot at `index` is in the order of insertion, or is added to it before the pool is used again.
    #[inline(always)]
    unsafe fn fill_listed(&mut self, index: usize, item: P::Item, site: Site) {
        // SAFETY: 1. slots that are or will be taken are below the capacity. This one is not live, so it holds nothing
        // that would need a drop.
        unsafe { self.slots.put(index, item) };
        // SAFETY: 1. and 3. are the conditions 1. and 2., which the caller promises. 2. the item was just put there.
        unsafe { self.rows.occupy_listed(index, site) };
    }

    /// Releases a slot and returns its item.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live (without a guard: `index` is below the capacity, and at least one slot is
    ///    taken).
    /// 2. No slot was taken since `removal` began.
    #[inline(always)]
    unsafe fn release(&mut self, index: usize, removal: impl Removal<P::Layout>) -> P::Item {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. a live slot is below the capacity and holds an item. The slot is released right after this.
            let item = unsafe { self.slots.take(index) };
            // SAFETY: 1. a live slot is taken, and its item was just moved out of it. 2. they are the slots of this
            // pool, in which only rows write to free ones. 3. the caller promises it.
            unsafe { self.rows.release(index, self.slots.memory_mut(), removal) };
            return item;
        }
        // SAFETY: 1. a live slot is taken, and free slots are not in the slots. 2. they are the slots of this pool. 3.
        // the caller promises it.
        unsafe { self.rows.release(index, self.slots.memory_mut(), removal) };
        // SAFETY: 1. the slot was live, so it holds an item. The item belongs to the caller since the slot was
        // released.
        unsafe { self.slots.take(index) }
    }

    /// Releases a slot and drops its item.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. No slot was taken since `removal` began.
    #[inline]
    unsafe fn release_and_drop(&mut self, index: usize, removal: impl Removal<P::Layout>) {
        invariant!(self.rows.is_live(index), "the slot at {index} is not live");
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. and 2. are the same conditions, which the caller promises.
            unsafe { self.drop_and_release(index, removal) };
            return;
        }
        // SAFETY: 1. a live slot is taken, and free slots are not in the slots. 2. they are the slots of this pool. 3.
        // the caller promises it.
        unsafe { self.rows.release(index, self.slots.memory_mut(), removal) };
        // SAFETY: 1. the slot was live, so it holds an item. The item belongs to this call since the slot was released.
        unsafe { self.slots.drop_item(index) };
    }

    /// Drops the item of a slot, and then releases the slot, even if the destructor panics. In between, the slot is
    /// neither live nor free. For a free list, whose link takes the place of the item.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. No slot was taken since `removal` began.
    unsafe fn drop_and_release(&mut self, index: usize, removal: impl Removal<P::Layout>) {
        struct Release<'a, P: PoolSpec, R: Removal<P::Layout>>(&'a mut Pool<P>, usize, Option<R>);

        impl<P: PoolSpec, R: Removal<P::Layout>> Drop for Release<'_, P, R> {
            fn drop(&mut self) {
                let Pool { rows, slots } = &mut *self.0;
                // SAFETY: 1. the slot was suspended below, and is released next.
                unsafe { rows.resume(self.1) };
                if let Some(removal) = self.2.take() {
                    // SAFETY: 1. the slot was live and was not released, so it is taken. Its item was dropped. 2. they
                    // are the slots of this pool. 3. the caller promised it, and the pool was borrowed since.
                    unsafe { rows.release(self.1, slots.memory_mut(), removal) };
                }
            }
        }

        // SAFETY: 1. the caller promises that the slot is live.
        unsafe { self.rows.suspend(index) };
        let release = Release(self, index, Some(removal));
        // SAFETY: 1. the slot was live, so it holds an item. The item belongs to this call since the slot is no longer
        // live.
        unsafe { release.0.slots.drop_item(index) };
    }

    /// Empties the pool without a drop of its items, whatever it holds.
    #[cold]
    fn forget_all(&mut self) {
        // SAFETY: 1. they are the slots of this pool, whose items nobody uses any more.
        unsafe { self.rows.forget_all(self.slots.memory_mut()) };
    }
}
