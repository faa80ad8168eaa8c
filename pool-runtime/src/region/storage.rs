//! Storage: the memory that a region allocates from.

#![expect(unsafe_code, reason = "storage is reached by raw pointer while its values are borrowed")]

use crate::base::alignment::{Align, Alignment};
use crate::base::message::Message;
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

mod sealed {
    pub trait Sealed {}
}

/// The memory of a region: [`Inline`], `Boxed` (feature `alloc`), or `&mut [MaybeUninit<u8>]`.
pub trait Storage: sealed::Sealed {
    /// Alignment of the first byte, at least.
    const ALIGN: usize;

    /// Whether the memory stays where it is when the region moves.
    const STAYS: bool;

    /// Bytes: at most `isize::MAX`.
    #[doc(hidden)]
    fn capacity(&self) -> usize;

    /// The first byte, for reading and writing all bytes as long as the storage is borrowed.
    #[doc(hidden)]
    fn as_mut_ptr(&mut self) -> *mut u8;

    /// All bytes, for reading and writing, without a reference to the storage: values in it can be borrowed.
    ///
    /// # Safety
    ///
    /// 1. `storage` points to a storage, for reading and writing, and nobody has a mutable reference to it.
    #[doc(hidden)]
    unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]>;
}

/// Fails to compile for values that would not be aligned after the region moved; `values` says which: "a value that".
#[track_caller]
pub(super) const fn check_align<T, S: Storage>(values: &str) {
    if !S::STAYS && align_of::<T>() > S::ALIGN {
        Message::new()
            .text(values)
            .text(" is aligned to ")
            .number(align_of::<T>() as i128)
            .text(" bytes, and its region to ")
            .number(S::ALIGN as i128)
            .text(": after the region moved, the value would not be aligned; give the region an `Inline<BYTES, ")
            .literal(align_of::<T>() as i128)
            .text(">`, or memory that stays where it is: a `&mut [MaybeUninit<u8>]`, or a `Boxed` (feature `alloc`)")
            .panic();
    }
}

/// Memory inside of the region: `N` bytes, aligned to `ALIGN` (a power of two up to 65,536; 16 suits SIMD).
///
/// Such a region is a value that can move, in a static, in a struct, in a `Box`. It can be made in a `const`.
#[repr(C)]
pub struct Inline<const N: usize, const ALIGN: usize = 16>
where
    Alignment<ALIGN>: Align,
{
    align: [<Alignment<ALIGN> as Align>::Marker; 0],
    bytes: MaybeUninit<[u8; N]>,
}

impl<const N: usize, const ALIGN: usize> Inline<N, ALIGN>
where
    Alignment<ALIGN>: Align,
{
    /// Memory whose bytes are not set: nothing is written.
    #[must_use]
    pub const fn new() -> Self {
        Inline { align: [], bytes: MaybeUninit::uninit() }
    }
}

impl<const N: usize, const ALIGN: usize> Default for Inline<N, ALIGN>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize, const ALIGN: usize> fmt::Debug for Inline<N, ALIGN>
where
    Alignment<ALIGN>: Align,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Inline<{N}, {ALIGN}>")
    }
}

impl<const N: usize, const ALIGN: usize> sealed::Sealed for Inline<N, ALIGN> where Alignment<ALIGN>: Align {}

impl<const N: usize, const ALIGN: usize> Storage for Inline<N, ALIGN>
where
    Alignment<ALIGN>: Align,
{
    const ALIGN: usize = ALIGN;
    const STAYS: bool = false;

    #[inline]
    fn capacity(&self) -> usize {
        N
    }

    #[inline]
    fn as_mut_ptr(&mut self) -> *mut u8 {
        self.bytes.as_mut_ptr().cast()
    }

    #[inline]
    unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]> {
        // The bytes are all that there is, by `repr(C)`.
        NonNull::slice_from_raw_parts(storage.cast(), N)
    }
}

impl sealed::Sealed for &mut [MaybeUninit<u8>] {}

/// Memory from elsewhere: a part of a larger one, or what a linker script has set apart.
impl Storage for &mut [MaybeUninit<u8>] {
    const ALIGN: usize = 1;
    const STAYS: bool = true;

    #[inline]
    fn capacity(&self) -> usize {
        <[_]>::len(self)
    }

    #[inline]
    fn as_mut_ptr(&mut self) -> *mut u8 {
        <[_]>::as_mut_ptr(self).cast()
    }

    #[inline]
    unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]> {
        // SAFETY: 1.: it can be read and written. What it refers to is not borrowed by this.
        let bytes = unsafe { &raw mut **storage.as_ptr() };
        debug_assert!(!bytes.is_null(), "a reference is never null");
        // SAFETY: it was a reference.
        unsafe { NonNull::new_unchecked(bytes as *mut [u8]) }
    }
}

#[cfg(feature = "alloc")]
pub use on_the_heap::Boxed;

#[cfg(feature = "alloc")]
mod on_the_heap {
    use super::{Align, Alignment, NonNull, Storage, fmt, sealed};
    use alloc::alloc::{alloc, dealloc, handle_alloc_error};
    use core::alloc::Layout;

    /// Memory on the heap, of a size that is known at run time, aligned to `ALIGN` (a power of two up to 65,536).
    ///
    /// It stays where it is when the region moves.
    pub struct Boxed<const ALIGN: usize = 16> {
        bytes: NonNull<u8>,
        len: usize,
    }

    // SAFETY: the memory belongs to the storage alone.
    unsafe impl<const ALIGN: usize> Send for Boxed<ALIGN> {}
    // SAFETY: a shared storage gives a pointer for reading alone.
    unsafe impl<const ALIGN: usize> Sync for Boxed<ALIGN> {}

    impl<const ALIGN: usize> Boxed<ALIGN>
    where
        Alignment<ALIGN>: Align,
    {
        /// `len` bytes, none of which is written.
        ///
        /// Aborts (through [`handle_alloc_error`]) when the memory is not there, as `Vec::with_capacity` does.
        ///
        /// # Panics
        ///
        /// For more than `isize::MAX` bytes.
        #[must_use]
        #[track_caller]
        pub fn new(len: usize) -> Self {
            let layout = Self::layout(len);
            if len == 0 {
                return Boxed { bytes: dangling::<ALIGN>(), len };
            }
            // SAFETY: the size is not 0.
            let bytes = unsafe { alloc(layout) };
            match NonNull::new(bytes) {
                Some(bytes) => Boxed { bytes, len },
                None => handle_alloc_error(layout),
            }
        }

        #[track_caller]
        fn layout(len: usize) -> Layout {
            match Layout::from_size_align(len, ALIGN) {
                Ok(layout) => layout,
                Err(_) => panic!("a region of {len} bytes, aligned to {ALIGN}, is larger than any memory"),
            }
        }
    }

    /// A pointer to no bytes, aligned.
    fn dangling<const ALIGN: usize>() -> NonNull<u8>
    where
        Alignment<ALIGN>: Align,
    {
        NonNull::<<Alignment<ALIGN> as Align>::Marker>::dangling().cast()
    }

    impl<const ALIGN: usize> Drop for Boxed<ALIGN> {
        fn drop(&mut self) {
            if self.len == 0 {
                return;
            }
            // SAFETY: the memory was allocated with this size and alignment, which made a layout then.
            let layout = unsafe { Layout::from_size_align_unchecked(self.len, ALIGN) };
            // SAFETY: it was allocated with this layout, and nobody else has it.
            unsafe { dealloc(self.bytes.as_ptr(), layout) };
        }
    }

    impl<const ALIGN: usize> fmt::Debug for Boxed<ALIGN> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "Boxed<{ALIGN}>({} bytes)", self.len)
        }
    }

    impl<const ALIGN: usize> sealed::Sealed for Boxed<ALIGN> {}

    impl<const ALIGN: usize> Storage for Boxed<ALIGN> {
        const ALIGN: usize = ALIGN;
        const STAYS: bool = true;

        #[inline]
        fn capacity(&self) -> usize {
            self.len
        }

        #[inline]
        fn as_mut_ptr(&mut self) -> *mut u8 {
            self.bytes.as_ptr()
        }

        #[inline]
        unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]> {
            // SAFETY: 1.: it can be read, and nobody writes to it.
            let storage = unsafe { storage.as_ref() };
            NonNull::slice_from_raw_parts(storage.bytes, storage.len)
        }
    }
}
