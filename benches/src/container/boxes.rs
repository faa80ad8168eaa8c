//! Objects owned by boxes of a pool.

use super::{Container, full};
use stackpool::{BoxSpec, PoolBox};
use std::cmp::Reverse;
use std::marker::PhantomData;

/// The static of a boxed definition. Only one of these exists per definition at a time.
#[derive(Debug)]
pub struct Boxes<P>(PhantomData<P>);

impl<T, P: BoxSpec<Item = T>> Container<T> for Boxes<P>
where
    T: super::Payload,
{
    type Key = Option<PoolBox<P>>;

    const GENERATION_BITS: Option<u32> = None;

    /// The static may have been used before. Its slots are brought into ascending order.
    fn with_room(capacity: usize) -> Self {
        assert!(capacity <= PoolBox::<P>::CAPACITY, "`{}` is too small", P::NAME);
        assert_eq!(PoolBox::<P>::len(), 0, "boxes of `{}` still exist", P::NAME);
        let mut boxes: Vec<_> =
            (0..capacity as u64).map(|number| PoolBox::<P>::new(T::of(number)).ok()).collect();
        boxes.sort_unstable_by_key(|owner| {
            Reverse(owner.as_deref().map(|object| (&raw const *object).addr()))
        });
        boxes.into_iter().for_each(drop);
        Boxes(PhantomData)
    }

    fn blank() -> Self::Key {
        None
    }

    #[inline]
    fn insert(&mut self, item: T) -> Self::Key {
        Some(PoolBox::new(item).unwrap_or_else(|_| full()))
    }

    #[inline]
    fn remove(&mut self, key: &mut Self::Key) -> Option<T> {
        key.take().map(PoolBox::into_inner)
    }

    #[inline]
    fn get<'a>(&'a self, key: &'a Self::Key) -> Option<&'a T> {
        key.as_deref()
    }
}
