//! Regions that are made where they stay: on the heap or in a static, without crossing the call stack.

#![expect(unsafe_code, reason = "a region is made of zero bytes")]

/// A region that can be made in place.
///
/// # Safety
///
/// 1. `BOOKKEEPING_BYTES` is at most the size of the type.
/// 2. Memory of its size and alignment whose first `BOOKKEEPING_BYTES` are zero is an empty region, whatever the bytes
///    after them are, and whether they are set or not.
#[diagnostic::on_unimplemented(
    message = "a static holds a region with its memory inside, and `{Self}` is none",
    note = "as `Linear<Inline<65_536>>`"
)]
pub unsafe trait InPlace: Sized {
    /// Bytes that come before the storage.
    const BOOKKEEPING_BYTES: usize;
}

/// What every region can do that is `#[repr(C)]`, has the bookkeeping first and `storage` last, and is empty where the
/// bookkeeping is zero: one line in the module that has the struct.
macro_rules! in_place {
    ($region:ident) => {
        $crate::region::in_place::in_place!(inline $region);
        $crate::region::in_place::in_place!(boxed $region);
    };
    (inline $region:ident) => {
        // SAFETY: 1. that is where a field is. 2. What comes before the storage is `#[repr(C)]` bookkeeping, of integers and
        // `bool`s, of which zeros are those of an empty region, and of `Option<NonZero>`s, which are `None` then; the storage
        // is uninitialised memory.
        #[diagnostic::do_not_recommend]
        unsafe impl<const N: usize, const ALIGN: usize> $crate::region::in_place::InPlace
            for $region<$crate::region::Inline<N, ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            const BOOKKEEPING_BYTES: usize = core::mem::offset_of!(Self, storage);
        }

        #[cfg(feature = "alloc")]
        impl<const N: usize, const ALIGN: usize> $region<$crate::region::Inline<N, ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            /// An empty region on the heap: one allocation, which never crosses the call stack, in debug
            /// builds too.
            ///
            /// Making it writes a few counts, whatever memory the allocator hands out, and none of the
            /// region's bytes.
            ///
            /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as
            /// `Box::new` does.
            ///
            /// ```
            #[doc = concat!("use stackpool::region::{Inline, ", stringify!($region), "};")]
            ///
            #[doc = concat!("let large = ", stringify!($region), "::<Inline<100_000_000>>::boxed();")]
            /// assert!(size_of_val(&*large) > 100_000_000);
            /// ```
            #[must_use]
            pub fn boxed() -> alloc::boxed::Box<Self> {
                // SAFETY: 1. by 2. of `InPlace`. 2. by its 1.
                unsafe { $crate::base::heap::zeroed_box(<Self as $crate::region::in_place::InPlace>::BOOKKEEPING_BYTES) }
            }
        }
    };
    (boxed $region:ident) => {
        #[cfg(feature = "alloc")]
        impl<const ALIGN: usize> $region<$crate::region::Boxed<ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            /// An empty region of `bytes` on the heap, none of which is written.
            ///
            /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as
            /// `Vec::with_capacity` does.
            ///
            /// # Panics
            ///
            /// For more than `isize::MAX` bytes.
            ///
            /// ```
            #[doc = concat!("use stackpool::region::{Boxed, ", stringify!($region), "};")]
            ///
            /// let bytes = std::env::args().count() * 1_000; // known at run time
            #[doc = concat!("let memory = ", stringify!($region), "::<Boxed>::with_capacity(bytes);")]
            /// assert!(size_of_val(&memory) < bytes);
            /// ```
            #[must_use]
            #[track_caller]
            pub fn with_capacity(bytes: usize) -> Self {
                Self::from($crate::region::Boxed::new(bytes))
            }
        }
    };
}

pub(super) use in_place;
