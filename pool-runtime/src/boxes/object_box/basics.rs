//! The basic functions: a box gets an object, for a time or for ever.

#![expect(unsafe_code, reason = "a slot that was acquired belongs to its box")]

use super::{ObjectBox, ObjectSpec};
use crate::base::full::Full;
use crate::boxes::pool_box::{PoolBox, Vacant};
use crate::track::Site;
use core::marker::PhantomData;

/// # Basics
///
/// The methods of the object are reached by dereferencing the box. Dropping the box gives the object back.
impl<P: ObjectSpec> ObjectBox<P> {
    /// Returns a box with an object that no other box has, as the last box left it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] if every object has a box. [`PoolBox`](PoolBox#threads) says how exact that is.
    ///
    /// # Panics
    ///
    /// Every function that gets or gives back an object panics as [`PoolBox::new`] does: under `sync = local`, on a
    /// thread that does not own the pool.
    #[doc(alias = "new")]
    #[doc(alias = "request")]
    #[doc(alias = "create")]
    #[doc(alias = "alloc")]
    #[doc(alias = "pull")]
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn acquire() -> Result<Self, Full> {
        const { Self::CHECK };
        let site = Site::caller();
        let vacant = Vacant::<P>::acquire().ok_or(PoolBox::<P>::full(()))?;
        Ok(ObjectBox { handle: vacant.into_handle(site), lends: PhantomData })
    }

    /// Returns a reference to the object that lasts for ever. The object is not given back.
    ///
    /// [`from_raw`](ObjectBox::from_raw) makes a box of it again, once nothing uses the reference any more, nor
    /// anything that was made from it.
    #[inline]
    #[must_use]
    pub fn leak(this: Self) -> &'static mut P::Item {
        // SAFETY: the slot holds an object at any time, and belonged to the box. Definitions and their items are
        // `'static`.
        unsafe { &mut *Self::into_raw(this) }
    }
}
