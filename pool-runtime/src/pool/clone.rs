//! Pools that are made like another one: clones, and pools of other items under the same handles.

#![expect(unsafe_code, reason = "objects are lent by handles that a walk gave")]

use super::Pool;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::track::Site;

impl<P: PoolSpec> Pool<P> {
    /// Makes this pool a clone of `other`, in place. If `clone` panics, this pool is left empty.
    pub(crate) fn clone_in_place(&mut self, other: &Self)
    where
        P::Item: Clone,
    {
        self.body.clone_in_place(&other.body);
    }

    /// Moves all objects of this pool through `map` to `other`, under their handles. O(used), of both pools.
    ///
    /// `other` drops the objects that it held before. It then holds the mapped objects under their old handles, and
    /// hands out the handles that this pool would have handed out next. This pool is then empty, as after
    /// [`clear`](Pool::clear). In pools with [marks](Pool#marks), the objects keep their order of insertion, and marks
    /// of `other` end.
    ///
    /// The two definitions differ in their items and agree in everything else: `Of<S, T>` and `Of<S, U>` do, and so do
    /// two definitions with the same capacity and the same keys. Pools of `Of<S, T>` and `Of<S, U>` both take a
    /// `Handle<S>`. Otherwise a handle of one becomes a handle of the other by [`to_bits`](Handle::to_bits) and
    /// [`from_bits`](Handle::from_bits).
    ///
    /// To keep the handles for values in a side table, collect:
    /// `let names: HandleMap<_, _> = pool.drain().map(|(handle, item)| (handle, item.name)).collect()`.
    ///
    /// # Panics
    ///
    /// If `map` panics, both pools are left empty.
    ///
    /// ```
    /// use stackpool::{Handle, Of, pool};
    ///
    /// pool! {
    ///     Slots: [u32; 1_000];
    /// }
    ///
    /// type Pool<T> = stackpool::Pool<Of<Slots, T>>;
    ///
    /// let mut paths = Pool::<&str>::new();
    /// let logo: Handle<Slots> = paths.insert("logo.png")?.into();
    ///
    /// let mut images = Pool::<Vec<u8>>::new();
    /// paths.map_into(&mut images, |_handle, path| path.bytes().collect());
    /// assert_eq!(images[logo], b"logo.png");
    /// assert!(paths.is_empty());
    /// # Ok::<(), stackpool::Full<&str>>(())
    /// ```
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn map_into<Q>(&mut self, other: &mut Pool<Q>, map: impl FnMut(Handle<P>, P::Item) -> Q::Item)
    where
        Q: PoolSpec<Layout = P::Layout>,
        P::Layout: Tracked,
    {
        self.body.map_into(&mut other.body, map, Site::caller());
    }

    /// Makes `other` like this pool, with what `map` makes of each object in its place. O(used), of both pools.
    ///
    /// It is [`map_into`](Pool::map_into) for objects that stay: the same handles, the same generations of free slots,
    /// and the same handles from the next insertion on.
    ///
    /// # Panics
    ///
    /// If `map` panics, `other` is left empty.
    ///
    /// ```
    /// use stackpool::{Handle, Of, Pool, pool};
    ///
    /// pool! { Nodes: [(); 1_000]; }
    ///
    /// let words = Pool::<Of<Nodes, &str>>::from_iter(["a", "bc", "d"]);
    /// let mut lengths = Pool::<Of<Nodes, usize>>::new();
    /// words.map_ref_into(&mut lengths, |_handle, word| word.len());
    ///
    /// let second: Handle<Nodes> = words.handle_at(1).unwrap().into();
    /// assert_eq!((words[second], lengths[second]), ("bc", 2));
    /// ```
    #[doc(alias("map", "clone_map"))]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn map_ref_into<Q>(&self, other: &mut Pool<Q>, mut map: impl FnMut(Handle<P>, &P::Item) -> Q::Item)
    where
        Q: PoolSpec<Layout = P::Layout>,
        P::Layout: Tracked,
    {
        // SAFETY: 1. the handles are those of the objects, which nothing changes during the call.
        let object_of = |handle: Handle<P>| unsafe { self.get_unchecked(handle) };
        self.body.map_ref_into(&mut other.body, |handle| map(handle, object_of(handle)), Site::caller());
    }
}

/// The clone of each object has the handle of the original, and both pools give out the same handles from now on.
///
/// [`clone`](Clone::clone) makes a value, which passes over the stack. A pool on the heap, in a `Heap`, is cloned
/// there. [`clone_from`](Clone::clone_from) works in place, without a move or an allocation of the pool, also on a
/// `&mut` to a static pool.
///
/// After `clone_from`, the pool may reissue handles that it gave out before and the original did not, for other
/// objects.
///
/// The clone of a pool with [marks](Pool#marks) has the order of insertion of the original, and no mark out.
///
/// If the `clone` of an item panics, the pool that was to be the clone is left empty, with the generations of the
/// original.
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool, Clone)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// # let mut now = ParticlePool::new();
/// # let mut last_frame = ParticlePool::new();
/// let handle = now.insert(Particle { ttl: 1.0 })?;
/// last_frame.clone_from(&now);
/// now.remove(handle);
/// now.clone_from(&last_frame); // rolled back
/// assert_eq!(now[handle].ttl, 1.0);
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
impl<P: PoolSpec> Clone for Pool<P>
where
    P::Item: Clone,
{
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_in_place(self);
        clone.body.copy_changes(&self.body);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.clone_in_place(source);
    }
}
