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
        // SAFETY: 1. the block owns the value, and is borrowed for as long as the result.
        unsafe { reference(self.0.as_ptr()) }
    }
}

impl<T> DerefMut for Heap<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: 1. the block owns the value, and is mutably borrowed for as long as the result.
        unsafe { reference_mut(self.0.as_ptr()) }
    }
}

macro_rules! lends_its_value {
    ($($trait:ident::$method:ident, $trait_mut:ident::$method_mut:ident;)*) => {$(
        impl<T> $trait<T> for Heap<T> {
            fn $method(&self) -> &T {
                self
            }
        }

        impl<T> $trait_mut<T> for Heap<T> {
            fn $method_mut(&mut self) -> &mut T {
                self
            }
        }
    )*};
}

lends_its_value! {
    AsRef::as_ref, AsMut::as_mut;
    Borrow::borrow, BorrowMut::borrow_mut;
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
        T::clone_on_heap(self)
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

macro_rules! iterates_as_its_value {
    ($($mutable:tt)?) => {
        impl<'a, T> IntoIterator for &'a $($mutable)? Heap<T>
        where
            &'a $($mutable)? T: IntoIterator,
        {
            type Item = <&'a $($mutable)? T as IntoIterator>::Item;
            type IntoIter = <&'a $($mutable)? T as IntoIterator>::IntoIter;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                (&$($mutable)? **self).into_iter()
            }
        }
    };
}

iterates_as_its_value!();
iterates_as_its_value!(mut);

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
