//! Ids: numbers that name a value in a frame without borrowing it. And the numbers by which a frame knows its own.
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

use super::counts::Header;
use crate::base::instance;
use core::cell::Cell;
use core::fmt;
use core::hash::Hash;
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
#[doc(alias("FrameHandle", "Id"))]
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

/// `get` and `get_mut` of a type with `find`, which returns the place of the value that an id names. `$none` says when
/// there is none.
macro_rules! found_by_id {
    ([$($generics:tt)*] $type:ty, $none:literal) => {
        impl<$($generics)*> $type {
            /// Returns the value that an id names. O(1).
            ///
            #[doc = $none]
            #[inline]
            #[must_use]
            pub fn get<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T> {
                let place = self.find(id)?;
                // SAFETY: `find` returns the place of a value of this type. Writing to the value takes a mutable
                // borrow of its owner, which is shared here.
                Some(unsafe { place.as_ref() })
            }

            /// Returns the value that an id names, for writing. O(1).
            ///
            #[doc = $none]
            #[inline]
            #[must_use]
            pub fn get_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T> {
                let mut place = self.find(id)?;
                // SAFETY: `find` returns the place of a value of this type. Reaching the value in another way takes a
                // borrow of its owner, which is borrowed mutably here.
                Some(unsafe { place.as_mut() })
            }
        }
    };
}
pub(super) use found_by_id;

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

copy_with_key!([T: Stored + ?Sized] FrameId<T>, |this| (this.instance, this.epoch, this.offset, this.length));

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

/// The bookkeeping of a frame.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Counts {
    pub(super) header: Header,
    pub(super) names: Names,
}

impl Counts {
    pub(super) const fn new() -> Self {
        Counts { header: Header::EMPTY, names: Names::new() }
    }

    /// Frees everything, and makes every id stale.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.header.reset();
        self.names.reset();
    }
}

/// The numbers that tell the ids of a frame from all others.
#[derive(Debug)]
pub(super) struct Names {
    /// Drawn when the first value is stored. It is a cell because a scope stores values while it is shared. A frame
    /// that is shared between threads is only read.
    instance: Cell<Option<NonZeroU32>>,
    /// The number of resets. After the last number it begins anew, with a new instance.
    epoch: u32,
}

impl Names {
    const fn new() -> Self {
        Names { instance: Cell::new(None), epoch: 0 }
    }

    fn reset(&mut self) {
        match self.epoch.checked_add(1) {
            Some(epoch) => self.epoch = epoch,
            // No pair of an instance and an epoch comes twice: the next id draws a new instance.
            None => *self = Names::new(),
        }
    }

    /// The numbers that a new id carries.
    ///
    /// # Panics
    ///
    /// Panics if all instance numbers of the program are drawn.
    #[inline]
    pub(super) fn owner(&self) -> (NonZeroU32, u32) {
        let instance = match self.instance.get() {
            Some(instance) => instance,
            None => self.draw(),
        };
        (instance, self.epoch)
    }

    #[cold]
    #[inline(never)]
    fn draw(&self) -> NonZeroU32 {
        let instance = instance::draw();
        self.instance.set(Some(instance));
        instance
    }

    /// Whether the id was made by this frame since its last reset.
    #[inline]
    pub(super) fn own<T: Stored + ?Sized>(&self, id: FrameId<T>) -> bool {
        let (instance, epoch) = id.owner();
        self.instance.get() == Some(instance) && self.epoch == epoch
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn no_epoch_comes_twice() {
        let mut names = Names::new();
        names.epoch = u32::MAX - 1;
        let first = names.owner();
        names.reset();
        let second = names.owner();
        assert_eq!(second, (first.0, u32::MAX));
        names.reset();
        let third = names.owner();
        assert_eq!(third.1, 0);
        assert!(third.0 > first.0, "a new instance");
    }
}
