//! The columns as slices.

#![expect(unsafe_code, reason = "slots before a counter have elements")]

use super::{ColumnPool, Handles, LiveSlots};
use crate::body::Body;
#[cfg(feature = "alloc")]
use crate::body::Keyed;
use crate::changes::Changes;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::spec::PoolSpec;
use crate::layout::{Dense, InPlace};
use crate::store::Store;
use crate::store::columns::ColumnCells;
use core::cmp::Ordering;

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// The length of slices of the columns, all of whose slots are filled. They end after the last slot that was used
    /// since the pool was last cleared, or that waits.
    #[inline]
    pub(super) fn lent(&self) -> u32 {
        self.body.filled.min(self.body.rows.fresh())
    }

    /// Adds every slot in the slices of the columns to the changes. Returns how many there are.
    #[inline]
    fn add_lent(&mut self) -> u32 {
        let count = self.lent();
        self.body.rows.changes.add_first(count as usize);
        count
    }
}

/// # Columns without holes
///
/// With `columns, dense`, the slices hold the objects and no free slots, in the same order in every column. The index
/// of an object in the slices is its *position*. A new object goes to the end. When an object is removed, the last
/// object moves to its position. Handles stay valid when objects move.
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, columns, dense)]
/// struct Particle {
///     depth: u32,
///     mass: f32,
/// }
///
/// # let mut particles = ParticlePool::on_heap();
/// # #[cfg(any())]
/// let mut particles = ParticlePool::new();
/// let far = particles.insert(Particle { depth: 9, mass: 1.0 }).unwrap();
/// let near = particles.insert(Particle { depth: 2, mass: 2.0 }).unwrap();
/// particles.remove(far);
/// assert_eq!(particles.columns().mass.iter().sum::<f32>(), 2.0);
///
/// particles.insert(Particle { depth: 1, mass: 4.0 }).unwrap();
/// particles.sort_by_key(|particle| *particle.depth);
/// assert_eq!(particles.columns().depth, [1, 2]);
/// assert_eq!(particles.position_of(near), Some(1));
/// ```
///
/// For several threads, split the slices: `columns.mass.chunks_mut(n)`, or `par_chunks_mut` of `rayon`.
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Returns a slice of each column, in the order of the objects. O(1).
    ///
    /// A group of fields that are `bytemuck::Pod` is `Pod` too. So you can copy its slice to a graphics card as bytes:
    /// `bytemuck::cast_slice(columns.instance)`.
    #[doc(alias = "as_slice")]
    #[inline]
    #[must_use]
    pub fn columns(&self) -> <P::Item as Columns>::Slices<'_>
    where
        P::Layout: Dense,
    {
        // SAFETY: 1. the first places of a dense pool are filled, as many as it counts. 2. the pool is borrowed for as
        // long as the result.
        unsafe { ColumnCells::slices(&raw const self.body.store, 0..self.body.count()) }
    }

    /// Returns a mutable slice of each column. All slices are borrowed at once, and you can use each one separately.
    /// O(1).
    ///
    /// In a pool with `changes`, all objects count as changed, in O(capacity / 64).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns, dense)] struct Particle { height: f32, speed: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.insert(Particle { height: 10.0, speed: -2.0 }).ok();
    /// let columns = particles.columns_mut();
    /// for (height, speed) in columns.height.iter_mut().zip(columns.speed) {
    ///     *speed -= 9.81 / 60.0;
    ///     *height += *speed / 60.0;
    /// }
    /// ```
    #[doc(alias = "as_mut_slice")]
    #[inline]
    #[must_use]
    pub fn columns_mut(&mut self) -> <P::Item as Columns>::SlicesMut<'_>
    where
        P::Layout: Dense,
    {
        self.handles_and_columns_mut().1
    }

    /// Returns the position of an object in the slices; `None` if the handle is stale. O(1).
    ///
    /// [`handle_at_position`](ColumnPool::handle_at_position) does the reverse.
    #[inline]
    #[must_use]
    pub fn position_of<K: PoolSpec>(&self, handle: Handle<K>) -> Option<usize>
    where
        P::Layout: Dense,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.position_of(handle)
    }

    /// Returns the handle of the object at a position of the [slices](ColumnPool::columns); `None` if the position is
    /// not below [`len`](ColumnPool::len). O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns, dense)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::from_iter([3.0, 1.0, 2.0].map(|ttl| Particle { ttl }));
    /// let first = particles.handles().next().unwrap();
    /// particles.remove(first); // the last particle moves to position 0
    /// let position = particles.ttl().iter().position(|ttl| *ttl == 2.0).unwrap();
    /// let last = particles.handle_at_position(position).unwrap();
    /// assert_eq!((position, last.index()), (0, 2));
    /// ```
    #[doc(alias = "key_at")]
    #[inline]
    #[must_use]
    pub fn handle_at_position(&self, position: usize) -> Option<Handle<P>>
    where
        P::Layout: Dense,
    {
        self.body.rows.handle_at_place(position)
    }

    /// Returns the handles and a mutable slice of each column, in one order. O(1); with `changes` as for
    /// [`columns_mut`](ColumnPool::columns_mut).
    ///
    /// To read both, call [`handles`](ColumnPool::handles) and [`columns`](ColumnPool::columns).
    #[inline]
    pub fn handles_and_columns_mut(&mut self) -> (Handles<'_, P>, <P::Item as Columns>::SlicesMut<'_>)
    where
        P::Layout: Dense,
    {
        let count = self.body.count();
        let (handles, store) = self.body.handles_and_store();
        // SAFETY: 1. the first places of a dense pool are filled, as many as it counts. 2. the store is mutably
        // borrowed for as long as the result.
        (handles, unsafe { ColumnCells::slices_mut(store, 0..count) })
    }

    /// Swaps the objects at two positions. Their handles stay valid. O(1).
    ///
    /// # Panics
    ///
    /// If a position is not below [`len`](ColumnPool::len).
    #[inline]
    #[track_caller]
    pub fn swap(&mut self, a: usize, b: usize)
    where
        P::Layout: Dense,
    {
        self.body.swap(a, b);
    }

    /// Removes an object and returns it, and keeps the order of the others; `None` if the handle is stale. O(objects
    /// behind it). [`remove`](ColumnPool::remove) is O(1), and moves the last object.
    #[doc(alias = "shift_remove")]
    pub fn remove_in_order<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<P::Item>
    where
        P::Layout: Dense,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.remove_in_order(handle)
    }

    /// Keeps the objects for which `keep` returns `true`, in their order, and drops the others. O(len). Panics and the
    /// order of free slots are as for [`Pool::retain_in_order`](crate::Pool::retain_in_order).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns, dense)] struct Sprite { depth: u32 }
    /// let mut sprites = SpritePool::from_iter((0..8).map(|depth| Sprite { depth }));
    /// sprites.retain_in_order(|_handle, sprite| *sprite.depth % 3 != 1);
    /// assert_eq!(sprites.depth(), [0, 2, 3, 5, 6]);
    /// ```
    pub fn retain_in_order<F>(&mut self, keep: F)
    where
        F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool,
        P::Layout: Dense,
    {
        self.body.retain_in_order(keep);
    }

    /// Sorts the objects by a function that compares two of them. The sort is stable. Handles stay valid.
    ///
    /// O(n log n), without extra memory: it sorts the slots first, and then moves each object once or twice.
    ///
    /// # Panics
    ///
    /// If `compare` panics. If `compare` is not a total order, the sort may panic too, as that of a slice may. After a
    /// panic the order of the objects is unspecified, and their handles stay valid.
    ///
    /// `partial_cmp` is not a total order if a key can be NaN: `total_cmp` is one.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns, dense)] struct Sprite { depth: f32 }
    /// # let mut sprites = SpritePool::new();
    /// # sprites.extend([2.0, f32::NAN, 1.0].map(|depth| Sprite { depth }));
    /// sprites.sort_by(|a, b| a.depth.total_cmp(b.depth));
    /// # assert_eq!(sprites.depth()[..2], [1.0, 2.0]);
    /// ```
    pub fn sort_by<F>(&mut self, mut compare: F)
    where
        P::Layout: Dense,
        F: FnMut(<P::Item as Columns>::Ref<'_>, <P::Item as Columns>::Ref<'_>) -> Ordering,
    {
        self.body.sort(|store, a, b| {
            // SAFETY: 1. and 2. the place has an object, and nothing else accesses the objects meanwhile.
            let a = unsafe { ColumnCells::<P>::lend(store, a) };
            // SAFETY: as above.
            let b = unsafe { ColumnCells::<P>::lend(store, b) };
            compare(a, b)
        });
    }

    /// Sorts the objects by a key: see [`sort_by`](ColumnPool::sort_by). The key is computed at each comparison.
    ///
    /// # Panics
    ///
    /// If `key` panics, and perhaps if the `Ord` of the keys is not a total order.
    pub fn sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(<P::Item as Columns>::Ref<'_>) -> K)
    where
        P::Layout: Dense,
    {
        self.sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts the objects by a key, which it computes once per object: see [`sort_by`](ColumnPool::sort_by). During the
    /// sort, the keys are on the heap.
    ///
    /// Use this for a key that is slow to compute. If the key is a field, [`sort_by_key`](ColumnPool::sort_by_key) is
    /// as fast.
    ///
    /// # Panics
    ///
    /// If `key` panics, and perhaps if the `Ord` of the keys is not a total order. The objects keep their order then.
    #[cfg(feature = "alloc")]
    pub fn sort_by_cached_key<K: Ord>(&mut self, mut key: impl FnMut(<P::Item as Columns>::Ref<'_>) -> K)
    where
        P::Layout: Dense,
    {
        let keys = self.body.values().map(|object| Keyed::new(key(object))).collect();
        self.body.sort_by_keys(keys);
    }
}

/// # Columns with their free slots
///
/// These methods are for a pool without `dense`. Slot `i` is at position `i` of every slice. The slices end after the
/// last slot that was used since the pool was last cleared, or that waits in quarantine. They include free slots: see
/// [free slots in a slice](ColumnPool#free-slots-in-a-slice).
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Returns a slice of each column. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { ttl: f32, mass: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.insert(Particle { ttl: 1.0, mass: 2.0 }).ok();
    /// let columns = particles.slot_columns();
    /// assert_eq!((columns.ttl, columns.mass), (&[1.0][..], &[2.0][..]));
    /// ```
    #[doc(alias = "as_slice")]
    #[inline]
    #[must_use]
    pub fn slot_columns(&self) -> <P::Item as Columns>::Slices<'_>
    where
        P::Layout: InPlace,
    {
        // SAFETY: 1. the slots that slices have are filled. 2. the pool is borrowed for as long as the result.
        unsafe { ColumnCells::slices(&raw const self.body.store, 0..self.lent() as usize) }
    }

    /// Returns a mutable slice of each column. All slices are borrowed at once, and you can use each one separately.
    /// O(1).
    ///
    /// With [`changes`](ColumnPool::changed), every slot of the slices counts as changed, in O(used / 32). This is also
    /// true for the method of one column, such as `speed_mut`. To note only the slots that you write to, use
    /// [`get_mut`](ColumnPool::get_mut), [`iter_mut`](ColumnPool::iter_mut) or a [join](ColumnPool::join_mut).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { height: f32, speed: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.insert(Particle { height: 10.0, speed: -2.0 }).ok();
    /// let columns = particles.slot_columns_mut();
    /// for (height, speed) in columns.height.iter_mut().zip(columns.speed) {
    ///     *speed -= 9.81 / 60.0;
    ///     *height += *speed / 60.0;
    /// }
    /// ```
    #[doc(alias = "as_mut_slice")]
    #[inline]
    #[must_use]
    pub fn slot_columns_mut(&mut self) -> <P::Item as Columns>::SlicesMut<'_>
    where
        P::Layout: InPlace,
    {
        let count = self.add_lent();
        // SAFETY: 1. the slots that slices have are filled. 2. the pool is mutably borrowed for as long as the result.
        unsafe { ColumnCells::slices_mut(&raw mut self.body.store, 0..count as usize) }
    }

    /// Returns a slice of each column, and which slots are live. O(1).
    #[inline]
    #[must_use]
    pub fn slot_columns_and_live(&self) -> (<P::Item as Columns>::Slices<'_>, LiveSlots<'_, P>)
    where
        P::Layout: InPlace,
    {
        (self.slot_columns(), LiveSlots::new(&self.body.rows.guard, self.body.rows.fresh()))
    }

    /// Returns a mutable slice of each column, and which slots are live. O(1).
    ///
    /// With [`changes`](ColumnPool::changed), every slot of the slices counts as changed.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { ttl: f32, mass: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # let first = particles.insert(Particle { ttl: 1.0, mass: 2.0 }).unwrap();
    /// # particles.insert(Particle { ttl: 2.0, mass: 3.0 }).ok();
    /// # particles.remove(first);
    /// let (columns, live) = particles.slot_columns_and_live_mut();
    /// let mut mass = 0.0;
    /// live.for_each(|slot| {
    ///     columns.ttl[slot] -= 0.5;
    ///     mass += columns.mass[slot];
    /// });
    /// assert_eq!(mass, 3.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn slot_columns_and_live_mut(&mut self) -> (<P::Item as Columns>::SlicesMut<'_>, LiveSlots<'_, P>)
    where
        P::Layout: InPlace,
    {
        let count = self.add_lent();
        let Body { rows, store, .. } = &mut self.body;
        // SAFETY: 1. the slots that slices have are filled. 2. the store is mutably borrowed for as long as the result.
        let slices = unsafe { ColumnCells::slices_mut(store, 0..count as usize) };
        (slices, LiveSlots::new(&rows.guard, rows.fresh()))
    }
}

/// Does not compile: the error says what to write instead.
#[doc(hidden)]
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    pub fn as_slice(&self) -> &[P::Item]
    where
        Self: SliceOfObjects,
    {
        unreachable!("`SliceOfObjects` has no impl")
    }

    pub fn as_mut_slice(&mut self) -> &mut [P::Item]
    where
        Self: SliceOfObjects,
    {
        unreachable!("`SliceOfObjects` has no impl")
    }
}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "a slice has objects in one piece, and a column pool has their fields apart",
    label = "has a slice per field",
    note = "`pool.columns()` and `pool.columns_mut()` of a dense pool have the slices of all fields: \
            `pool.columns_mut().field[position]`",
    note = "without `dense`, `pool.slot_columns()` and `pool.slot_columns_mut()` have them, with free slots"
)]
pub trait SliceOfObjects {}

/// Dense pools whose columns have the objects of a struct `T`. The methods of single columns call it.
#[diagnostic::on_unimplemented(
    message = "the columns of this pool have free slots: it is not `dense`",
    label = "needs `columns, dense`",
    note = "with `dense`, columns are the objects alone: `#[pool(capacity = 64, columns, dense)]`, or \
            `Name: [Type; 64], columns, dense;` in `pool!`",
    note = "without `dense`, the methods `slot_..` of the columns lend the free slots too"
)]
pub trait DenseColumns<T: Columns> {
    /// [`ColumnPool::columns`].
    fn columns(&self) -> T::Slices<'_>;
    /// [`ColumnPool::columns_mut`].
    fn columns_mut(&mut self) -> T::SlicesMut<'_>;
}

#[diagnostic::do_not_recommend]
impl<P: PoolSpec<Item: Columns, Layout: Dense>> DenseColumns<P::Item> for ColumnPool<P> {
    #[inline]
    fn columns(&self) -> <P::Item as Columns>::Slices<'_> {
        ColumnPool::columns(self)
    }

    #[inline]
    fn columns_mut(&mut self) -> <P::Item as Columns>::SlicesMut<'_> {
        ColumnPool::columns_mut(self)
    }
}

/// Other pools whose columns have the objects of a struct `T`, and free slots.
#[diagnostic::on_unimplemented(
    message = "the columns of a dense pool have no free slots",
    label = "needs a pool without `dense`",
    note = "the methods of the columns without `slot_` lend the objects alone"
)]
pub trait SlotColumns<T: Columns> {
    /// [`ColumnPool::slot_columns`].
    fn slot_columns(&self) -> T::Slices<'_>;
    /// [`ColumnPool::slot_columns_mut`].
    fn slot_columns_mut(&mut self) -> T::SlicesMut<'_>;
}

#[diagnostic::do_not_recommend]
impl<P: PoolSpec<Item: Columns, Layout: InPlace>> SlotColumns<P::Item> for ColumnPool<P> {
    #[inline]
    fn slot_columns(&self) -> <P::Item as Columns>::Slices<'_> {
        ColumnPool::slot_columns(self)
    }

    #[inline]
    fn slot_columns_mut(&mut self) -> <P::Item as Columns>::SlicesMut<'_> {
        ColumnPool::slot_columns_mut(self)
    }
}
