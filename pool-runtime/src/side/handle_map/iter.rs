//! Iterators over the values of a map, in slot order.

use super::{HandleMap, MapMut, MapRef};
use crate::guard::walk::Walk;
use crate::handle::Handle;
use crate::join::lane::Lane;
use crate::layout::spec::PoolSpec;
use core::borrow::BorrowMut;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// # Iteration
impl<P: PoolSpec, V> HandleMap<P, V> {
    fn walk(&self) -> Walk {
        Walk::new(&self.keys, self.end, self.len())
    }

    /// Iterates over all values with their handles, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn iter(&self) -> Iter<'_, P, V> {
        let walk = self.walk();
        Iter { lane: self.lane(), walk }
    }

    /// Iterates over all values, mutably, with their handles, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P, V> {
        let walk = self.walk();
        IterMut { lane: self.lane_mut(), walk }
    }

    /// Iterates over the handles that have a value, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn keys(&self) -> Keys<'_, P, V> {
        Keys(self.iter())
    }

    /// Iterates over all values, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn values(&self) -> Values<'_, P, V> {
        Values(self.iter())
    }

    /// Iterates over all values, mutably, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, P, V> {
        ValuesMut(self.iter_mut())
    }

    /// Removes all values, in slot order, and returns them with their handles. O(used / 64 + len).
    ///
    /// Dropping the iterator drops the values that are left. If the iterator is forgotten, they stay in the map.
    #[inline]
    pub fn drain(&mut self) -> Drain<'_, P, V> {
        Drain { walk: self.walk(), map: self }
    }
}

/// Iterates over the values of a map with their handles, from [`HandleMap::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec, V> {
    lane: MapRef<'a, P, V>,
    walk: Walk,
}

/// Iterates over the values of a map, mutably, with their handles, from [`HandleMap::iter_mut`].
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec, V> {
    lane: MapMut<'a, P, V>,
    walk: Walk,
}

/// Returns the value of a lane in a slot, with its handle.
///
/// # Safety
///
/// 1. The slot at `index` is live, and `entry` was not called for it before.
#[inline]
unsafe fn entry<P: PoolSpec, C: Lane<P>>(lane: &mut C, index: usize) -> (Handle<P>, C::Item) {
    // SAFETY: 1. The caller promises that the slot is live.
    let handle = unsafe { lane.handle(index) };
    // SAFETY: 1. The caller promises that the slot is live. 2. The caller promises that its value was not returned
    // before.
    (handle, unsafe { lane.item(index) })
}

/// Writes the two iterators that walk a lane.
macro_rules! walks {
    ($($name:ident yields $item:ty;)*) => {$(
        impl<'a, P: PoolSpec, V> Iterator for $name<'a, P, V> {
            type Item = (Handle<P>, $item);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let index = self.walk.next(self.lane.guard())?;
                // SAFETY: 1. The walk gives each live slot once.
                Some(unsafe { entry(&mut self.lane, index) })
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.walk.remaining(), Some(self.walk.remaining()))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                let index = self.walk.nth(self.lane.guard(), n)?;
                // SAFETY: 1. The walk gives each live slot once.
                Some(unsafe { entry(&mut self.lane, index) })
            }

            #[inline]
            fn count(self) -> usize {
                self.walk.remaining()
            }

            #[inline]
            fn last(mut self) -> Option<Self::Item> {
                self.next_back()
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, mut f: F) -> A {
                let $name { mut lane, walk } = self;
                walk.fold(lane.guard(), init, |accumulator, index| {
                    // SAFETY: 1. The walk gives each live slot once.
                    f(accumulator, unsafe { entry(&mut lane, index) })
                })
            }
        }

        impl<P: PoolSpec, V> DoubleEndedIterator for $name<'_, P, V> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let index = self.walk.next_back(self.lane.guard())?;
                // SAFETY: 1. The walk gives each live slot once.
                Some(unsafe { entry(&mut self.lane, index) })
            }
        }
    )*};
}

walks! {
    Iter yields &'a V;
    IterMut yields &'a mut V;
}

/// Iterates over the handles that have a value in a map, from [`HandleMap::keys`].
#[must_use = "iterators are lazy"]
pub struct Keys<'a, P: PoolSpec, V>(Iter<'a, P, V>);

/// Iterates over the values of a map, from [`HandleMap::values`].
#[must_use = "iterators are lazy"]
pub struct Values<'a, P: PoolSpec, V>(Iter<'a, P, V>);

/// Iterates over the values of a map, mutably, from [`HandleMap::values_mut`].
#[must_use = "iterators are lazy"]
pub struct ValuesMut<'a, P: PoolSpec, V>(IterMut<'a, P, V>);

/// Writes the iterators that return a part of the items of another iterator.
macro_rules! parts {
    ($($name:ident yields $item:ty, $part:expr;)*) => {$(
        impl<'a, P: PoolSpec, V> Iterator for $name<'a, P, V> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.0.next().map($part)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                self.0.nth(n).map($part)
            }

            #[inline]
            fn count(self) -> usize {
                self.0.count()
            }

            #[inline]
            fn last(self) -> Option<Self::Item> {
                self.0.last().map($part)
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, mut f: F) -> A {
                let part = $part;
                self.0.fold(init, |accumulator, entry| f(accumulator, part(entry)))
            }
        }

        impl<'a, P: PoolSpec, V> DoubleEndedIterator for $name<'a, P, V> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back().map($part)
            }
        }
    )*};
}

parts! {
    Keys yields Handle<P>, |entry: (Handle<P>, &'a V)| entry.0;
    Values yields &'a V, |entry: (Handle<P>, &'a V)| entry.1;
    ValuesMut yields &'a mut V, |entry: (Handle<P>, &'a mut V)| entry.1;
}

/// Iterates over the values that are removed from a map, from [`HandleMap::drain`].
pub struct Drain<'a, P: PoolSpec, V> {
    map: &'a mut HandleMap<P, V>,
    walk: Walk,
}

impl<P: PoolSpec, V> Drop for Drain<'_, P, V> {
    fn drop(&mut self) {
        self.map.clear();
    }
}

/// Iterates over the values of a map by value, with their handles, from the `IntoIterator` of the map and of a map in a
/// `Heap`.
///
/// `C` is what holds the map: the map itself, or its `Heap`.
#[must_use = "iterators are lazy"]
pub struct IntoIter<P: PoolSpec, V, C = HandleMap<P, V>> {
    map: C,
    walk: Walk,
    content: PhantomData<fn() -> (P, V)>,
}

impl<P: PoolSpec, V, C: BorrowMut<HandleMap<P, V>>> IntoIter<P, V, C> {
    pub(super) fn new(map: C) -> Self {
        IntoIter { walk: map.borrow().walk(), map, content: PhantomData }
    }
}

/// Writes the iterators that remove values.
macro_rules! takers {
    ($($name:ty: [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> Iterator for $name {
            type Item = (Handle<P>, V);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let map: &mut HandleMap<P, V> = self.map.borrow_mut();
                let index = self.walk.next(&map.keys)?;
                map.take_at(index)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.walk.remaining(), Some(self.walk.remaining()))
            }
        }

        impl<$($parameters)*> DoubleEndedIterator for $name {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let map: &mut HandleMap<P, V> = self.map.borrow_mut();
                let index = self.walk.next_back(&map.keys)?;
                map.take_at(index)
            }
        }
    )*};
}

takers! {
    Drain<'a, P, V>: ['a, P: PoolSpec, V];
    IntoIter<P, V, C>: [P: PoolSpec, V, C: BorrowMut<HandleMap<P, V>>];
}

macro_rules! exact_and_fused {
    ($($name:ty: [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> ExactSizeIterator for $name {}
        impl<$($parameters)*> FusedIterator for $name {}

        impl<$($parameters)*> fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = stringify!($name).split('<').next().unwrap_or_default();
                f.debug_struct(name).field("remaining", &self.len()).finish_non_exhaustive()
            }
        }
    )*};
}

exact_and_fused! {
    Iter<'a, P, V>: ['a, P: PoolSpec, V];
    IterMut<'a, P, V>: ['a, P: PoolSpec, V];
    Keys<'a, P, V>: ['a, P: PoolSpec, V];
    Values<'a, P, V>: ['a, P: PoolSpec, V];
    ValuesMut<'a, P, V>: ['a, P: PoolSpec, V];
    Drain<'a, P, V>: ['a, P: PoolSpec, V];
    IntoIter<P, V, C>: [P: PoolSpec, V, C: BorrowMut<HandleMap<P, V>>];
}

impl<P: PoolSpec, V> Clone for Iter<'_, P, V> {
    fn clone(&self) -> Self {
        Iter { lane: self.lane.clone(), walk: self.walk.clone() }
    }
}

impl<P: PoolSpec, V> Clone for Keys<'_, P, V> {
    fn clone(&self) -> Self {
        Keys(self.0.clone())
    }
}

impl<P: PoolSpec, V> Clone for Values<'_, P, V> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<'a, P: PoolSpec, V> IntoIterator for &'a HandleMap<P, V> {
    type Item = (Handle<P>, &'a V);
    type IntoIter = Iter<'a, P, V>;

    #[inline]
    fn into_iter(self) -> Iter<'a, P, V> {
        self.iter()
    }
}

impl<'a, P: PoolSpec, V> IntoIterator for &'a mut HandleMap<P, V> {
    type Item = (Handle<P>, &'a mut V);
    type IntoIter = IterMut<'a, P, V>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, P, V> {
        self.iter_mut()
    }
}

/// Moves the map into the iterator. A map in a `Heap` stays where it is, and [`drain`](HandleMap::drain) removes the
/// values of any map where they are.
impl<P: PoolSpec, V> IntoIterator for HandleMap<P, V> {
    type Item = (Handle<P>, V);
    type IntoIter = IntoIter<P, V>;

    #[inline]
    fn into_iter(self) -> IntoIter<P, V> {
        IntoIter::new(self)
    }
}
