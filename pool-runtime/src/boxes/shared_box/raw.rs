//! Shared boxes taken apart and made again.

#![expect(unsafe_code, reason = "a shared box is made of an address")]

use super::{SharedBox, SharedSpec};
use crate::boxes::pointer::handles;
use crate::boxes::pool_box::PoolBox;
use crate::boxes::spec::slot;

/// # Addresses and handles
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool)] #[pool(capacity = 64, shared)] struct Texture { id: u32 }
/// let texture = TextureArc::new(Texture { id: 7 })?;
/// let token = TextureArc::into_handle(texture.clone());
/// assert_eq!(TextureArc::strong_count(&texture), 2);
/// // SAFETY: 1. and 2. the box was just taken apart, and `token` is used once. 3. it was not leaked. 4. it is the
/// // same thread. 5. it was not pinned.
/// let other = unsafe { TextureArc::from_handle(token) };
/// assert!(TextureArc::ptr_eq(&texture, &other));
/// # assert_eq!(other.id, 7);
/// # Ok::<(), stackpool::Full<Texture>>(())
/// ```
impl<P: SharedSpec> SharedBox<P> {
    /// Returns the address of the object, for reading while a shared box of it is left.
    #[inline]
    #[must_use]
    pub fn as_ptr(this: &Self) -> *const P::Item {
        slot(this.handle)
    }

    /// Returns a reference to the object that lasts for ever. The object is never dropped, because the box stays in
    /// the count.
    #[inline]
    #[must_use]
    pub fn leak(this: Self) -> &'static P::Item {
        // SAFETY: the box stays an owner for ever, so the object is not dropped, and nobody else becomes its only
        // owner. Definitions and their items are `'static`.
        unsafe { &*Self::into_raw(this) }
    }

    /// Takes a shared box apart and returns the address of its object. The box stays in the count, until
    /// [`from_raw`](SharedBox::from_raw) makes it again.
    #[inline]
    #[must_use = "the object leaks"]
    pub fn into_raw(this: Self) -> *const P::Item {
        slot(Self::into_handle(this))
    }

    /// Makes the shared box again that [`into_raw`](SharedBox::into_raw) took apart. O(1).
    ///
    /// # Safety
    ///
    /// 1. **Origin.** `raw` came from [`into_raw`](SharedBox::into_raw) or [`leak`](SharedBox::leak) of this
    ///    definition, not of another one with the same item.
    /// 2. **Once.** Each box that was taken apart is made again once.
    /// 3. **No references.** If it was leaked, the reference is not used from here on.
    /// 4. **Threads.** The item is `Send` and `Sync` and the mode is not `sync = local`, or this is the thread in which
    ///    the box was. Whatever other threads did with the box happened before this call.
    /// 5. **Pins.** If the object was pinned and is not `Unpin`, the box is pinned again with `Pin::new_unchecked`
    ///    before anything else is done with it.
    #[inline]
    #[must_use]
    pub unsafe fn from_raw(raw: *const P::Item) -> Self {
        // SAFETY: 1. `into_raw` and `leak` return the address of a slot of this definition (1. above).
        let handle = unsafe { PoolBox::<P>::handle_at(raw) };
        // SAFETY: the contract is the same.
        unsafe { Self::from_handle(handle) }
    }
}

handles!(SharedBox, SharedSpec, "The box stays in the count", "the object leaks", |handle| {
    // SAFETY: 1. the box that was taken apart is still in the count, and this one takes its place: the caller promises
    // that each is made again once.
    unsafe { Self::of(handle) }
});
