//! Ids: what names a value in a frame without borrowing it.
//!
//! ```text
//!  FrameId<T>, 12 bytes                              FrameId<[T]>, 16 bytes
//!  +----------+----------+----------+                +----------+----------+----------+----------+
//!  | instance | epoch    | offset   |                | instance | epoch    | offset   | length   |
//!  +----------+----------+----------+                +----------+----------+----------+----------+
//! ```
//!
//! Instance and epoch are drawn together with nothing else ever: a frame that has both of them holds a `T` at the offset.

#![expect(unsafe_code, reason = "an offset becomes a pointer")]

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::ptr::NonNull;

mod sealed {
    pub trait Sealed {}

    impl<T> Sealed for T {}
    impl<T> Sealed for [T] {}
}

/// What an id can name: a value, or a slice of them.
pub trait Stored: sealed::Sealed {
    /// What an id says of the length: nothing, or a `u32`.
    type Length: Copy + Eq + Hash + fmt::Debug + Send + Sync + Unpin + 'static;

    /// The pointer to what begins at `place`.
    #[doc(hidden)]
    fn at(place: NonNull<u8>, length: Self::Length) -> NonNull<Self>;
}

impl<T> Stored for T {
    type Length = ();

    #[inline]
    fn at(place: NonNull<u8>, (): ()) -> NonNull<T> {
        if size_of::<T>() == 0 {
            return NonNull::dangling();
        }
        let place = place.cast::<T>();
        debug_assert!(place.is_aligned(), "a value was stored at an address that is not aligned");
        place
    }
}

impl<T> Stored for [T] {
    type Length = u32;

    #[inline]
    fn at(place: NonNull<u8>, length: u32) -> NonNull<[T]> {
        // Of no values there is no place.
        let place = if length == 0 { NonNull::dangling() } else { T::at(place, ()) };
        NonNull::slice_from_raw_parts(place, length as usize)
    }
}

/// Names a value, or a slice, that was stored in a [`Frame`](super::Frame) or a [`DoubleFrame`](super::DoubleFrame).
///
/// An id is `Copy`, borrows nothing, and can be kept anywhere and sent to any thread. The frame checks it: one of an
/// earlier frame, or of another `Frame` value, is `None`. It stays right when the frame moves. 12 bytes, of a slice 16, and
/// `Option<FrameId<T>>` is as small.
///
/// ```
/// use stackpool::region::{Frame, FrameId, Inline};
///
/// assert_eq!((size_of::<FrameId<u64>>(), size_of::<Option<FrameId<u64>>>()), (12, 12));
/// assert_eq!((size_of::<FrameId<[u64]>>(), size_of::<Option<FrameId<[u64]>>>()), (16, 16));
///
/// let mut frame = Frame::<Inline<1024>>::new();
/// let mut other = Frame::<Inline<1024>>::new();
/// let score: FrameId<u32> = frame.store(120)?;
/// assert_eq!((frame.get(score), other.get(score)), (Some(&120), None));
/// frame.reset();
/// assert_eq!(frame.get(score), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two ids are equal when they name the same value; those of values of no size, in the same frame, all are.
pub struct FrameId<T: Stored + ?Sized> {
    instance: NonZeroU32,
    epoch: u32,
    offset: u32,
    length: T::Length,
    // Invariant: `get_mut` writes a `T`, so that an id of a subtype must not pass for one of `T`, nor the other way round.
    value: PhantomData<fn(*mut T) -> *mut T>,
}

impl<T: Stored + ?Sized> FrameId<T> {
    /// The id of what is `offset` bytes into a frame.
    #[inline]
    pub(super) fn new((instance, epoch): (NonZeroU32, u32), offset: u32, length: T::Length) -> Self {
        FrameId { instance, epoch, offset, length, value: PhantomData }
    }

    /// Whose value it is.
    #[inline]
    pub(super) fn owner(self) -> (NonZeroU32, u32) {
        (self.instance, self.epoch)
    }

    /// The pointer to the value.
    ///
    /// # Safety
    ///
    /// 1. `bytes` is the storage of the frame that owns the id.
    #[inline]
    pub(super) unsafe fn place(self, bytes: NonNull<[u8]>) -> NonNull<T> {
        debug_assert!(self.offset as usize <= bytes.len(), "an id names what was never stored");
        // SAFETY: 1.: the value was stored there, within the storage; where it has no size, the offset is 0.
        let place = unsafe { bytes.cast::<u8>().add(self.offset as usize) };
        T::at(place, self.length)
    }
}

impl<T> FrameId<[T]> {
    /// How many values the slice has. O(1).
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.length as usize
    }

    /// Whether the slice has no values. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

impl<T: Stored + ?Sized> Clone for FrameId<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Stored + ?Sized> Copy for FrameId<T> {}

impl<T: Stored + ?Sized> PartialEq for FrameId<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.owner() == other.owner() && self.offset == other.offset && self.length == other.length
    }
}

impl<T: Stored + ?Sized> Eq for FrameId<T> {}

impl<T: Stored + ?Sized> Hash for FrameId<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.owner().hash(state);
        self.offset.hash(state);
        self.length.hash(state);
    }
}

impl<T: Stored + ?Sized> fmt::Debug for FrameId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("FrameId");
        fields.field("instance", &self.instance).field("epoch", &self.epoch).field("offset", &self.offset);
        if size_of::<T::Length>() > 0 {
            fields.field("len", &self.length);
        }
        fields.finish()
    }
}
