//! The standard traits of shared objects: those of the object, as `Rc` and `Arc` have them.

#![expect(unsafe_code, reason = "an owner may read the object")]

use super::{SharedBox, SharedSpec};
use crate::boxes::object_traits::traits_of_the_object;
use crate::boxes::pool_box::SentBoxes;
use core::ops::Deref;

impl<P: SharedSpec> Deref for SharedBox<P> {
    type Target = P::Item;

    #[inline]
    fn deref(&self) -> &P::Item {
        // SAFETY: the pointer is an owner, and is borrowed for as long as the reference lives. While there is another
        // owner, or one is borrowed, nobody gets a mutable reference.
        unsafe { &*Self::as_ptr(self) }
    }
}

// SAFETY: an object stays in its slot of a static until its last owner is dropped, however the pointers move. So
// `deref` returns the same address until then.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: SharedSpec> stable_deref_trait::StableDeref for SharedBox<P> {}

// SAFETY: a clone is a pointer to the same object, which stays where it is while one of them is left.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: SharedSpec> stable_deref_trait::CloneStableDeref for SharedBox<P> {}

// SAFETY: as for `Arc`: two threads can have a pointer each, so both reach the object by reference (`Sync`), and the
// last one drops it or takes it out (`Send`). The counts are atomic under the modes whose boxes may be sent, and
// another thread may give the slot back.
unsafe impl<P: SharedSpec<Item = T> + SentBoxes, T: Send + Sync> Send for SharedBox<P, T> {}

// SAFETY: as for `Arc`: a reference to a pointer can be cloned, so the bounds are those of `Send`. Under `sync = local`
// a reference cannot leave the thread, because the counts are not atomic.
unsafe impl<P: SharedSpec<Item = T> + SentBoxes, T: Send + Sync> Sync for SharedBox<P, T> {}

traits_of_the_object!(SharedBox, SharedSpec);
