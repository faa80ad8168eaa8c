//! Iterators over the live slots, in slot order.
//!
//! They walk the guard's live bits 64 at a time, so that empty stretches cost next to nothing.

use super::Pool;
use crate::guard::Guard;
use crate::guard::walk::Walk;
use crate::handle::Handle;
use crate::layout::slots::SlotsPtr;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

impl<P: PoolSpec> Pool<P> {
    fn walk(&self) -> Walk {
        Walk::new(&self.guard, self.len())
    }

    /// All objects with their handles, in slot order. O(capacity / 64 + len) for all of them.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// for (h, particle) in &particles {
    ///     assert_eq!((h, particle.ttl), (handle, 1.0));
    /// }
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, P>
    where
        P::Layout: Tracked,
    {
        Iter { pool: self, walk: self.walk() }
    }

    /// All objects, mutably, with their handles, in slot order. O(capacity / 64 + len) for all of them.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P>
    where
        P::Layout: Tracked,
    {
        let walk = self.walk();
        IterMut { guard: &self.guard, slots: self.slots.as_mut_ptr(), walk, items: PhantomData }
    }

    /// All objects, in slot order. O(capacity / 64 + len) for all of them.
    #[inline]
    pub fn values(&self) -> Values<'_, P>
    where
        P::Layout: Tracked,
    {
        Values(self.iter())
    }

    /// All objects, mutably, in slot order. O(capacity / 64 + len) for all of them.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// for particle in particles.values_mut() {
    ///     particle.ttl -= 0.25;
    /// }
    /// # assert_eq!(particles[handle].ttl, 0.75);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, P>
    where
        P::Layout: Tracked,
    {
        ValuesMut(self.iter_mut())
    }

    /// The handles of all objects, in slot order. O(capacity / 64 + len) for all of them.
    #[doc(alias = "keys")]
    #[inline]
    pub fn handles(&self) -> Handles<'_, P>
    where
        P::Layout: Tracked,
    {
        Handles(self.iter())
    }
}

/// The objects of a pool with their handles, from [`Pool::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec> {
    pool: &'a Pool<P>,
    walk: Walk,
}

impl<'a, P: PoolSpec> Iter<'a, P> {
    /// # Safety
    ///
    /// 1. `index` is a live slot of the pool.
    #[inline]
    unsafe fn entry(pool: &'a Pool<P>, index: usize) -> (Handle<P>, &'a P::Item) {
        // SAFETY: 1. a live slot is below the capacity.
        let handle = unsafe { pool.handle_of_slot(index) };
        // SAFETY: 1. promised by the caller.
        let item = unsafe { pool.item(index) };
        (handle, item)
    }
}

/// The objects of a pool, mutably, with their handles, from [`Pool::iter_mut`].
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec> {
    guard: &'a <P::Layout as Layout>::Guard,
    slots: SlotsPtr<P>,
    walk: Walk,
    items: PhantomData<&'a mut P::Item>,
}

// SAFETY: it is a mutable borrow of the pool's items.
unsafe impl<P: PoolSpec> Send for IterMut<'_, P> where P::Item: Send {}
// SAFETY: through a shared reference it gives nothing but its length.
unsafe impl<P: PoolSpec> Sync for IterMut<'_, P> where P::Item: Sync {}

impl<'a, P: PoolSpec> IterMut<'a, P> {
    /// # Safety
    ///
    /// 1. `index` is a live slot of the pool.
    /// 2. It was not asked for before.
    #[inline]
    #[expect(
        clippy::mut_from_ref,
        reason = "the items are borrowed through the pointer, the guard for reading"
    )]
    unsafe fn entry(
        guard: &'a <P::Layout as Layout>::Guard,
        slots: SlotsPtr<P>,
        index: usize,
    ) -> (Handle<P>, &'a mut P::Item) {
        // SAFETY: a live slot is below the capacity.
        let generation = unsafe { guard.generation(index) };
        // SAFETY: 1. as above. 2. promised by the guard.
        let handle = unsafe { Handle::new(index as u32, generation) };
        // SAFETY: 1. as above. 2. the pool is borrowed for 'a. 3. from `as_mut_ptr`.
        let item = unsafe { slots.at(index) };
        // SAFETY: a live slot holds an item. The pool's slots are mutably borrowed for 'a, no reference to all of them
        // is made in that time, and no other reference to this one, since it is asked for once.
        (handle, unsafe { &mut *item })
    }
}

/// The objects of a pool, from [`Pool::values`].
#[must_use = "iterators are lazy"]
pub struct Values<'a, P: PoolSpec>(Iter<'a, P>);

/// The objects of a pool, mutably, from [`Pool::values_mut`].
#[must_use = "iterators are lazy"]
pub struct ValuesMut<'a, P: PoolSpec>(IterMut<'a, P>);

/// The handles of a pool's objects, from [`Pool::handles`].
#[must_use = "iterators are lazy"]
pub struct Handles<'a, P: PoolSpec>(Iter<'a, P>);

/// The objects of a pool that is used up, with their handles, from its `IntoIterator`.
#[must_use = "iterators are lazy"]
pub struct IntoIter<P: PoolSpec> {
    pool: Pool<P>,
    walk: Walk,
}

impl<P: PoolSpec> Iterator for IntoIter<P> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.walk.next(&self.pool.guard)?;
        // SAFETY: 1. the walk gives each live slot once, and nobody else frees any.
        Some(unsafe { self.pool.take_slot(index) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }
}

impl<P: PoolSpec> DoubleEndedIterator for IntoIter<P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.walk.next_back(&self.pool.guard)?;
        // SAFETY: 1. the walk gives each live slot once, and nobody else frees any.
        Some(unsafe { self.pool.take_slot(index) })
    }
}

/// The iterators that borrow: where the walk is, and what an index becomes.
macro_rules! borrowing_iterators {
    ($($name:ident yields $item:ty, |$self:ident| $walk:expr, $guard:expr, $entry:expr;)*) => {$(
        impl<'a, P: PoolSpec> Iterator for $name<'a, P> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let $self = self;
                let index = $walk.next($guard)?;
                let entry = $entry;
                Some(entry(index))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let $self = self;
                ($walk.remaining(), Some($walk.remaining()))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let $self = self;
                let index = $walk.nth($guard, n)?;
                let entry = $entry;
                Some(entry(index))
            }

            #[inline]
            fn count(self) -> usize {
                self.len()
            }

            #[inline]
            fn last(mut self) -> Option<Self::Item> {
                self.next_back()
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, mut f: F) -> A {
                let $self = self;
                let entry = $entry;
                $walk.fold($guard, init, |accumulator, index| f(accumulator, entry(index)))
            }
        }

        impl<'a, P: PoolSpec> DoubleEndedIterator for $name<'a, P> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let $self = self;
                let index = $walk.next_back($guard)?;
                let entry = $entry;
                Some(entry(index))
            }
        }
    )*};
}

borrowing_iterators! {
    Iter yields (Handle<P>, &'a P::Item), |this| this.walk, &this.pool.guard, {
        let pool = this.pool;
        // SAFETY: 1. the walk gives live slots.
        move |index| unsafe { Iter::entry(pool, index) }
    };
    Values yields &'a P::Item, |this| this.0.walk, &this.0.pool.guard, {
        let pool = this.0.pool;
        // SAFETY: 1. the walk gives live slots.
        move |index| unsafe { pool.item(index) }
    };
    Handles yields Handle<P>, |this| this.0.walk, &this.0.pool.guard, {
        let pool = this.0.pool;
        // SAFETY: 1. the walk gives live slots, which are below the capacity.
        move |index| unsafe { pool.handle_of_slot(index) }
    };
    IterMut yields (Handle<P>, &'a mut P::Item), |this| this.walk, this.guard, {
        let (guard, slots) = (this.guard, this.slots);
        // SAFETY: 1. and 2. the walk gives each live slot once.
        move |index| unsafe { IterMut::entry(guard, slots, index) }
    };
    ValuesMut yields &'a mut P::Item, |this| this.0.walk, this.0.guard, {
        let (guard, slots) = (this.0.guard, this.0.slots);
        // SAFETY: 1. and 2. the walk gives each live slot once.
        move |index| unsafe { IterMut::entry(guard, slots, index) }.1
    };
}

macro_rules! exact_and_fused {
    ($($name:ty: $($lifetime:lifetime)?;)*) => {$(
        impl<$($lifetime,)? P: PoolSpec> ExactSizeIterator for $name {}
        impl<$($lifetime,)? P: PoolSpec> FusedIterator for $name {}

        impl<$($lifetime,)? P: PoolSpec> fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = stringify!($name).split('<').next().unwrap_or_default();
                f.debug_struct(name).field("remaining", &self.len()).finish_non_exhaustive()
            }
        }
    )*};
}

exact_and_fused! {
    Iter<'a, P>: 'a;
    IterMut<'a, P>: 'a;
    Values<'a, P>: 'a;
    ValuesMut<'a, P>: 'a;
    Handles<'a, P>: 'a;
    IntoIter<P>:;
}

impl<P: PoolSpec> Clone for Iter<'_, P> {
    fn clone(&self) -> Self {
        Iter { pool: self.pool, walk: self.walk.clone() }
    }
}

impl<P: PoolSpec> Clone for Values<'_, P> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<P: PoolSpec> Clone for Handles<'_, P> {
    fn clone(&self) -> Self {
        Handles(self.0.clone())
    }
}

impl<'a, P: PoolSpec> IntoIterator for &'a Pool<P>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, &'a P::Item);
    type IntoIter = Iter<'a, P>;

    #[inline]
    fn into_iter(self) -> Iter<'a, P> {
        self.iter()
    }
}

impl<'a, P: PoolSpec> IntoIterator for &'a mut Pool<P>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, &'a mut P::Item);
    type IntoIter = IterMut<'a, P>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, P> {
        self.iter_mut()
    }
}

/// Moves the pool: for one on the heap, [`drain`](Pool::drain) takes the objects where they are.
impl<P: PoolSpec> IntoIterator for Pool<P>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, P::Item);
    type IntoIter = IntoIter<P>;

    #[inline]
    fn into_iter(self) -> IntoIter<P> {
        let walk = self.walk();
        IntoIter { pool: self, walk }
    }
}
