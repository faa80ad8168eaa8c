//! Iterators over the values of a map, in slot order.

use super::{HandleMap, MapMut, MapRef};
use crate::guard::walk::{LiveCursor, Walk};
use crate::handle::Handle;
use crate::join::lane::Lane;
use crate::layout::spec::PoolSpec;
use crate::side::iter::{handed_on, into_iterator, known_length, moving_iterators};

/// # Iteration
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Iterates over all values with their handles, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn iter(&self) -> Iter<'_, P, V> {
        let walk = Walk::new(&self.keys, self.end, self.len());
        Iter { lane: self.lane(), walk }
    }

    /// Iterates over all values, mutably, with their handles, in slot order. O(used / 64 + len) for all of them.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P, V> {
        let walk = Walk::new(&self.keys, self.end, self.len());
        IterMut { lane: self.lane_mut(), walk }
    }

    /// Iterates over the handles that have a value, in slot order. O(used / 64 + len) for all of them.
    #[doc(alias = "handles")]
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
        Drain(IntoIter::new(self))
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

known_length! {
    Iter<'a, P, V>: ['a, P: PoolSpec, V];
    IterMut<'a, P, V>: ['a, P: PoolSpec, V];
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

handed_on! {
    Keys<'a, P, V>: ['a, P: PoolSpec, V] yields Handle<P>, |entry: (Handle<P>, &'a V)| entry.0;
    Values<'a, P, V>: ['a, P: PoolSpec, V] yields &'a V, |entry: (Handle<P>, &'a V)| entry.1;
    ValuesMut<'a, P, V>: ['a, P: PoolSpec, V] yields &'a mut V, |entry: (Handle<P>, &'a mut V)| entry.1;
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

moving_iterators!(HandleMap, "in slot order. O(used / 64 + len).");

/// Positions of values: a walk over live slots.
pub(super) type Positions = LiveCursor;

impl<P: PoolSpec, V> HandleMap<P, V> {
    #[inline]
    pub(super) fn positions(&self) -> Positions {
        LiveCursor::new(&self.keys, self.end)
    }

    /// How many positions are left at most. It is exact where each visited value was taken.
    #[inline]
    fn left(&self, _rest: &Positions) -> usize {
        self.len()
    }

    #[inline]
    pub(super) fn next_position(&self, rest: &mut Positions) -> Option<usize> {
        rest.next(&self.keys)
    }

    #[inline]
    fn last_position(&self, rest: &mut Positions) -> Option<usize> {
        rest.next_back(&self.keys)
    }

    /// Goes on after a value was taken. No other value moves.
    #[inline]
    fn skip_taken(&self, _rest: &mut Positions, _position: usize) {}

    /// Begins to move the values out. Those that were not moved stay in the map.
    #[inline]
    fn begin_moving(&mut self) -> Positions {
        self.positions()
    }

    /// Moves a value out.
    ///
    /// # Safety
    ///
    /// 1. `begin_moving` returned the position, and `move_out` was not called for it before.
    #[inline]
    unsafe fn move_out(&mut self, index: usize) -> (Handle<P>, V) {
        // SAFETY: 1. The walk gave a live slot, which is below the capacity.
        let handle = unsafe { self.key(index) };
        // SAFETY: 1. The slot is still live: the caller promises that its value was not moved out.
        (handle, unsafe { self.take(index) })
    }

    /// Drops the values that were not moved out. If a destructor panics, the values after it stay in the map.
    ///
    /// # Safety
    ///
    /// 1. `begin_moving` returned these positions, and `move_out` was not called for them.
    /// 2. They are not used again.
    unsafe fn end_moving(&mut self, _rest: &mut Positions) {
        self.clear();
    }
}
