//! Pools of any width and guard, on the heap.
//!
//! The functions that only call one of the container are always inlined, here and for peers: LLVM counts them too when
//! it decides whether to inline what they call, and a removal from a packed table is at the limit.

use super::{Container, Iterable, full};
use stackpool::layout::Tracked;
use stackpool::{Handle, Heap, Pool, PoolSpec};

impl<T, P: 'static + PoolSpec<Item = T>> Container<T> for Heap<Pool<P>> {
    type Key = Handle<P>;

    const GENERATION_BITS: Option<u32> = Some(Pool::<P>::GENERATION_BITS);

    fn with_room(capacity: usize) -> Self {
        assert!(capacity <= Pool::<P>::CAPACITY, "`{}` is too small", P::NAME);
        Pool::on_heap()
    }

    fn blank() -> Handle<P> {
        Handle::from_bits(0).expect("every pool has a first slot")
    }

    #[inline(always)]
    fn insert(&mut self, item: T) -> Handle<P> {
        Pool::insert(self, item).unwrap_or_else(|_| full())
    }

    #[inline(always)]
    fn remove(&mut self, key: &mut Handle<P>) -> Option<T> {
        Pool::remove(self, *key)
    }

    #[inline(always)]
    fn get<'a>(&'a self, key: &'a Handle<P>) -> Option<&'a T> {
        Pool::get(self, *key)
    }

    #[inline]
    fn get_many<'a>(&'a self, keys: &'a [Handle<P>]) -> impl Iterator<Item = Option<&'a T>>
    where
        T: 'a,
    {
        Pool::get_many(self, keys)
    }
}

impl<T, P: 'static + PoolSpec<Item = T>> Iterable<T> for Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    #[inline]
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        Pool::values(self)
    }

    #[inline]
    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
    where
        T: 'a,
    {
        Pool::values_mut(self)
    }

    #[inline]
    fn drain(&mut self) -> impl Iterator<Item = T> {
        Pool::drain(self).map(|(_, item)| item)
    }
}
