//! Storage: the memory from which a region allocates.

#![expect(unsafe_code, reason = "storage is reached by raw pointer while its values are borrowed")]

use crate::base::alignment::{Align, Alignment};
use crate::base::message::text;
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not the memory of a region",
        label = "only the types of this crate implement the trait"
    )]
    pub trait Sealed {}
}

/// The memory of a region: [`Inline`], `Boxed` (feature `alloc`), or `&mut [MaybeUninit<u8>]`.
pub trait Storage: sealed::Sealed {
    /// The alignment of the first byte is at least this.
    const ALIGN: usize;

    /// Whether the memory stays in place when the region moves.
    const STAYS: bool;

    /// Size in bytes, at most `isize::MAX`.
    #[doc(hidden)]
    fn capacity(&self) -> usize;

    /// The first byte. All bytes can be read and written through the pointer while the storage is borrowed.
    #[doc(hidden)]
    fn start(&mut self) -> NonNull<u8>;

    /// All bytes, for reading and writing, without a reference to the storage: values in it may be borrowed.
    ///
    /// # Safety
    ///
    /// 1. `storage` points to a storage that can be read and written, and nobody has a mutable reference to it.
    #[doc(hidden)]
    unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]>;
}

/// Fails to compile for values that could be misaligned after the region moved. `values` begins the message: "a value
/// that ...".
#[track_caller]
pub(super) const fn check_align<T, S: Storage>(values: &str) {
    if !S::STAYS && align_of::<T>() > S::ALIGN {
        text(values)
            .text(" needs an alignment of ")
            .number(align_of::<T>() as i128)
            .text(" bytes, but its region is aligned to ")
            .number(S::ALIGN as i128)
            .text(": if the region moved, the value could be misaligned; use `Inline<BYTES, ")
            .literal(align_of::<T>() as i128)
            .text(">` as its storage, or storage that does not move: ")
            .text("`&mut [MaybeUninit<u8>]` or `Boxed` (feature `alloc`)")
            .panic();
    }
}

/// Memory inside the region: `N` bytes, aligned to `ALIGN`.
///
/// `ALIGN` is a power of two up to 65,536. The default of 16 suits SIMD. A region with `Inline` storage is a value
/// that can move: into a static, a struct, a `Box`. It can be made in a `const`.
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
    /// Makes memory whose bytes are uninitialised: nothing is written.
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
    fn start(&mut self) -> NonNull<u8> {
        NonNull::from(&mut self.bytes).cast()
    }

    #[inline]
    unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]> {
        // By `repr(C)`, the bytes are the only field with a size, so they begin where the struct does.
        NonNull::slice_from_raw_parts(storage.cast(), N)
    }
}

impl sealed::Sealed for &mut [MaybeUninit<u8>] {}

/// Memory from elsewhere: a part of a larger block, or a block that a linker script sets apart.
impl Storage for &mut [MaybeUninit<u8>] {
    const ALIGN: usize = 1;
    const STAYS: bool = true;

    #[inline]
    fn capacity(&self) -> usize {
        <[_]>::len(self)
    }

    #[inline]
    fn start(&mut self) -> NonNull<u8> {
        NonNull::from(&mut **self).cast()
    }

    #[inline]
    unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]> {
        // SAFETY: by 1. of `bytes`, the reference in `storage` can be read, and nobody has a mutable reference to it.
        // What it refers to is not borrowed by this expression.
        let bytes = unsafe { &raw mut **storage.as_ptr() };
        debug_assert!(!bytes.is_null(), "a reference is never null");
        // SAFETY: the pointer was a reference, which is never null.
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

    /// Memory on the heap, of a size that is known at run time, aligned to `ALIGN`.
    ///
    /// `ALIGN` is a power of two up to 65,536. The memory stays in place when the region moves.
    pub struct Boxed<const ALIGN: usize = 16> {
        bytes: NonNull<u8>,
        len: usize,
    }

    // SAFETY: the memory is reached only through this storage, which owns it.
    unsafe impl<const ALIGN: usize> Send for Boxed<ALIGN> {}
    // SAFETY: sharing a storage lets safe code only read its pointer and its length. The bytes are reached only by
    // the unsafe code of the regions, which have their own rules for sharing.
    unsafe impl<const ALIGN: usize> Sync for Boxed<ALIGN> {}

    impl<const ALIGN: usize> Boxed<ALIGN>
    where
        Alignment<ALIGN>: Align,
    {
        /// Allocates `len` bytes. No byte is written.
        ///
        /// If the memory is not available, this aborts through [`handle_alloc_error`], as `Vec::with_capacity` does.
        ///
        /// # Panics
        ///
        /// Panics if `len` is more than `isize::MAX`.
        #[must_use]
        #[track_caller]
        pub fn new(len: usize) -> Self {
            let layout = Self::layout(len);
            if len == 0 {
                return Boxed { bytes: dangling::<ALIGN>(), len };
            }
            // SAFETY: the size of the layout is not 0.
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
                Err(_) => {
                    panic!("a region of {len} bytes, aligned to {ALIGN}, is larger than an allocation can be")
                }
            }
        }
    }

    /// An aligned pointer to no bytes.
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
            // SAFETY: `new` checked that this size and alignment are a valid layout.
            let layout = unsafe { Layout::from_size_align_unchecked(self.len, ALIGN) };
            // SAFETY: `new` allocated the memory with this layout, and this storage is its only owner.
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
        fn start(&mut self) -> NonNull<u8> {
            self.bytes
        }

        #[inline]
        unsafe fn bytes(storage: NonNull<Self>) -> NonNull<[u8]> {
            // SAFETY: by 1. of `bytes`, the storage can be read, and nobody has a mutable reference to it.
            let storage = unsafe { storage.as_ref() };
            NonNull::slice_from_raw_parts(storage.bytes, storage.len)
        }
    }
}
