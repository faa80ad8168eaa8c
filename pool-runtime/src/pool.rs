//! Pools of objects in place: a shell with documentation around a [body](crate::body).

#![expect(unsafe_code, reason = "a pool vouches for its body")]

// The modules are in the order in which the documentation shows their methods.
mod basics;

#[cfg(feature = "alloc")]
mod heap;

mod iter;

mod cursor;

mod drain;

mod batch;

mod dense;

mod dense_slice;

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

mod packets;

mod image;

#[cfg(feature = "serde")]
mod serde;

mod sizes;

mod statics;
mod traits;

pub use crate::body::batch::{Inserted, Removed};
pub use crate::body::changes::{Change, Changed, ChangedPositions, TakeChanged};
pub use crate::body::drain::{Drain, ExtractIf};
pub use crate::body::iter::{Handles, Iter, IterMut, Values, ValuesMut};
pub use crate::body::marks::Mark;
pub use crate::body::since::Since;
pub use cursor::Cursor;
pub(crate) use cursor::{Walked, first_from};
pub use dense_slice::DenseSlice;
pub use detach::Detached;
pub use get_many::GetMany;
pub(crate) use iter::HasKeys;
pub use vacant_entry::VacantEntry;

/// Iterator over objects in the order of insertion, for writing, from
/// [`Pool::iter_in_order_mut`](crate::Pool::iter_in_order_mut) and
/// [`Pool::iter_since_mut`](crate::Pool::iter_since_mut).
pub type SinceMut<'a, P> = Since<'a, P, join::PoolMut<'a, P>>;

use crate::body::{Body, HasBody};
use crate::layout::slots::Slots;
use crate::layout::spec::{PoolSpec, check};

/// Iterator that owns a pool and yields its objects with their handles, from `IntoIterator` for `Pool` and for a pool
/// in a `Heap`.
///
/// `C` is the owner: the pool itself, or its `Heap`.
pub type IntoIter<P, C = Pool<P>> = crate::body::iter::IntoIter<P, C>;

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
/// assert!(particles.get(handle).is_none()); // stale: caught until its slot was freed 64 times
/// assert_eq!((ParticlePool::HANDLE_BYTES, ParticlePool::GENERATIONS), (2, 64));
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
///
/// The pool always catches a *stale* handle, one whose object was removed, while its slot is free. Afterwards the spare
/// bits of the handle decide for how long: here until the slot was freed 64 times. That is 4,096 removals if 64
/// slots stay free, and a few in a full pool. For handles that are kept longer, ask for more. The handle becomes as
/// wide as that needs:
///
/// ```
/// # use stackpool::Pool;
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, handle_bytes = 4)] // all bits that the index leaves, as in slotmap's keys
/// struct Unit {
///     health: u32,
/// }
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, generations = 5_000)] // at least 5,000, in the smallest handle
/// struct Order {
///     amount: u32,
/// }
///
/// assert_eq!((UnitPool::HANDLE_BYTES, UnitPool::GENERATIONS), (4, 4_194_304));
/// assert_eq!((OrderPool::HANDLE_BYTES, OrderPool::GENERATIONS), (3, 16_320));
/// # let _ = (Unit { health: 1 }.health, Order { amount: 1 }.amount);
/// ```
///
/// `P` is the definition of the pool: the item type under `#[derive(Pool)]`, the marker type under `pool!`. Both
/// macros generate an alias of the pool and one of its handle, here `ParticlePool` for `Pool<Particle>` and
/// `ParticleHandle` for `Handle<Particle>`.
///
/// # Common errors
///
/// What the compiler says, and what to write:
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
/// - **"cannot borrow `*self` as mutable more than once"**, or "as immutable", at `self.score()` in a loop over
///   `self.ships.values_mut()`: a method borrows all fields. Use the fields themselves (`self.points += 1`), make it a
///   method of the other field, or walk with a [`cursor`](Pool::cursor).
/// - **"`?` couldn't convert the error to `Full`"** at `pool.insert(value)?`: the error has the value in it. Return
///   `Full<Node>`, or write [`pool.insert(value).map_err(Full::without_value)?`](crate::Full::without_value).
/// - **"`?` couldn't convert the error to `String`"**: `.map_err(|full| full.to_string())?`. To an error type of your
///   own: an `impl<T> From<Full<T>>` for it.
/// - **"lifetime may not live long enough"**, or "returns a value referencing data owned by the current function", at
///   `pool.insert(value)?` in a function that returns `Box<dyn Error>`: the error has the value in it, which borrows.
///   `.map_err(Full::without_value)?` leaves the value out. rustc's `+ 'a` would keep it in.
/// - **"`&Pool` is not an iterator"** under `guard = none`: such a pool does not know which slots are live.
///   `guard = live` does, with one bit per slot.
/// - **"`Serialize` is not implemented for `Handle`"**, or for `Pool`: feature `serde` of this crate. `defmt::Format`:
///   feature `defmt`.
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
/// | [`dense`](Pool#the-slice-of-a-dense-pool) on the definition | you mostly visit or sort all objects, or draw them |
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
/// - **Time.** Every operation on one object is O(1), except [`insert_at`](Pool::insert_at). With marks,
///   [`oldest`](Pool::oldest) and [`newest`](Pool::newest) also pass the marks that lie beyond their object.
/// - **Order.** A new pool hands out its slots in ascending order. A slot that was freed waits until
///   [`QUARANTINE`](Pool::QUARANTINE) others were freed after it, and is then the next to be used. If no other
///   slot is free, the pool uses the one that has waited longest. With [`strict`](crate::guard#strict), it uses none
///   and is full. [`clear`](Pool::clear) and [`drain`](Pool::drain) leave the free slots that do not wait in ascending
///   order. The handles depend on the sequence of operations alone: they are the same on every machine and in every
///   build.
/// - **Addresses.** An object stays in its slot until it is removed. It moves only if the whole pool is moved. With
///   [`dense`](Pool#the-slice-of-a-dense-pool) it moves when other objects are removed, and its handle stays valid.
/// - **A full pool** gives the item back in [`Full`](crate::Full).
/// - **A stale handle**, whose object is gone, gives `None`.
/// - **Handles of another definition** have another type, so using one does not compile.
///
/// # Limits
///
/// - Generations run out. A stale handle is caught for at least `GENERATIONS * QUARANTINE` removals, if after each
///   insertion at least `QUARANTINE` slots are free; if the pool is full after each insertion, for about `GENERATIONS`
///   removals. Later, once its slot was freed [`GENERATIONS`](Pool::GENERATIONS) times, it may name a newer
///   object. This is the default
///   [guard](crate::guard): under `guard = live` the generations are 1, and `guard = none` catches nothing.
/// - An operation that removes many objects ([`clear`](Pool::clear), [`drain`](Pool::drain), [`retain`](Pool::retain),
///   [`extract_if`](Pool::extract_if), [`release_since`](Pool::release_since)) counts as one removal for each of them.
/// - `restore`, `restore_resized`, `clone_from`, deserialization and the target of [`map_into`](Pool::map_into) replace
///   the state of a pool. Slots that wait in the new state continue to wait. The pool may reissue handles that it gave
///   out before, for other objects. So restore everything that stores handles together with the pool.
/// - A new pool that replaces an old one (`self.pool = Pool::new()`, `mem::take`) issues the same handles again, and so
///   does [`reset`](Pool::reset). Old handles may then name new objects. [`clear`](Pool::clear) empties a pool and
///   keeps old handles stale.
/// - Two pools of one definition share their type of handles. Nothing tells the handles of one from those of the
///   other.
/// - `pool[handle]`, `extend` and `collect` panic, as those of `std` do. [`get`](Pool::get) and
///   [`try_extend`](Pool::try_extend) do not.
///
/// # Guide
///
/// [Handles and generations](https://docs.rs/stackpool/latest/stackpool/guide/handles/),
/// [firmware](https://docs.rs/stackpool/latest/stackpool/guide/firmware/), [rollback and save
/// games](https://docs.rs/stackpool/latest/stackpool/guide/rollback/), [side
/// tables](https://docs.rs/stackpool/latest/stackpool/guide/side_tables/), [generic
/// code](https://docs.rs/stackpool/latest/stackpool/guide/generic_code/), and how to move from
/// [slotmap](https://docs.rs/stackpool/latest/stackpool/guide/from_slotmap/),
/// [slab](https://docs.rs/stackpool/latest/stackpool/guide/from_slab/) or
/// [thunderdome](https://docs.rs/stackpool/latest/stackpool/guide/from_thunderdome/).
#[repr(transparent)]
pub struct Pool<P: PoolSpec> {
    pub(crate) body: Body<P, Slots<P>>,
}

/// Drops the objects of the pool, in the order of [`iter`](Pool::iter).
impl<P: PoolSpec> Drop for Pool<P> {
    fn drop(&mut self) {
        // SAFETY: 1. the pool is dropped.
        unsafe { self.body.drop_all() };
    }
}

// SAFETY: 1. both functions return the field `body`, which the pool owns.
unsafe impl<P: PoolSpec> HasBody<P> for Pool<P> {
    type Store = Slots<P>;

    #[inline(always)]
    fn body(&self) -> &Body<P, Slots<P>> {
        &self.body
    }

    #[inline(always)]
    fn body_mut(&mut self) -> &mut Body<P, Slots<P>> {
        &mut self.body
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Fails to compile if the parts of the layout do not fit together.
    pub(crate) const CHECK: () = {
        check::<P>();
        assert!(Body::<P, Slots<P>>::IS_COUNTED, "a part of pools is missing in those that are counted");
    };
}

crate::methods::usage::usage! {
    impl[P: PoolSpec] Pool<P> where P, rows at body.rows;
}
