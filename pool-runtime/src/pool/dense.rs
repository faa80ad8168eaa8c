//! Dense pools: the objects as a slice, and their order.

#![expect(unsafe_code, reason = "the first places hold objects")]

use super::{DenseSlice, Handles, Pool};
#[cfg(feature = "alloc")]
use crate::body::Keyed;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::Dense;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::store::Store;
use core::cmp::Ordering;

/// # The slice of a dense pool
///
/// With `dense`, the objects are one slice without holes. A new object goes to the end of the slice. When an object is
/// removed, the last one fills its place, as with
/// [`Vec::swap_remove`](https://doc.rust-lang.org/std/vec/struct.Vec.html#method.swap_remove). The index of an object
/// in the slice is its *position*. Handles stay valid when objects change their positions.
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool, Debug, PartialEq)]
/// #[pool(capacity = 1_000, dense)]
/// struct Sprite {
///     depth: u32,
/// }
///
/// let mut sprites = SpritePool::from_iter([30, 10, 20].map(|depth| Sprite { depth }));
/// let first = sprites.handles().next().unwrap();
///
/// sprites.sort_by_key(|sprite| sprite.depth);
/// assert_eq!(sprites.as_slice().iter().map(|sprite| sprite.depth).collect::<Vec<_>>(), [10, 20, 30]);
/// assert_eq!(sprites[first].depth, 30); // the handle names the same sprite as before
/// assert_eq!(sprites.position_of(first), Some(2));
/// ```
///
/// [`iter`](Pool::iter), [`values`](Pool::values), [`handles`](Pool::handles) and [`drain`](Pool::drain) follow the
/// order of the slice. [`retain`](Pool::retain) and [`extract_if`](Pool::extract_if) visit each object once. When one
/// is removed, they next visit the object that fills its place. [Joins](crate::Pool::join), [parts](Pool::parts) and
/// [cursors](Pool::cursor) go in slot order.
///
/// The order is part of the state: it is saved, restored, cloned and serialized. Two pools are equal only if their
/// objects are in the same order.
impl<P: PoolSpec> Pool<P> {
    /// Returns the objects as a slice, in their order. O(1).
    ///
    /// If the objects are `bytemuck::Pod`, you can pass the slice to a graphics card or a file as bytes:
    /// `bytemuck::cast_slice(pool.as_slice())`.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[P::Item]
    where
        P::Layout: Dense,
    {
        // SAFETY: 1. a pool has a slot or more.
        let first = unsafe { Slots::item(&raw const self.body.store, 0) };
        // SAFETY: the first places of a dense pool hold objects, as many as it counts, and are borrowed. They are
        // adjacent: slots have no alignment of their own (`check::dense`) and no room for links.
        unsafe { core::slice::from_raw_parts(first, self.body.count()) }
    }

    /// Returns the objects as a slice, for writing. O(1); O(capacity / 64) in a pool with `changes`, where all objects
    /// then count as changed.
    ///
    /// The result is a `&mut [Item]` wherever one is expected. But a sort of it does not compile: handles stay with the
    /// positions, so each handle would name another object. To move objects together with their handles, use
    /// [`swap`](Pool::swap) and [`sort_by`](Pool::sort_by). [`DenseSlice`] says how to sort a slice without them.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut DenseSlice<P::Item>
    where
        P::Layout: Dense,
    {
        DenseSlice::new(self.handles_and_slice_mut().1)
    }

    /// Returns the position of an object in the [slice](Pool::as_slice); `None` if the handle is stale. O(1).
    ///
    /// [`handle_at_position`](Pool::handle_at_position) does the reverse.
    #[doc(alias = "index_of")]
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

    /// Returns the handle of the object at a position of the [slice](Pool::as_slice); `None` if the position is not
    /// below [`len`](Pool::len). O(1).
    ///
    /// ```
    /// stackpool::pool! { Sprites: [u32; 1_000], dense; }
    ///
    /// let mut sprites = SpritesPool::from_iter([30, 10, 20]);
    /// sprites.sort_by_key(|depth| *depth);
    /// let nearest = sprites.handle_at_position(0).unwrap();
    /// assert_eq!((sprites[nearest], sprites.position_of(nearest)), (10, Some(0)));
    /// assert_eq!(nearest.index(), 1); // its slot
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

    /// Returns the handles and the objects, in one order: to write to the [slice](Pool::as_mut_slice) while you read
    /// the handles. O(1); with `changes` as for `as_mut_slice`.
    ///
    /// To read both, call [`handles`](Pool::handles) and [`as_slice`](Pool::as_slice).
    ///
    /// ```
    /// stackpool::pool! { Sprites: [u32; 1_000], dense; }
    ///
    /// let mut sprites = SpritesPool::from_iter([30, 10, 20]);
    /// let (handles, depths) = sprites.handles_and_slice_mut();
    /// depths.fill(7);
    /// let last = handles.last().unwrap();
    /// assert_eq!((last.index(), sprites[last]), (2, 7));
    /// ```
    #[inline]
    pub fn handles_and_slice_mut(&mut self) -> (Handles<'_, P>, &mut [P::Item])
    where
        P::Layout: Dense,
    {
        let count = self.body.count();
        let (handles, store) = self.body.handles_and_store();
        // SAFETY: 1. a pool has a slot or more.
        let first = unsafe { Slots::item_mut(&raw mut *store, 0) };
        // SAFETY: the first places of a dense pool hold objects, as many as it counts. They are adjacent: slots have no
        // alignment of their own (`check::dense`) and no room for links. The store is mutably borrowed for as long as
        // the slice.
        (handles, unsafe { core::slice::from_raw_parts_mut(first, count) })
    }

    /// Swaps the objects at two positions. Their handles go with them. O(1).
    ///
    /// # Panics
    ///
    /// If a position is not below [`len`](Pool::len).
    #[inline]
    #[track_caller]
    pub fn swap(&mut self, a: usize, b: usize)
    where
        P::Layout: Dense,
    {
        self.body.swap(a, b);
    }

    /// Removes an object and returns it, and keeps the order of the others; `None` if the handle is stale. O(objects
    /// behind it).
    ///
    /// [`remove`](Pool::remove) is O(1), and moves the last object. For several objects, use
    /// [`retain_in_order`](Pool::retain_in_order).
    ///
    /// ```
    /// stackpool::pool! { Sprites: [char; 1_000], dense; }
    ///
    /// let mut sprites = SpritesPool::from_iter(['a', 'b', 'c', 'd']);
    /// let second = sprites.handle_at_position(1).unwrap();
    /// assert_eq!(sprites.remove_in_order(second), Some('b'));
    /// assert_eq!(sprites.as_slice(), ['a', 'c', 'd']);
    /// ```
    #[doc(alias = "shift_remove")]
    pub fn remove_in_order<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<P::Item>
    where
        P::Layout: Dense,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.remove_in_order(handle)
    }

    /// Keeps the objects for which `keep` returns `true`, in their order, and drops the others. O(len).
    ///
    /// So sorted objects stay sorted. [`retain`](Pool::retain) moves the last object to the place of each that goes,
    /// which moves fewer objects. The slots that were freed are used again in an order of their own, which is the same
    /// in every run.
    ///
    /// If `keep` or a destructor panics, the objects that `keep` was not asked about stay in the pool, in their order.
    ///
    /// ```
    /// stackpool::pool! { Sprites: [u32; 1_000], dense; }
    ///
    /// let mut sprites = SpritesPool::from_iter(0..8);
    /// sprites.retain_in_order(|_handle, depth| *depth % 3 != 1);
    /// assert_eq!(sprites.as_slice(), [0, 2, 3, 5, 6]);
    /// ```
    pub fn retain_in_order<F>(&mut self, keep: F)
    where
        F: FnMut(Handle<P>, &mut P::Item) -> bool,
        P::Layout: Dense,
    {
        self.body.retain_in_order(keep);
    }

    /// Sorts the objects by a function that compares two of them. Their handles go with them. Objects that compare
    /// equal stay in their order.
    ///
    /// O(n log n), without extra memory: it first sorts the slots, then moves each object once or twice.
    ///
    /// # Panics
    ///
    /// If `compare` panics. If `compare` is not a total order, the sort may panic too, as that of a slice may. After a
    /// panic the order of the objects is unspecified, and their handles still name them.
    ///
    /// `partial_cmp` is not a total order if a key can be NaN: `total_cmp` is one.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, dense)] struct Sprite { depth: f32 }
    /// # let mut sprites = SpritePool::from_iter([2.0, f32::NAN, 1.0].map(|depth| Sprite { depth }));
    /// sprites.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    /// # assert_eq!(sprites.values().map(|sprite| sprite.depth as u32).collect::<Vec<_>>(), [1, 2, 0]);
    /// ```
    pub fn sort_by(&mut self, mut compare: impl FnMut(&P::Item, &P::Item) -> Ordering)
    where
        P::Layout: Dense,
    {
        self.body.sort(|slots, a, b| {
            // SAFETY: 1. and 2. the place has an object, and nothing else accesses the objects meanwhile.
            let a = unsafe { Slots::<P>::lend(slots, a) };
            // SAFETY: as above.
            let b = unsafe { Slots::<P>::lend(slots, b) };
            compare(a, b)
        });
    }

    /// Sorts the objects by a key: see [`sort_by`](Pool::sort_by). The key is computed at each comparison.
    ///
    /// # Panics
    ///
    /// If `key` panics, and perhaps if the `Ord` of the keys is not a total order.
    pub fn sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&P::Item) -> K)
    where
        P::Layout: Dense,
    {
        self.sort_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts the objects by a key that is computed once for each object: see [`sort_by`](Pool::sort_by). The keys are
    /// on the heap during the sort.
    ///
    /// This is faster for a cheap key too, because the comparisons read only the keys, not the objects.
    ///
    /// # Panics
    ///
    /// If `key` panics, and perhaps if the `Ord` of the keys is not a total order. The objects keep their order then.
    #[cfg(feature = "alloc")]
    pub fn sort_by_cached_key<K: Ord>(&mut self, mut key: impl FnMut(&P::Item) -> K)
    where
        P::Layout: Dense,
    {
        let keys = self.as_slice().iter().map(|object| Keyed::new(key(object))).collect();
        self.body.sort_by_keys(keys);
    }
}
