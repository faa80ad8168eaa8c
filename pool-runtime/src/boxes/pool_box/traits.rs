//! The standard traits of boxes. A box has the traits of its object, as a `Box` does.

#![expect(unsafe_code, reason = "a box owns the object in its slot")]

use super::PoolBox;
use crate::boxes::pointer::{traits_of_an_owner, traits_of_the_object};
use crate::boxes::spec::{BoxSpec, SendsBoxes};
use core::future::Future;
use core::hash::Hasher;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};
use core::pin::Pin;
use core::task::{Context, Poll};

impl<P: BoxSpec> Deref for PoolBox<P> {
    type Target = P::Item;

    #[inline]
    fn deref(&self) -> &P::Item {
        // SAFETY: the box owns the object, and is borrowed for as long as the reference lives.
        unsafe { &*Self::as_ptr(self) }
    }
}

impl<P: BoxSpec> DerefMut for PoolBox<P> {
    #[inline]
    fn deref_mut(&mut self) -> &mut P::Item {
        // SAFETY: the box owns the object, and is mutably borrowed for as long as the reference lives.
        unsafe { &mut *Self::as_mut_ptr(self) }
    }
}

// SAFETY: an object stays in its slot of a static until its box is dropped or taken apart, however the box moves and
// whatever else is done with it. So `deref` and `deref_mut` return the same address until then.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: BoxSpec> stable_deref_trait::StableDeref for PoolBox<P> {}

/// A definition whose boxes may go to another thread. It stands between `PoolBox` and `SendsBoxes` so that the error
/// of rustc names the mode. Without it, rustc suggests borrowing the box.
pub trait SentBoxes {}

impl<P: BoxSpec<Mode: SendsBoxes>> SentBoxes for P {}

// SAFETY: a box owns its object, which may go to another thread by the bound. `SendsBoxes` promises that another
// thread may free the slot.
unsafe impl<P: BoxSpec<Item = T> + SentBoxes, T: Send> Send for PoolBox<P, T> {}

impl<P: BoxSpec> From<PoolBox<P>> for Pin<PoolBox<P>> {
    #[inline]
    fn from(boxed: PoolBox<P>) -> Self {
        PoolBox::into_pin(boxed)
    }
}

traits_of_the_object!(PoolBox, BoxSpec);
traits_of_an_owner!(PoolBox, BoxSpec);

/// A hasher may hash a number in another way than its bytes.
macro_rules! write_numbers {
    ($($write:ident $number:ty),* $(,)?) => {$(
        fn $write(&mut self, number: $number) {
            (**self).$write(number);
        }
    )*};
}

impl<P: BoxSpec<Item: Hasher>> Hasher for PoolBox<P> {
    fn finish(&self) -> u64 {
        (**self).finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        (**self).write(bytes);
    }

    write_numbers! {
        write_u8 u8, write_u16 u16, write_u32 u32, write_u64 u64, write_u128 u128, write_usize usize,
        write_i8 i8, write_i16 i16, write_i32 i32, write_i64 i64, write_i128 i128, write_isize isize,
    }
}

impl<P: BoxSpec<Item: Iterator>> Iterator for PoolBox<P> {
    type Item = <P::Item as Iterator>::Item;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        (**self).next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (**self).size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        (**self).nth(n)
    }
}

impl<P: BoxSpec<Item: DoubleEndedIterator>> DoubleEndedIterator for PoolBox<P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        (**self).next_back()
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        (**self).nth_back(n)
    }
}

impl<P: BoxSpec<Item: ExactSizeIterator>> ExactSizeIterator for PoolBox<P> {
    #[inline]
    fn len(&self) -> usize {
        (**self).len()
    }
}

impl<P: BoxSpec<Item: FusedIterator>> FusedIterator for PoolBox<P> {}

impl<P: BoxSpec<Item: Future + Unpin>> Future for PoolBox<P> {
    type Output = <P::Item as Future>::Output;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut **self).poll(context)
    }
}
