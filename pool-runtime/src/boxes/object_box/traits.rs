//! The standard traits of the boxes: those of the object, as a mutable reference has them.

#![expect(unsafe_code, reason = "a box reaches the object in its slot")]

use super::{ObjectBox, ObjectSpec};
use crate::boxes::object_traits::traits_of_the_object;
use crate::boxes::pool_box::SentBoxes;
use core::borrow::BorrowMut;
use core::ops::{Deref, DerefMut};

impl<P: ObjectSpec> Deref for ObjectBox<P> {
    type Target = P::Item;

    #[inline]
    fn deref(&self) -> &P::Item {
        // SAFETY: the slot holds an object at any time, and belongs to the box, which is borrowed for as long as the
        // reference lives.
        unsafe { &*Self::as_ptr(self) }
    }
}

impl<P: ObjectSpec> DerefMut for ObjectBox<P> {
    #[inline]
    fn deref_mut(&mut self) -> &mut P::Item {
        // SAFETY: the slot holds an object at any time, and belongs to the box, which is mutably borrowed for as long
        // as the reference lives.
        unsafe { &mut *Self::as_mut_ptr(self) }
    }
}

// SAFETY: an object stays in its slot of a static for the whole program. So `deref` and `deref_mut` return the same
// address however the box moves.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: ObjectSpec> stable_deref_trait::StableDeref for ObjectBox<P> {}

// SAFETY: a box is the only one that reaches its object, which may go to another thread by the bound. `SendsBoxes`
// promises that another thread may give the slot back.
unsafe impl<P: ObjectSpec<Item = T> + SentBoxes, T: Send> Send for ObjectBox<P, T> {}

/// The object does not move when the box moves.
impl<P: ObjectSpec> Unpin for ObjectBox<P> {}

traits_of_the_object!(ObjectBox, ObjectSpec);

impl<P: ObjectSpec> AsMut<P::Item> for ObjectBox<P> {
    #[inline]
    fn as_mut(&mut self) -> &mut P::Item {
        self
    }
}

impl<P: ObjectSpec<Item = T>, T> BorrowMut<T> for ObjectBox<P, T> {
    #[inline]
    fn borrow_mut(&mut self) -> &mut T {
        self
    }
}
