//! Joins with tables on the heap: `pool.join(&map)` works wherever the map lives.

use super::{Joined, sealed};
use crate::base::heap::Heap;
use crate::layout::spec::PoolSpec;

impl<'a, T> sealed::Sealed for &'a Heap<T> where &'a T: sealed::Sealed {}
impl<'a, T> sealed::Sealed for &'a mut Heap<T> where &'a mut T: sealed::Sealed {}

impl<'a, P: PoolSpec, T> Joined<P> for &'a Heap<T>
where
    &'a T: Joined<P>,
{
    type Item = <&'a T as Joined<P>>::Item;
    type Lane = <&'a T as Joined<P>>::Lane;

    fn into_lane(self) -> Self::Lane {
        (&**self).into_lane()
    }
}

impl<'a, P: PoolSpec, T> Joined<P> for &'a mut Heap<T>
where
    &'a mut T: Joined<P>,
{
    type Item = <&'a mut T as Joined<P>>::Item;
    type Lane = <&'a mut T as Joined<P>>::Lane;

    fn into_lane(self) -> Self::Lane {
        (&mut **self).into_lane()
    }
}
