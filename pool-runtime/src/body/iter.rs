//! Iterators over the objects, in slot order; in a dense pool, in the order of the slice.
//!
//! They walk the guard 64 live bits at a time, so long runs of free slots cost little, and end at the last slot that
//! was used.

use super::lanes::{Ahead, Lent, Muts};
use super::{Body, GuardOf, HasBody, SeatsOf};
use crate::guard::walk::Walk;
use crate::handle::Handle;
use crate::layout::slots::Slots;
use crate::layout::spec::{Brand, PoolSpec};
use crate::rows::{Rows, handle_in};
use crate::seats::Seats;
use crate::store::Store;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// Iterator over the objects of a pool with their handles, from [`Pool::iter`](crate::Pool::iter) and
/// [`ColumnPool::iter`](crate::ColumnPool::iter).
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec, S: Store<P> = Slots<P>> {
    body: &'a Body<P, S>,
    walk: Walk,
}

/// Iterator over the objects of a pool, for writing, with their handles, from
/// [`Pool::iter_mut`](crate::Pool::iter_mut) and [`ColumnPool::iter_mut`](crate::ColumnPool::iter_mut).
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec, S: Store<P> = Slots<P>> {
    guard: &'a GuardOf<P>,
    objects: Muts<'a, P, S>,
    walk: Walk,
}

/// Iterator over the objects of a pool, from [`Pool::values`](crate::Pool::values) and
/// [`ColumnPool::values`](crate::ColumnPool::values).
#[must_use = "iterators are lazy"]
pub struct Values<'a, P: PoolSpec, S: Store<P> = Slots<P>>(Iter<'a, P, S>);

/// Iterator over the objects of a pool, for writing, from [`Pool::values_mut`](crate::Pool::values_mut) and
/// [`ColumnPool::values_mut`](crate::ColumnPool::values_mut).
#[must_use = "iterators are lazy"]
pub struct ValuesMut<'a, P: PoolSpec, S: Store<P> = Slots<P>>(IterMut<'a, P, S>);

/// Iterator over the handles of the objects of a pool, from [`Pool::handles`](crate::Pool::handles) and
/// [`ColumnPool::handles`](crate::ColumnPool::handles).
#[must_use = "iterators are lazy"]
pub struct Handles<'a, P: PoolSpec> {
    rows: &'a Rows<P::Layout>,
    walk: Walk,
}

/// Iterator that owns the pool and yields its objects with their handles, from `IntoIterator` for a pool and for a pool
/// in a `Heap`.
///
/// `C` is the owner: the pool itself, or its `Heap`.
#[must_use = "iterators are lazy"]
pub struct IntoIter<P: PoolSpec, C> {
    pool: C,
    walk: Walk,
    content: Brand<P>,
}

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    #[inline]
    pub(crate) fn iter(&self) -> Iter<'_, P, S> {
        Iter { body: self, walk: self.rows.walk() }
    }

    #[inline]
    pub(crate) fn iter_mut(&mut self) -> IterMut<'_, P, S> {
        let walk = self.rows.walk();
        let (guard, objects) = self.guard_and_muts();
        IterMut { guard, objects, walk }
    }

    #[inline]
    pub(crate) fn values(&self) -> Values<'_, P, S> {
        Values(self.iter())
    }

    #[inline]
    pub(crate) fn values_mut(&mut self) -> ValuesMut<'_, P, S> {
        ValuesMut(self.iter_mut())
    }

    #[inline]
    pub(crate) fn handles(&self) -> Handles<'_, P> {
        Handles::of(&self.rows)
    }

    /// Returns the object at a place of a pool that nobody uses afterwards.
    ///
    /// # Safety
    ///
    /// 1. The place has an object.
    /// 2. Until the pool is dropped, only this method is used.
    #[inline]
    unsafe fn release_last(&mut self, place: usize) -> (Handle<P>, P::Item) {
        // SAFETY: 1. the place has an object. No slot of a dense pool loses its place here.
        let index = unsafe { self.rows.slot_at(place) };
        // SAFETY: 1. the slot of an object is live, so it is below the capacity and not retired.
        let handle = unsafe { self.rows.handle_of(index) };
        // SAFETY: 1. the slot of an object is live. 2. the caller promises that only this method is used until the pool
        // is dropped.
        unsafe { self.rows.release_last(index) };
        // SAFETY: 1. the place has an object, which belongs to the caller since its slot is not live.
        (handle, unsafe { self.take(place) })
    }
}

impl<'a, P: PoolSpec> Handles<'a, P> {
    #[inline]
    pub(crate) fn of(rows: &'a Rows<P::Layout>) -> Self {
        Handles { rows, walk: rows.walk() }
    }
}

impl<'a, P: PoolSpec, S: Store<P>> Iter<'a, P, S> {
    /// # Safety
    ///
    /// 1. The place has an object.
    #[inline(always)]
    unsafe fn entry(body: &'a Body<P, S>, place: usize) -> (Handle<P>, S::Ref<'a>) {
        // SAFETY: 1. the place has an object. (Without optimisation, a call is more than a condition.)
        let index = if SeatsOf::<P>::ARE_DENSE { unsafe { body.rows.slot_at(place) } } else { place };
        // SAFETY: 1. the slot of an object is live, so it is below the capacity and not retired.
        let handle = unsafe { handle_in(&body.rows.guard, index) };
        // SAFETY: 1. and 2. places are below the capacity, this one has an object, and the store is borrowed for 'a.
        (handle, unsafe { S::lend(&raw const body.store, place) })
    }
}

impl<'a, P: PoolSpec, S: Store<P>> IterMut<'a, P, S> {
    /// # Safety
    ///
    /// 1. The place has an object, and the store is mutably borrowed for `'a`.
    /// 2. This was not called with `place` before.
    #[inline(always)]
    unsafe fn entry(
        guard: &'a GuardOf<P>,
        objects: &Muts<'a, P, S>,
        place: usize,
    ) -> (Handle<P>, S::Mut<'a>) {
        // SAFETY: 1. the place has an object. (Without optimisation, a call is more than a condition.)
        let index = if SeatsOf::<P>::ARE_DENSE { unsafe { objects.places.slot_at(place) } } else { place };
        // SAFETY: 1. the slot of an object is live, so it is below the capacity and not retired.
        let handle = unsafe { handle_in(guard, index) };
        // SAFETY: 1. places are below the capacity. The caller promises a borrow for 'a, and that nothing else was lent
        // this object. 2. the place has an object.
        (handle, unsafe { S::lend_mut(objects.store, place) })
    }
}

/// Writes the iterators over the places of objects. The arguments of each: its walk and its guard, the memory that it
/// visits, where it notes the objects that it lends for writing (`()`: nowhere), the parts that it reads once, and the
/// item that it makes of these and of a place.
macro_rules! walks {
    ($(
        $name:ident[$($generics:tt)*] as [$($arguments:tt)*] yields $item:ty, |$self:ident|
        $walk:expr, $guard:expr, $visited:expr, $changes:expr, $parts:pat = $values:expr, |$index:ident| $entry:expr;
    )*) => {$(
        impl<'a, $($generics)*> Iterator for $name<'a, $($arguments)*> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let $self = self;
                let $index = match $walk.next_of($guard, $visited) {
                    Some(index) => index,
                    None => return None,
                };
                // SAFETY: 1. the walk just gave the place of an object. 2. the set is mutably borrowed for 'a, by this
                // iterator alone.
                unsafe { $changes.add($index) };
                let $parts = $values;
                Some($entry)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let $self = self;
                ($walk.remaining(), Some($walk.remaining()))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let $self = self;
                let $index = $walk.nth($guard, n)?;
                // SAFETY: 1. the walk just gave the place of an object. 2. the set is mutably borrowed for 'a, by this
                // iterator alone.
                unsafe { $changes.add($index) };
                let $parts = $values;
                Some($entry)
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
                let (visited, changes, $parts) = ($visited, $changes, $values);
                // SAFETY: 1. the walk enters words with the slots that it gives. 2. the set is mutably borrowed for 'a,
                // by this iterator alone.
                let enter = |word, slots| unsafe { changes.add_word(word, slots) };
                $walk.fold_words($guard, visited, init, enter, |accumulator, $index| {
                    // SAFETY: 1. the walk just gave the place of an object. 2. as for the words.
                    unsafe { changes.add_alone($index) };
                    f(accumulator, $entry)
                })
            }
        }

        impl<'a, $($generics)*> DoubleEndedIterator for $name<'a, $($arguments)*> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let $self = self;
                let $index = $walk.next_back($guard)?;
                // SAFETY: 1. the walk just gave the place of an object. 2. the set is mutably borrowed for 'a, by this
                // iterator alone.
                unsafe { $changes.add($index) };
                let $parts = $values;
                Some($entry)
            }
        }

        impl<'a, $($generics)*> ExactSizeIterator for $name<'a, $($arguments)*> {}

        impl<'a, $($generics)*> FusedIterator for $name<'a, $($arguments)*> {}

        impl<'a, $($generics)*> fmt::Debug for $name<'a, $($arguments)*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("remaining", &self.len()).finish_non_exhaustive()
            }
        }
    )*};
}

walks! {
    Iter[P: PoolSpec, S: Store<P>] as [P, S] yields (Handle<P>, S::Ref<'a>),
        |this| this.walk, &this.body.rows.guard, Ahead::<P, S>::of(&raw const this.body.store), (),
        // SAFETY: 1. the walk gives places of objects.
        body = this.body, |place| unsafe { Iter::entry(body, place) };
    Values[P: PoolSpec, S: Store<P>] as [P, S] yields S::Ref<'a>,
        |this| this.0.walk, &this.0.body.rows.guard, Ahead::<P, S>::of(&raw const this.0.body.store), (),
        // SAFETY: 1. and 2. the walk gives places of objects, which are below the capacity. The store is borrowed for
        // 'a.
        body = this.0.body, |place| unsafe { S::lend(&raw const body.store, place) };
    Handles[P: PoolSpec] as [P] yields Handle<P>, |this| this.walk, &this.rows.guard, (), (),
        // SAFETY: 1. the walk gives places of objects, whose slots are live: below the capacity and not retired.
        rows = this.rows, |place| unsafe { rows.handle_from(place) };
    IterMut[P: PoolSpec, S: Store<P>] as [P, S] yields (Handle<P>, S::Mut<'a>),
        |this| this.walk, this.guard, Ahead::<P, S>::of(this.objects.store), this.objects.places,
        (guard, objects) = (this.guard, &this.objects),
        // SAFETY: 1. the walk gives places of objects. 2. it gives each of them once.
        |place| unsafe { IterMut::<P, S>::entry(guard, objects, place) };
    ValuesMut[P: PoolSpec, S: Store<P>] as [P, S] yields S::Mut<'a>,
        |this| this.0.walk, this.0.guard, Ahead::<P, S>::of(this.0.objects.store), this.0.objects.places,
        store = this.0.objects.store,
        // SAFETY: 1. and 2. the walk gives places of objects, each once: they are below the capacity, and the store is
        // mutably borrowed for 'a.
        |place| unsafe { S::lend_mut(store, place) };
}

impl<P: PoolSpec, S: Store<P>> Clone for Iter<'_, P, S> {
    fn clone(&self) -> Self {
        Iter { body: self.body, walk: self.walk.clone() }
    }
}

impl<P: PoolSpec, S: Store<P>> Clone for Values<'_, P, S> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<P: PoolSpec> Clone for Handles<'_, P> {
    fn clone(&self) -> Self {
        Handles { rows: self.rows, walk: self.walk.clone() }
    }
}

impl<P: PoolSpec, C: HasBody<P>> IntoIter<P, C> {
    #[inline]
    pub(crate) fn new(pool: C) -> Self {
        IntoIter { walk: pool.body().rows.walk(), pool, content: PhantomData }
    }
}

impl<P: PoolSpec, C: HasBody<P>> Iterator for IntoIter<P, C> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let body = self.pool.body_mut();
        let place = self.walk.next_of(&body.rows.guard, Ahead::of(&raw const body.store))?;
        // SAFETY: 1. the walk gives each place once. The iterator owns the pool, which has the same body each time,
        // and nothing else removes objects from it. 2. nothing else uses the pool, until it is dropped.
        Some(unsafe { body.release_last(place) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }
}

impl<P: PoolSpec, C: HasBody<P>> DoubleEndedIterator for IntoIter<P, C> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let body = self.pool.body_mut();
        let place = self.walk.next_back(&body.rows.guard)?;
        // SAFETY: 1. the walk gives each place once, from whichever end. The iterator owns the pool, which has the same
        // body each time, and nothing else removes objects from it. 2. nothing else uses the pool, until it is dropped.
        Some(unsafe { body.release_last(place) })
    }
}

impl<P: PoolSpec, C: HasBody<P>> ExactSizeIterator for IntoIter<P, C> {}

impl<P: PoolSpec, C: HasBody<P>> FusedIterator for IntoIter<P, C> {}

impl<P: PoolSpec, C: HasBody<P>> fmt::Debug for IntoIter<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter").field("remaining", &self.walk.remaining()).finish_non_exhaustive()
    }
}
