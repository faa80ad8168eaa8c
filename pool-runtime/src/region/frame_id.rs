//! Ids: numbers that name a value in a frame without borrowing it.
//!
//! ```text
//!  FrameId<T>, 12 bytes                              FrameId<[T]>, 16 bytes
//!  +----------+----------+----------+                +----------+----------+----------+----------+
//!  | instance | epoch    | offset   |                | instance | epoch    | offset   | length   |
//!  +----------+----------+----------+                +----------+----------+----------+----------+
//! ```
//!
//! A pair of instance and epoch is used once in a program. If a frame has the pair of an id, then a `T` is at the
//! offset.

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

/// The types that an id can name: a value, or a slice of values.
pub trait Stored: sealed::Sealed {
    /// The length that an id carries: `()` for a value, `u32` for a slice.
    type Length: Copy + Eq + Hash + fmt::Debug + Send + Sync + Unpin + 'static;

    /// The pointer to a value, or to a slice, that begins at `place`.
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
        // An empty slice has no place in the frame.
        let place = if length == 0 { NonNull::dangling() } else { T::at(place, ()) };
        NonNull::slice_from_raw_parts(place, length as usize)
    }
}

/// The id of a value or a slice that was stored in a [`Frame`](super::Frame) or a
/// [`DoubleFrame`](super::DoubleFrame).
///
/// An id is `Copy` and borrows nothing. You can keep it anywhere and send it to any thread. The frame checks every
/// id: for one of an earlier frame, or of another `Frame`, it returns `None`. An id stays valid when the frame moves.
///
/// An id takes 12 bytes, the id of a slice 16 bytes. `Option<FrameId<T>>` has the same size.
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
/// Two ids are equal if they name the same value. All ids of zero-sized values in one frame are equal.
#[doc(alias = "FrameHandle")]
#[doc(alias = "Id")]
pub struct FrameId<T: Stored + ?Sized> {
    instance: NonZeroU32,
    epoch: u32,
    offset: u32,
    length: T::Length,
    // Invariant in `T`: `get_mut` writes a `T`. So the id of a subtype must not be used as an id of `T`, nor the
    // other way round.
    value: PhantomData<fn(*mut T) -> *mut T>,
}

impl<T: Stored + ?Sized> FrameId<T> {
    /// The id of the value that begins `offset` bytes into a frame.
    #[inline]
    pub(super) fn new((instance, epoch): (NonZeroU32, u32), offset: u32, length: T::Length) -> Self {
        FrameId { instance, epoch, offset, length, value: PhantomData }
    }

    /// The instance and the epoch of the frame that made the id.
    #[inline]
    pub(super) fn owner(self) -> (NonZeroU32, u32) {
        (self.instance, self.epoch)
    }

    /// The pointer to the value.
    ///
    /// # Safety
    ///
    /// 1. `bytes` are those of the storage of the frame that owns the id.
    #[inline]
    pub(super) unsafe fn place(self, bytes: NonNull<[u8]>) -> NonNull<T> {
        debug_assert!(self.offset as usize <= bytes.len(), "an id points beyond its frame");
        // SAFETY: by 1. of `place`, the value was stored at this offset in these bytes. For a zero-sized value, the
        // offset is 0.
        let place = unsafe { bytes.cast::<u8>().add(self.offset as usize) };
        T::at(place, self.length)
    }
}

impl<T> FrameId<[T]> {
    /// Returns the number of values in the slice. O(1).
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.length as usize
    }

    /// Returns whether the slice is empty. O(1).
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

/// Writes `3@128` in frame 3: the frame and the offset of the value in bytes.
#[cfg(feature = "defmt")]
impl<T: Stored + ?Sized> defmt::Format for FrameId<T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u32}@{=u32}", self.epoch, self.offset);
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
