//! The standard traits of [`Heap`]: those of its value, and those of `Box`.

#![expect(unsafe_code, reason = "without optimisation, a checked reference takes as long as a look-up")]

use super::{CloneOnHeap, Heap, StartsZeroed};
use crate::base::element::{reference, reference_mut};
use alloc::boxed::Box;
use core::borrow::{Borrow, BorrowMut};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Deref, DerefMut};

impl<T> Deref for Heap<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: 1. the box is borrowed for as long as the result.
        unsafe { reference(&raw const *self.0) }
    }
}

impl<T> DerefMut for Heap<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: 1. the box is mutably borrowed for as long as the result.
        unsafe { reference_mut(&raw mut *self.0) }
    }
}

impl<T> AsRef<T> for Heap<T> {
    fn as_ref(&self) -> &T {
        self
    }
}

impl<T> AsMut<T> for Heap<T> {
    fn as_mut(&mut self) -> &mut T {
        self
    }
}

impl<T> Borrow<T> for Heap<T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T> BorrowMut<T> for Heap<T> {
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}

impl<T> From<Box<T>> for Heap<T> {
    fn from(value: Box<T>) -> Self {
        Heap::from_box(value)
    }
}

/// Makes a clone on the heap, of a static pool for example.
///
/// ```
/// # use stackpool::{Heap, Pool};
/// # #[derive(Pool, Clone)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// let now: &'static mut ParticlePool = Particle::take_pool().unwrap();
/// let earlier = Heap::from(&*now);
/// assert_eq!(earlier.len(), now.len());
/// ```
impl<T: CloneOnHeap> From<&T> for Heap<T> {
    fn from(value: &T) -> Self {
        value.clone_on_heap()
    }
}

impl<T: StartsZeroed> Default for Heap<T> {
    /// Makes an empty value on the heap, as `on_heap()` of the value does.
    fn default() -> Self {
        Heap::empty()
    }
}

/// [`clone`](Clone::clone) makes the clone where it stays, in one allocation.
///
/// [`clone_from`](Clone::clone_from) works in place and allocates nothing. If the `clone` of an item panics, a pool is
/// left empty, and a side table keeps the clones before it.
impl<T: CloneOnHeap> Clone for Heap<T> {
    fn clone(&self) -> Self {
        self.0.clone_on_heap()
    }

    fn clone_from(&mut self, source: &Self) {
        T::clone_from(self, source);
    }
}

#[cfg(feature = "defmt")]
impl<T: defmt::Format> defmt::Format for Heap<T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", **self);
    }
}

impl<T: fmt::Debug> fmt::Debug for Heap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: PartialEq> PartialEq for Heap<T> {
    fn eq(&self, other: &Self) -> bool {
        T::eq(self, other)
    }
}

impl<T: Eq> Eq for Heap<T> {}

impl<T: Hash> Hash for Heap<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        T::hash(self, state);
    }
}

impl<'a, T> IntoIterator for &'a Heap<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        (&**self).into_iter()
    }
}

impl<'a, T> IntoIterator for &'a mut Heap<T>
where
    &'a mut T: IntoIterator,
{
    type Item = <&'a mut T as IntoIterator>::Item;
    type IntoIter = <&'a mut T as IntoIterator>::IntoIter;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        (&mut **self).into_iter()
    }
}

/// Makes an empty value on the heap and extends it.
///
/// # Panics
///
/// Panics as [`extend`](Extend::extend) of the value does: that of a pool panics if there are more items than slots.
impl<T: StartsZeroed + Extend<A>, A> FromIterator<A> for Heap<T> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = A>>(items: I) -> Self {
        let mut heap = Heap::empty();
        T::extend(&mut heap, items);
        heap
    }
}

/// Does the same as [`extend`](Extend::extend) of the value, and panics as it does.
impl<T: Extend<A>, A> Extend<A> for Heap<T> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = A>>(&mut self, items: I) {
        T::extend(self, items);
    }
}
