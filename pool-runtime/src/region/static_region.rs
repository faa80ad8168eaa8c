//! Static regions: `.bss` memory that is taken once.
//!
//! The memory has no initial value, so that the compiler has no bytes to work on; the bookkeeping is zeroed when the region
//! is taken.

#![expect(unsafe_code, reason = "a static is taken once")]

use super::in_place::InPlace;
use crate::flag::Flag;
use core::cell::UnsafeCell;
use core::fmt;
use core::mem::MaybeUninit;

/// The static memory of a region, which is taken once.
///
/// It is `.bss`: no byte in the program file, no work at start-up, whatever the size.
///
/// ```
/// use stackpool::region::{Inline, Linear, Static};
///
/// static LEVEL: Static<Linear<Inline<65_536>>> = Static::new();
///
/// let level = LEVEL.take().expect("taken once");
/// let scope = level.enter();
/// let spawns: &'static mut [u16] = scope.alloc_slice_copy(&[3, 1, 2])?;
/// spawns.sort_unstable();
/// assert_eq!(spawns, [1, 2, 3]);
/// assert!(LEVEL.take().is_none());
/// # Ok::<(), stackpool::Full>(())
/// ```
///
/// A region in a static is one whose storage is inside of it:
///
/// ```compile_fail,E0277
/// use stackpool::region::{Boxed, Linear, Static};
///
/// static LEVEL: Static<Linear<Boxed>> = Static::new();
/// ```
///
/// On a static with a `#[link_section]` of its own: the section must be one that start-up code clears or loads, for it
/// holds the flag that says whether the region was taken.
#[repr(C)]
pub struct Static<R> {
    taken: Flag,
    region: UnsafeCell<MaybeUninit<R>>,
}

// SAFETY: the memory is reached by one caller of `take` alone, to whom the region is sent.
unsafe impl<R: Send> Sync for Static<R> {}

impl<R> Static<R> {
    /// Memory that nobody took yet.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a static takes a constant")]
    pub const fn new() -> Self
    where
        R: InPlace,
    {
        Static { taken: Flag::new(), region: UnsafeCell::new(MaybeUninit::uninit()) }
    }

    /// The region, empty, at the first call. O(1).
    #[inline]
    #[must_use]
    #[expect(clippy::mut_from_ref, reason = "one caller gets it")]
    pub fn take(&'static self) -> Option<&'static mut R>
    where
        R: InPlace,
    {
        if !self.taken.set() {
            return None;
        }
        let region = self.region.get().cast::<R>();
        // SAFETY: the memory is that of a region, whose bookkeeping is not longer; it is this call's alone, for the flag is
        // never cleared.
        unsafe { region.cast::<u8>().write_bytes(0, R::BOOKKEEPING_BYTES) };
        // SAFETY: as above; the zero bytes just written make it an empty region, by `InPlace`.
        Some(unsafe { &mut *region })
    }
}

impl<R> fmt::Debug for Static<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Static(..)")
    }
}
