//! The standard traits of shared objects: those of the object, as `Rc` and `Arc` have them.

#![expect(unsafe_code, reason = "an owner may read the object")]

use super::{SharedBox, SharedSpec};
use crate::boxes::pool_box::SentBoxes;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};
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

impl<P: SharedSpec> AsRef<P::Item> for SharedBox<P> {
    #[inline]
    fn as_ref(&self) -> &P::Item {
        self
    }
}

// `Borrow` asks that the object is not itself a pointer of this type. rustc sees that by the parameter `T`.
impl<P: SharedSpec<Item = T>, T> Borrow<T> for SharedBox<P, T> {
    #[inline]
    fn borrow(&self) -> &T {
        self
    }
}

impl<P: SharedSpec> fmt::Pointer for SharedBox<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Pointer::fmt(&Self::as_ptr(self), f)
    }
}

impl<P: SharedSpec<Item: fmt::Debug>> fmt::Debug for SharedBox<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<P: SharedSpec<Item: fmt::Display>> fmt::Display for SharedBox<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<P: SharedSpec<Item: PartialEq>> PartialEq for SharedBox<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<P: SharedSpec<Item: Eq>> Eq for SharedBox<P> {}

impl<P: SharedSpec<Item: PartialOrd>> PartialOrd for SharedBox<P> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<P: SharedSpec<Item: Ord>> Ord for SharedBox<P> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl<P: SharedSpec<Item: Hash>> Hash for SharedBox<P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<P: SharedSpec<Item: Error>> Error for SharedBox<P> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        (**self).source()
    }
}
