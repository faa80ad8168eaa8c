//! Pools of structs of arrays, [`ColumnPool`]: a shell with documentation around what all pools share.

#![expect(unsafe_code, reason = "a pool vouches for its body")]

mod basics;
mod batch;
mod changes;
mod cursor;
mod drain;
#[cfg(feature = "alloc")]
mod heap;
mod image;
mod iter;
mod join;
mod live;
mod marks;
mod packets;
mod parts;
#[cfg(feature = "serde")]
mod serde;
mod sizes;
mod slices;
mod statics;
mod traits;

pub use crate::pool::{ChangedPositions, Handles, Inserted};
pub use image::SavedColumns;
pub use live::LiveSlots;
pub use parts::{ColumnsPart, ColumnsParts};
#[doc(hidden)]
pub use slices::{DenseColumns, SlotColumns};

use crate::body::{self, Body, HasBody, StackOf};
use crate::columns::Columns;
use crate::free::FreeSlots;
use crate::layout::spec::{PoolSpec, check};
use crate::store::columns::ColumnCells;

/// Iterator over the objects of a column pool with their handles, from [`ColumnPool::iter`].
pub type Iter<'a, P> = body::iter::Iter<'a, P, ColumnCells<P>>;

/// Iterator over the objects of a column pool, for writing, with their handles, from [`ColumnPool::iter_mut`].
pub type IterMut<'a, P> = body::iter::IterMut<'a, P, ColumnCells<P>>;

/// Iterator over the objects of a column pool, from [`ColumnPool::values`].
pub type Values<'a, P> = body::iter::Values<'a, P, ColumnCells<P>>;

/// Iterator over the objects of a column pool, for writing, from [`ColumnPool::values_mut`].
pub type ValuesMut<'a, P> = body::iter::ValuesMut<'a, P, ColumnCells<P>>;

/// Iterator that owns a column pool and yields its objects with their handles, from `IntoIterator`.
///
/// `C` is the owner: the pool itself, or its `Heap`.
pub type IntoIter<P, C = ColumnPool<P>> = body::iter::IntoIter<P, C>;

/// Iterator that removes all objects of a column pool, from [`ColumnPool::drain`].
pub type Drain<'a, P> = body::drain::Drain<'a, P, ColumnCells<P>>;

/// Iterator that removes the objects for which a closure returns `true`, from [`ColumnPool::extract_if`].
pub type ExtractIf<'a, P, F> = body::drain::ExtractIf<'a, P, F, ColumnCells<P>>;

/// Iterator over objects in the order of insertion, from [`ColumnPool::iter_in_order`] and [`ColumnPool::iter_since`].
pub type Since<'a, P> = body::since::Since<'a, P, join::ColumnsRef<'a, P>>;

/// Iterator over objects in the order of insertion, for writing, from [`ColumnPool::iter_in_order_mut`] and
/// [`ColumnPool::iter_since_mut`].
pub type SinceMut<'a, P> = body::since::Since<'a, P, join::ColumnsMut<'a, P>>;

/// Iterator over the slots that changed, from [`ColumnPool::changed`].
pub type Changed<'a, P> = body::changes::Changed<'a, P, join::ColumnsRef<'a, P>>;

/// Iterator over the slots that changed, from [`ColumnPool::take_changed`], which empties the set of changes.
pub type TakeChanged<'a, P> = body::changes::TakeChanged<'a, P, join::ColumnsRef<'a, P>>;

/// The objects of a batch that was removed, from [`ColumnPool::remove_many`].
pub type Removed<'a, P> = body::batch::Removed<'a, P, ColumnCells<P>>;

/// A pool that stores its objects as a struct of arrays: one array per field, a *column*.
///
/// A loop over one or two fields reads only their columns, and the compiler can vectorise it. Handles, guards, free
/// slots, side tables, marks and saved bytes work as in a [`Pool`](crate::Pool).
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool, Debug, PartialEq)]
/// #[pool(capacity = 10_000, columns, dense)]
/// struct Particle {
///     position: [f32; 2],
///     velocity: [f32; 2],
///     ttl: f32,
/// }
///
/// # let mut particles = ParticlePool::on_heap();
/// # #[cfg(any())]
/// let mut particles = ParticlePool::new(); // a `ColumnPool<Particle>`
/// let spark = particles.insert(Particle { position: [0.0; 2], velocity: [1.0, 2.0], ttl: 3.0 }).unwrap();
///
/// // All objects at once: slices of the columns.
/// let columns = particles.columns_mut();
/// for (position, velocity) in columns.position.iter_mut().zip(&*columns.velocity) {
///     position[0] += velocity[0] / 60.0;
///     position[1] += velocity[1] / 60.0;
/// }
///
/// // One object by its handle: references to its fields.
/// *particles.get_mut(spark).unwrap().ttl -= 1.0;
/// assert_eq!(particles.get(spark).unwrap().ttl, &2.0);
/// assert!(particles.remove(spark).is_some());
/// assert!(particles.get(spark).is_none());
/// ```
///
/// # Memory
///
/// ```text
///  an array of structs           +-----+-----+---+ +-----+-----+---+ +-----+-----+---+
///  (`Pool`)                      | pos | vel |ttl| | pos | vel |ttl| | pos | vel |ttl|  ...
///                                +-----+-----+---+ +-----+-----+---+ +-----+-----+---+
///                                      slot 0            slot 1            slot 2
///
///  a struct of arrays            +-----+-----+-----+      +-----+-----+-----+      +---+---+---+
///  (`ColumnPool`)                | pos | pos | pos | ...  | vel | vel | vel | ...  |ttl|ttl|ttl| ...
///                                +-----+-----+-----+      +-----+-----+-----+      +---+---+---+
///                                  slot 0, 1, 2             slot 0, 1, 2           slot 0, 1, 2
/// ```
///
/// The columns are in the pool itself, in the order of the fields. Each column is aligned to 64 bytes, a cache line.
/// On targets without an operating system, it is aligned to 8 bytes.
///
/// `#[pool(align = 16)]` on a field sets the alignment of its column. Every earlier column then has at least this
/// alignment too. So put the fields with the largest alignments first: a smaller alignment helps only if no later
/// column has a larger one.
///
/// `#[pool(group = hot)]` on several fields stores them side by side, in one column of `ParticleHot` structs. Use it
/// for fields that you read together, one object at a time, in random order.
///
/// # Dense or in place
///
/// | | `columns, dense` | `columns` |
/// |---|---|---|
/// | an object | moves when another one is removed | stays in its slot |
/// | slices | [`columns`](ColumnPool::columns): the objects | [`slot_columns`](ColumnPool::slot_columns): every slot |
/// | position in a slice | [`position_of(handle)`](ColumnPool::position_of) | `handle.index()` |
/// | look-up by handle | one more table | |
/// | bookkeeping | one index more per slot | |
///
/// Choose `dense` for loops over all objects. Leave it out if your own arrays are indexed by slot, or if the program
/// looks up objects more often than it loops over them.
///
/// # Free slots in a slice
///
/// The slices of [`slot_columns`](ColumnPool::slot_columns) include free slots. They end after the last slot that was
/// used since the pool was last cleared, or after the last slot in quarantine if that comes later.
///
/// A free slot is never uninitialised: it holds the fields of its last object, or a copy of another object's fields.
/// You may write to it. Its content is not part of the state of the pool: after [`restore`](ColumnPool::restore) the
/// content may differ, and so may the slices' length. If a result depends on what you read, skip the free slots:
/// [`slot_columns_and_live`](ColumnPool::slot_columns_and_live) says which slots are live.
///
/// # Two columns at once
///
/// `particles.ttl_mut()` borrows the whole pool. For a loop over two columns, take both from
/// [`columns_mut`](ColumnPool::columns_mut), which borrows each column separately.
///
/// # Common errors
///
/// What the compiler says, and what to write:
///
/// - **"the objects of this pool are not one slice"** at `particles.columns_mut()`: add `dense` to the definition, or
///   call `slot_columns_mut`, whose slices have free slots too.
/// - **"the type `[f32]` cannot be indexed by `Handle`"** at `columns.ttl[handle]`: `columns.ttl[handle.index()]` in
///   place, the position from [`position_of`](ColumnPool::position_of) in a dense pool, or
///   [`get_mut(handle)`](ColumnPool::get_mut), which checks the handle.
/// - **"cannot borrow `a.ttl` as mutable, as `a` is not declared as mutable"** at `swap(&mut a.ttl, &mut b.ttl)`: write
///   `swap(a.ttl, b.ttl)`. A field of `ParticleMut` is a reference already. With `mut a`, the compiler accepts the
///   first call, which swaps the references and changes no particle.
/// - **"cannot use `+=` on type `&f32`"** at `particles.get(handle).unwrap().ttl += 1.0`: `get_mut`, and `*ttl += 1.0`.
/// - **"cannot borrow `particles` as mutable more than once"** at `(particles.ttl_mut(), particles.position_mut())`:
///   [`columns_mut`](ColumnPool::columns_mut), as above.
///
/// # When to use it
///
/// Use it for thousands of objects made of plain numbers, in loops that read only some fields of each object.
///
/// A [`Pool`](crate::Pool) is better for objects that are mostly looked up by their handles. There the fields of a
/// small object share a cache line; here each column costs a cache line of its own.
///
/// All fields must be `Copy`. Keep other fields (a `String`, a `Box`) in a [`HandleMap`](crate::HandleMap) under the
/// same handles.
///
/// There is no `&Particle` and no `pool[handle]`, because no `Particle` is in memory: [`get`](ColumnPool::get) returns
/// a `ParticleRef`, whose fields are references. Its `to_owned` makes a `Particle`.
///
/// `bookkeeping = free_list` is not possible, because a free list stores its links in the objects.
///
/// # Source
///
/// The layout is that of `MultiArrayList` in Zig's standard library, of the storages of `EnTT`, and of the crates
/// `soa_derive` and `soa-rs`. Here the arrays have stable handles.
#[doc(alias("soa", "MultiArrayList"))]
#[repr(transparent)]
pub struct ColumnPool<P: PoolSpec<Item: Columns>> {
    pub(crate) body: Body<P, ColumnCells<P>>,
}

// SAFETY: 1. both functions return the field `body`, which the pool owns.
unsafe impl<P: PoolSpec<Item: Columns>> HasBody<P> for ColumnPool<P> {
    type Store = ColumnCells<P>;

    #[inline(always)]
    fn body(&self) -> &Body<P, ColumnCells<P>> {
        &self.body
    }

    #[inline(always)]
    fn body_mut(&mut self) -> &mut Body<P, ColumnCells<P>> {
        &mut self.body
    }
}

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Fails to compile if the parts of the layout do not fit together.
    pub(crate) const CHECK: () = {
        check::<P>();
        assert!(
            Body::<P, ColumnCells<P>>::IS_COUNTED,
            "a part of pools is missing in those that are counted"
        );
        assert!(
            !StackOf::<P>::IN_SLOTS,
            "`bookkeeping = free_list` keeps its links in the objects, and a column has no room for them: leave out \
             either this or `columns`"
        );
    };
}

crate::methods::usage::usage! {
    impl[P: PoolSpec<Item: Columns>] ColumnPool<P> where P, rows at body.rows;
}

#[cfg(test)]
mod tests;
