//! Static regions: `.bss` memory that is taken once.
//!
//! The whole static has no initial value. If any part of a static has one, even a flag next to the memory, the compiler
//! works on every byte. Measured at 512 MB: 0.1 s without a flag, 2 to 7 s and more than 1 GB of memory with one. So
//! this module keeps the addresses of the statics that were taken in a table, and zeroes the bookkeeping of a region
//! when it is taken.

#![expect(unsafe_code, reason = "a static is taken once")]

use super::in_place::InPlace;
use crate::base::already_taken::{AlreadyTaken, TakenKind};
use crate::base::flag::set_null;
use crate::base::site::Cell;
use crate::base::zeroed::ZeroedBytes;
use crate::statics::Place;
use core::any::type_name;
use core::ptr::null_mut;
use core::sync::atomic::AtomicPtr;

/// How many statics a program can take.
const MOST: usize = 64;

/// The addresses of the statics that were taken, oldest first, then null. An address is never changed.
static TAKEN: [AtomicPtr<()>; MOST] = [const { AtomicPtr::new(null_mut()) }; MOST];

/// Writes an address into the table. Returns whether it was new. It never waits, whatever it interrupts.
#[track_caller]
fn first_time(address: *mut ()) -> bool {
    for entry in &TAKEN {
        // A caller fills a free entry, or sees what another caller wrote to it. So of two callers with the same
        // address, one sees the address of the other.
        let before = set_null(entry, address);
        if before.is_null() || before == address {
            return before.is_null();
        }
    }
    panic!("this program has taken {MOST} static regions, and no more can be taken")
}

/// The static memory of a region, which can be taken once.
///
/// The memory is `.bss`: it adds no byte to the program file, and needs no work at start-up. It costs the compiler no
/// time, whatever its size. You can put it into any section with `#[link_section]`. The section need not be loaded or
/// cleared at start-up.
///
/// ```
/// use stackpool::region::{Inline, Linear, Static};
///
/// static LEVEL: Static<Linear<Inline<65_536>>> = Static::new();
///
/// let level = LEVEL.take()?;
/// let scope = level.enter();
/// let spawns: &'static mut [u16] = scope.alloc_slice_copy(&[3, 1, 2])?;
/// spawns.sort_unstable();
/// assert_eq!(spawns, [1, 2, 3]);
/// assert!(LEVEL.take().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The static has no flag of its own. A program that takes static regions has one table of 64 addresses for all of
/// them: 256 bytes of `.bss` on 32-bit targets, 512 bytes on 64-bit targets.
///
/// The memory has to be inside the region. This does not compile:
///
/// ```compile_fail,E0277
/// use stackpool::region::{Boxed, Linear, Static};
///
/// static LEVEL: Static<Linear<Boxed>> = Static::new();
/// ```
#[doc(alias("StaticCell", "singleton", "static_mut"))]
#[repr(transparent)]
pub struct Static<R>(Place<R>);

// SAFETY: only one caller of `take` reaches the memory, on one thread. Taking the region there sends it to that
// thread, so the region must be `Send`.
unsafe impl<R: Send> Sync for Static<R> {}

impl<R> Static<R> {
    /// Declares the memory, which nobody has taken yet.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a static takes a constant")]
    pub const fn new() -> Self
    where
        R: InPlace,
    {
        Static(Place::uninit())
    }

    /// Takes the region, empty. O(statics that were taken).
    ///
    /// # Errors
    ///
    /// [`AlreadyTaken`] if the region was taken before.
    ///
    /// # Panics
    ///
    /// Panics if 64 other static regions were taken.
    #[doc(alias = "init")]
    #[track_caller]
    #[expect(clippy::mut_from_ref, reason = "one caller gets it")]
    pub fn take(&'static self) -> Result<&'static mut R, AlreadyTaken>
    where
        R: InPlace,
    {
        const { assert!(size_of::<R>() != 0, "a static of size 0 has no address of its own") };
        let region = self.0.as_ptr();
        if !first_time(region.cast()) {
            return Err(AlreadyTaken::new(TakenKind::Region, type_name::<R>(), &Cell::empty()));
        }
        // SAFETY: 1. The pointer leads to the memory of the static, which has the size and alignment of a region. The
        // address was not in the table before, so only this call, ever, gets past the check above. 2. Item 1 of
        // `InPlace` promises that the bookkeeping is at most as large as the region.
        unsafe { ZeroedBytes::at_start(R::BOOKKEEPING_BYTES).write(region) };
        // SAFETY: the memory belongs to this call alone, for ever: see above. Its bookkeeping was just zeroed, so it
        // is an empty region, as item 2 of `InPlace` promises.
        Ok(unsafe { &mut *region })
    }
}

opaque_debug!([R] Static<R>);
