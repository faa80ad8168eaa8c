//! The basic functions: an object is made, changed by its only owner, and moved out.

#![expect(unsafe_code, reason = "the only owner may change the object")]

use super::counter::Counter;
use super::memory::counter;
use super::word::Word;
use super::{SharedBox, SharedSpec};
use crate::base::full::Full;
use crate::boxes::pool_box::PoolBox;
use crate::boxes::spec::slot;
use bytemuck::Zeroable;
use core::mem::MaybeUninit;
use core::pin::Pin;
use core::sync::atomic::Ordering;

/// # Basics
///
/// The methods of the object are reached by dereferencing the box.
impl<P: SharedSpec> SharedBox<P> {
    /// Moves `value` into a free slot and returns its first shared box. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if no slot is free. [`PoolBox`](PoolBox#threads) says how exact that is.
    ///
    /// # Panics
    ///
    /// Every function that makes an object, or drops one, panics as [`PoolBox::new`] does. Only boxes of `sync = local`
    /// ever do.
    #[doc(alias("alloc", "allocate", "insert"))]
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new(value: P::Item) -> Result<Self, Full<P::Item>> {
        // Not `map`: `new` would have `map` as its caller.
        Ok(Self::from(PoolBox::new(value)?))
    }

    /// Makes an object in its slot, so that a large object need not pass over the stack: see
    /// [`PoolBox::new_with`]. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free. Then `make` is not called.
    ///
    /// # Panics
    ///
    /// Panics as [`PoolBox::new_with`] does.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_with(make: impl FnOnce(&mut MaybeUninit<P::Item>) -> &mut P::Item) -> Result<Self, Full> {
        Ok(Self::from(PoolBox::new_with(make)?))
    }

    /// Makes an object of zero bytes in its slot. O(size of the object).
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](SharedBox::new) does.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn new_zeroed() -> Result<Self, Full>
    where
        P::Item: Zeroable,
    {
        Ok(Self::from(PoolBox::new_zeroed()?))
    }

    /// Makes a shared box as [`new`](SharedBox::new) does, with the object pinned.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if no slot is free.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](SharedBox::new) does.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn pin(value: P::Item) -> Result<Pin<Self>, Full<P::Item>> {
        let this = Self::new(value)?;
        // SAFETY: the object stays in its slot until it is dropped. No box of it exists outside of a `Pin`, and a weak
        // pointer is only made of such a box. So nobody gets a mutable reference to the object, or moves it out.
        Ok(unsafe { Pin::new_unchecked(this) })
    }

    /// Returns the object for changing, if this is its only shared box and no weak pointer can give another one. O(1).
    ///
    /// Weak pointers are not counted. So after the first [`downgrade`](SharedBox::downgrade) this returns `None`,
    /// until [`revoke_weak`](SharedBox::revoke_weak) makes all weak pointers stale.
    ///
    /// ```
    /// # use stackpool::Full;
    /// # stackpool::pool! { Numbers: [u32; 8], shared; }
    /// let mut number = NumbersArc::new(7)?;
    /// *NumbersArc::get_mut(&mut number).expect("the only one") += 1;
    /// let other = number.clone();
    /// assert!(NumbersArc::get_mut(&mut number).is_none());
    /// # assert_eq!(*other, 8);
    /// # Ok::<(), Full<u32>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get_mut(this: &mut Self) -> Option<&mut P::Item> {
        if !Self::is_alone(this) {
            return None;
        }
        // SAFETY: this box is the only owner, and is mutably borrowed for as long as the reference lives. Meanwhile no
        // weak pointer gives another owner: that takes the bit `weak`, which only an owner sets. `is_alone` acquired
        // what former owners did.
        Some(unsafe { &mut *slot(this.handle) })
    }

    /// Whether this is the only owner, and no weak pointer can give another one.
    #[inline]
    fn is_alone(this: &Self) -> bool {
        // SAFETY: 1. this box is an owner.
        unsafe { counter(this.handle).get() }.is_alone()
    }

    /// Returns the object for changing. If other shared boxes have it, it is cloned into a slot of its own first.
    ///
    /// Weak pointers stay with the old object. If this is the only shared box, they become stale, as those of `Rc` do.
    ///
    /// # Errors
    ///
    /// [`Full`] if a clone is needed and no slot is free. Then nothing is cloned.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](SharedBox::new) does. Then, and if the clone panics, the box still has the old object.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn make_mut(this: &mut Self) -> Result<&mut P::Item, Full>
    where
        P::Item: Clone,
    {
        if !Self::is_alone(this) && !Self::revoke_alone(this) {
            *this = Self::from(PoolBox::clone_of(&**this)?);
        }
        // SAFETY: this box is the only owner: it was alone with no weak pointer, or it was the only one and those are
        // stale now, or it is one that was made just now. It is mutably borrowed for as long as the reference, so no
        // other owner or weak pointer comes before that ends.
        Ok(unsafe { &mut *slot(this.handle) })
    }

    /// Makes all weak pointers stale if this is the only owner. Returns whether it is.
    fn revoke_alone(this: &Self) -> bool {
        let change = |word: Word| (word.owners() == 1).then_some(word.without_weak());
        // SAFETY: 1. this box is an owner.
        unsafe { counter(this.handle).update(Ordering::Acquire, change) }.is_ok()
    }

    /// Makes a `PoolBox` of the only shared box. The object does not move. Weak pointers become stale. O(1).
    ///
    /// # Errors
    ///
    /// The shared box itself if there are others of the same object.
    #[inline]
    pub fn into_box(this: Self) -> Result<PoolBox<P>, Self> {
        let change = |word: Word| (word.owners() == 1).then_some(word.one_less());
        // SAFETY: 1. this box is an owner.
        match unsafe { counter(this.handle).update(Ordering::Acquire, change) } {
            // SAFETY: 1. the update took the count from 1 to 0, and acquired what former owners did.
            Ok(_) => Ok(unsafe { Self::owned(Self::into_handle(this)) }),
            Err(_) => Err(this),
        }
    }

    /// Moves the object out of its only shared box, and frees the slot. Weak pointers become stale. O(1).
    ///
    /// # Errors
    ///
    /// The shared box itself if there are others of the same object.
    #[inline]
    pub fn try_unwrap(this: Self) -> Result<P::Item, Self> {
        Self::into_box(this).map(PoolBox::into_inner)
    }

    /// Moves the object out if this is its only shared box. Otherwise clones it. Weak pointers stay with the old
    /// object, or become stale.
    #[inline]
    #[must_use = "the object is dropped"]
    pub fn unwrap_or_clone(this: Self) -> P::Item
    where
        P::Item: Clone,
    {
        match Self::try_unwrap(this) {
            Ok(object) => object,
            Err(this) => {
                let clone = P::Item::clone(&this);
                // The other owners may have gone. If the destructor of the object panics, the clone is dropped while it
                // unwinds. A clone that is already the result would be lost (rust-lang/rust#47949).
                drop(this);
                clone
            }
        }
    }

    /// Moves the object out if this is its last shared box. Otherwise drops the box. O(1).
    ///
    /// If all threads that share an object call this, exactly one of them gets the object. With
    /// [`try_unwrap`](SharedBox::try_unwrap), it may be none.
    #[inline]
    #[must_use = "the object is dropped"]
    pub fn into_inner(this: Self) -> Option<P::Item> {
        let handle = Self::into_handle(this);
        // SAFETY: 1. the box was an owner, and was taken apart.
        let is_last = unsafe { counter(handle).leave() };
        // SAFETY: 1. `leave` took the count from 1 to 0, and acquired what former owners did.
        is_last.then(|| PoolBox::into_inner(unsafe { Self::owned(handle) }))
    }
}

/// The object does not move. O(1).
impl<P: SharedSpec> From<PoolBox<P>> for SharedBox<P> {
    #[inline]
    fn from(boxed: PoolBox<P>) -> Self {
        let handle = PoolBox::into_handle(boxed);
        let counter = counter(handle);
        // SAFETY: 1. the slot was that of the box, and is not shared.
        let word = unsafe { counter.get() };
        // SAFETY: 1. the slot was that of the box, and is not shared. It holds the object of the box. Nobody changes
        // the word in between: no weak pointer is accepted while no owner is counted.
        unsafe { counter.start(word.first_owner()) };
        Self::list();
        // SAFETY: 1. the count is 1, for this box.
        unsafe { Self::of(handle) }
    }
}
