//! Dense pools by their slice, and what else has its objects side by side.

use super::{Container, Iterable, Payload};
use stackpool::layout::Dense;
use stackpool::{Handle, Heap, Pool, PoolSpec};

/// A container whose objects are one slice.
pub trait Sliced<T>: Iterable<T> {
    /// All objects.
    fn slice(&self) -> &[T];

    /// All objects, for writing.
    fn slice_mut(&mut self) -> &mut [T];

    /// Sorts the objects by [`Payload::first`], which is read at each comparison. Equal ones stay in their order.
    fn sort_by_first(&mut self);

    /// The same, with the words that are compared beside each other.
    fn sort_by_cached_first(&mut self);
}

/// A dense pool, whose slice is visited instead of its iterators.
pub struct Adjacent<P: PoolSpec>(Heap<Pool<P>>);

impl<T, P: 'static + PoolSpec<Item = T>> Container<T> for Adjacent<P> {
    type Key = Handle<P>;

    const GENERATION_BITS: Option<u32> = Some(Pool::<P>::GENERATION_BITS);

    fn with_room(capacity: usize) -> Self {
        Adjacent(Container::with_room(capacity))
    }

    fn blank() -> Handle<P> {
        <Heap<Pool<P>> as Container<T>>::blank()
    }

    #[inline]
    fn insert(&mut self, item: T) -> Handle<P> {
        Container::insert(&mut self.0, item)
    }

    #[inline]
    fn remove(&mut self, key: &mut Handle<P>) -> Option<T> {
        Container::remove(&mut self.0, key)
    }

    #[inline]
    fn get<'a>(&'a self, key: &'a Handle<P>) -> Option<&'a T> {
        Container::get(&self.0, key)
    }
}

impl<T, P: 'static + PoolSpec<Item = T, Layout: Dense>> Iterable<T> for Adjacent<P> {
    #[inline]
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        self.0.as_slice().iter()
    }

    #[inline]
    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
    where
        T: 'a,
    {
        self.0.as_mut_slice().iter_mut()
    }

    #[inline]
    fn drain(&mut self) -> impl Iterator<Item = T> {
        Iterable::drain(&mut self.0)
    }
}

impl<T: Payload, P: 'static + PoolSpec<Item = T, Layout: Dense>> Sliced<T> for Adjacent<P> {
    fn slice(&self) -> &[T] {
        self.0.as_slice()
    }

    fn slice_mut(&mut self) -> &mut [T] {
        self.0.as_mut_slice()
    }

    fn sort_by_first(&mut self) {
        self.0.sort_by_key(Payload::first);
    }

    fn sort_by_cached_first(&mut self) {
        self.0.sort_by_cached_key(Payload::first);
    }
}

/// Only a vector, without keys.
impl<T: Payload> Sliced<T> for Vec<T> {
    fn slice(&self) -> &[T] {
        self
    }

    fn slice_mut(&mut self) -> &mut [T] {
        self
    }

    fn sort_by_first(&mut self) {
        self.sort_by_key(Payload::first);
    }

    fn sort_by_cached_first(&mut self) {
        self.sort_by_cached_key(Payload::first);
    }
}
