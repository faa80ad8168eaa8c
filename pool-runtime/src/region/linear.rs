//! The linear allocator: a top that moves up, and back to the beginning all at once. Row "linear" of *Game Engine
//! Architecture*'s stack and single-frame allocators.

#![expect(unsafe_code, reason = "a top is made of the header that belongs to the storage")]

use super::end::Top;
use super::header::{Header, figures};
use super::in_place::in_place;
use super::scope::Scope;
use super::storage::{Inline, Storage};
use crate::base::alignment::{Align, Alignment};

/// Memory that is given out piece by piece, and taken back all at once.
///
/// An allocation moves one offset. Values live as long as the region is borrowed by [`enter`](Linear::enter), and their
/// memory is used again after [`reset`](Linear::reset), which therefore does not compile while one of them is still in use:
///
/// ```
/// use stackpool::region::{Inline, Linear};
///
/// let mut scratch = Linear::<Inline<4096>>::new();
/// for frame in 0..3 {
///     scratch.reset();
///     let scope = scratch.enter();
///     let depths = scope.alloc_slice_fill_with(100, |index| (index * 31 + frame) % 100)?;
///     depths.sort_unstable();
///     assert_eq!(depths[99], 99);
/// }
/// assert_eq!(scratch.high_water_mark(), 800);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0499
/// # use stackpool::region::{Inline, Linear};
/// # let mut scratch = Linear::<Inline<4096>>::new();
/// let depth = scratch.enter().alloc(7)?;
/// scratch.reset();
/// *depth += 1; // it was borrowed of what is reset
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All zero bytes are the empty region: as a static it is `.bss` ([`Static`](super::Static)), and `boxed` makes it on the
/// heap in one zeroed allocation.
#[derive(Debug)]
#[repr(C)]
pub struct Linear<S> {
    header: Header,
    storage: S,
}

impl<const N: usize, const ALIGN: usize> Linear<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// An empty region of `N` bytes. Nothing is written but four counters; a large one is made where it stays, by `boxed` or
    /// in a [`Static`](super::Static).
    #[must_use]
    pub const fn new() -> Self {
        Linear { header: Header::EMPTY, storage: Inline::new() }
    }
}

impl<const N: usize, const ALIGN: usize> Default for Linear<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

in_place!(Linear);
figures!(Linear, "Bytes in use, those that alignment left unused among them. O(1).", header);

impl<S: Storage> From<S> for Linear<S> {
    fn from(storage: S) -> Self {
        Linear { header: Header::EMPTY, storage }
    }
}

impl<S: Storage> Linear<S> {
    /// Borrows the region for allocations, after those of earlier borrowings. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> Scope<'_> {
        // SAFETY: 1. the header counts what was cut off this storage, never more than there is.
        Scope::new(unsafe { Top::new(&mut self.header, &mut self.storage, true) })
    }

    /// Borrows the region for `work`: what it allocates is free again when it returns, or panics. O(1), but for `work`.
    #[inline]
    pub fn scope<R>(&mut self, work: impl FnOnce(Scope<'_>) -> R) -> R {
        self.enter().scope(work)
    }

    /// Takes all memory back. O(1).
    #[inline]
    pub fn reset(&mut self) {
        self.header.reset();
    }

    /// Bytes of the region. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.storage.capacity()
    }
}
