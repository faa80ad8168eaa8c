//! Regions that are made in place, on the heap or in a static: they never cross the call stack.

#![expect(unsafe_code, reason = "a region is made of zero bytes")]

/// A region that can be made in place, with its memory inside.
///
/// # Safety
///
/// 1. `BOOKKEEPING_BYTES` is at most the size of the type.
/// 2. Memory of the type's size and alignment is an empty region if its first `BOOKKEEPING_BYTES` bytes are zero. The
///    bytes after them can have any value, or be uninitialised.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a `Static`, because its memory is not inside it",
    label = "the memory of the region is elsewhere",
    note = "use `Inline` storage, as in `Static<Linear<Inline<65_536>>>`"
)]
pub unsafe trait InPlace: Sized {
    /// The bytes of the fields before the storage.
    const BOOKKEEPING_BYTES: usize;
}

/// Constructors of a region that is `#[repr(C)]`, has its bookkeeping first and `storage` last, and is empty if the
/// bookkeeping is zero. `$doc` is the doc of `new`, and `$empty` the empty region of a storage.
macro_rules! in_place {
    ($region:ident, $doc:literal, |$storage:ident| $empty:expr) => {
        $crate::region::in_place::in_place!(inline $region, $doc, {
            let $storage = $crate::region::Inline::new();
            $empty
        });
        $crate::region::in_place::in_place!(
            sized_later $region, "Makes an empty region with `bytes` bytes of memory on the heap.",
            |bytes| $crate::region::Boxed::new(bytes)
        );

        impl<S: $crate::region::Storage> From<S> for $region<S> {
            fn from($storage: S) -> Self {
                $empty
            }
        }
    };
    (inline $region:ident, $doc:literal, $empty:expr) => {
        impl<const N: usize, const ALIGN: usize> $region<$crate::region::Inline<N, ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            #[doc = $doc]
            ///
            /// This writes only the counts. If it is large, make it in place, with `on_heap` or in a
            /// [`Static`](super::Static).
            #[must_use]
            pub const fn new() -> Self {
                $empty
            }
        }

        impl<const N: usize, const ALIGN: usize> Default for $region<$crate::region::Inline<N, ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            fn default() -> Self {
                Self::new()
            }
        }

        // SAFETY: 1. The constant is the offset of a field, which is at most the size of the type. 2. The struct is
        // `#[repr(C)]`, so these bytes are the fields before the storage. They are integers and `bool`s, whose zeros
        // are those of an empty region, and `Option<NonZero>`s, which are `None` if zero. The storage is uninitialised
        // memory, for which any bytes will do.
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
            /// Makes an empty region on the heap, in one allocation that never crosses the call stack, in debug
            /// builds too.
            ///
            /// This writes only the counts and no other byte, whatever memory the allocator hands out. If the memory
            /// is not available, this aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
            /// `Box::new` does.
            ///
            /// ```
            #[doc = concat!("use stackpool::region::{Inline, ", stringify!($region), "};")]
            ///
            #[doc = concat!("let large = ", stringify!($region), "::<Inline<100_000_000>>::on_heap();")]
            /// assert!(size_of_val(&*large) > 100_000_000);
            /// ```
            #[doc(alias = "boxed")]
            #[must_use]
            pub fn on_heap() -> $crate::base::heap::Heap<Self> {
                $crate::base::heap::Heap::empty()
            }
        }

        // SAFETY: 1. Item 2 of `InPlace` promises that memory that begins with these zero bytes is an empty region. 2.
        // Item 1 of `InPlace` promises that there are no more of these bytes than the type has.
        #[cfg(feature = "alloc")]
        unsafe impl<const N: usize, const ALIGN: usize> $crate::base::heap::StartsZeroed
            for $region<$crate::region::Inline<N, ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            const ZEROED: $crate::base::zeroed::ZeroedBytes = {
                let bytes = <Self as $crate::region::in_place::InPlace>::BOOKKEEPING_BYTES;
                $crate::base::zeroed::ZeroedBytes::at_start(bytes)
            };
        }
    };
    (sized_later $region:ident, $doc:literal, |$bytes:ident| $storage:expr) => {
        #[cfg(feature = "alloc")]
        impl<const ALIGN: usize> $region<$crate::region::Boxed<ALIGN>>
        where
            $crate::base::alignment::Alignment<ALIGN>: $crate::base::alignment::Align,
        {
            #[doc = $doc]
            ///
            /// No byte of the memory is written. If the memory is not available, this aborts through
            /// [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as `Vec::with_capacity` does.
            ///
            /// # Panics
            ///
            /// Panics if `bytes` is more than `isize::MAX`.
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
            pub fn with_capacity($bytes: usize) -> Self {
                Self::from($storage)
            }
        }
    };
}

pub(super) use in_place;
