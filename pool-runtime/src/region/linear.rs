//! The linear allocator: its top moves up, and back to the beginning all at once. *Game Engine Architecture*
//! describes it under stack and single-frame allocators.

#![expect(unsafe_code, reason = "a top is made from the header that belongs to the storage")]

use super::counts::{Header, figures};
use super::in_place::in_place;
use super::storage::Storage;

/// The scopes of a region whose counts are the field `header`, and its size.
macro_rules! entered {
    ($region:ident) => {
        impl<S: $crate::region::Storage> $region<S> {
            /// Borrows the region, to allocate from it. Earlier allocations stay in use. O(1).
            #[doc(alias = "as_scope")]
            #[inline]
            #[must_use]
            pub fn enter(&mut self) -> $crate::region::Scope<'_> {
                // SAFETY: 1. `header` and `storage` are fields of this region, which are only ever used together. The
                // header counts what was cut off the storage, which is never more than it has.
                $crate::region::Scope::new(unsafe {
                    $crate::region::end::Top::new(&mut self.header, &mut self.storage, true)
                })
            }

            /// Gives `work` a scope, and frees everything allocated in it when `work` returns or panics. O(1), plus
            /// `work`.
            #[doc(alias = "scoped")]
            #[inline]
            pub fn scope<R>(&mut self, work: impl FnOnce($crate::region::Scope<'_>) -> R) -> R {
                self.enter().scope(work)
            }

            /// Size of the region in bytes. O(1).
            #[inline]
            #[must_use]
            pub fn capacity(&self) -> usize {
                self.storage.capacity()
            }
        }
    };
}
pub(super) use entered;

/// Memory that you allocate piece by piece and free all at once.
///
/// An allocation moves one offset. Values live while the region is borrowed by [`enter`](Linear::enter).
///
/// ```
/// use stackpool::region::{Inline, Linear};
///
/// let mut scratch = Linear::<Inline<4096>>::new();
/// for frame in 0..3 {
///     scratch.reset();
///     let scope = scratch.enter();
///     let depths = scope.alloc_slice_fill_with(100, |index| (index as u64 * 31 + frame) % 100)?;
///     depths.sort_unstable();
///     assert_eq!(depths[99], 99);
/// }
/// assert_eq!(scratch.high_water_mark(), 800);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`reset`](Linear::reset) frees the memory of all values. Resetting while a value is still in use does not compile:
///
/// ```compile_fail,E0499
/// # use stackpool::region::{Inline, Linear};
/// # let mut scratch = Linear::<Inline<4096>>::new();
/// let depth = scratch.enter().alloc(7)?;
/// scratch.reset();
/// *depth += 1; // the memory of `depth` was freed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Use it for a job whose data is all freed at the same time. For values with destructors, use a
/// [`DropLinear`](super::DropLinear). To free in steps, use a [`Stack`](super::Stack). For ids, use a
/// [`Frame`](super::Frame).
///
/// A region whose bytes are all zero is empty. So a static is `.bss` ([`Static`](super::Static)), and `on_heap` makes
/// the region on the heap in one allocation.
#[doc(alias("Bump", "BumpAllocator", "Arena", "monotonic"))]
#[derive(Debug)]
#[repr(C)]
pub struct Linear<S> {
    header: Header,
    storage: S,
}

in_place!(Linear, "Makes an empty region of `N` bytes.", |storage| Linear { header: Header::EMPTY, storage });
figures!(Linear, "Bytes in use, including padding. O(1).", header);

entered!(Linear);

impl<S: Storage> Linear<S> {
    /// Frees all memory. O(1).
    #[doc(alias("clear", "free_all"))]
    #[inline]
    pub fn reset(&mut self) {
        self.header.reset();
    }
}
