//! Static regions: `.bss` memory that is taken once.
//!
//! The static has no initial value as a whole: the compiler works on every byte of one that has, a flag beside the memory
//! included (measured, 512 MB: 0.1 s without, 2 to 7 s and more than 1 GB with a flag). So which statics were taken is written
//! elsewhere, in a table of their addresses, and the bookkeeping is zeroed when the region is taken.

#![expect(unsafe_code, reason = "a static is taken once")]

use super::in_place::InPlace;
use crate::statics::{Place, zero_start};
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Statics that a program can take.
const MOST: usize = 64;

/// The addresses of those that were taken, in the order of time; 0 after the last. None changes any more once it is there.
static TAKEN: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];

/// Writes an address into the table: whether it was not there yet. Does not wait, whatever is interrupted.
#[track_caller]
fn first_time(address: usize) -> bool {
    for entry in &TAKEN {
        // Whoever comes to an entry that is free gets it or sees what it holds now, so that of two callers with one
        // address one finds the other's.
        match fill(entry, address) {
            0 => return true,
            other if other == address => return false,
            _other => {}
        }
    }
    panic!("a program takes {MOST} static regions at most")
}

/// Fills an entry that is 0: what it held before.
#[cfg(target_has_atomic = "8")]
fn fill(entry: &AtomicUsize, address: usize) -> usize {
    // Relaxed: nobody wrote to the static before.
    let filled = entry.compare_exchange(0, address, Ordering::Relaxed, Ordering::Relaxed);
    filled.unwrap_or_else(|other| other)
}

/// Fills an entry that is 0: what it held before.
#[cfg(not(target_has_atomic = "8"))]
fn fill(entry: &AtomicUsize, address: usize) -> usize {
    critical_section::with(|_| {
        let before = entry.load(Ordering::Relaxed);
        if before == 0 {
            entry.store(address, Ordering::Relaxed);
        }
        before
    })
}

/// The static memory of a region, which is taken once.
///
/// It is `.bss`: no byte in the program file, no work at start-up, and none for the compiler, whatever the size. A
/// `#[link_section]` of its own may be one that is neither loaded nor cleared at start-up.
///
/// It has no flag of its own. A program that takes one has a table of 64 addresses more, for all of them together: 256 bytes of
/// `.bss` on 32-bit targets, 512 on 64-bit ones.
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
/// A region in a static is one whose memory is inside of it:
///
/// ```compile_fail,E0277
/// use stackpool::region::{Boxed, Linear, Static};
///
/// static LEVEL: Static<Linear<Boxed>> = Static::new();
/// ```
#[repr(transparent)]
pub struct Static<R>(Place<R>);

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
        Static(Place::uninit())
    }

    /// The region, empty, at the first call. O(statics that were taken).
    ///
    /// # Panics
    ///
    /// When 64 others were taken.
    #[must_use]
    #[track_caller]
    #[expect(clippy::mut_from_ref, reason = "one caller gets it")]
    pub fn take(&'static self) -> Option<&'static mut R>
    where
        R: InPlace,
    {
        const { assert!(size_of::<R>() != 0, "statics of no size have no address of their own") };
        let region = self.0.as_ptr();
        if !first_time(region.addr()) {
            return None;
        }
        // SAFETY: 1. The memory is that of a region. 2. 1. of `InPlace`. 3. It is this call's alone, for it stays where it
        // is for ever, and its address in the table.
        unsafe { zero_start(region, R::BOOKKEEPING_BYTES) };
        // SAFETY: as above; the zero bytes just written make it an empty region, by `InPlace`.
        Some(unsafe { &mut *region })
    }
}

impl<R> fmt::Debug for Static<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Static(..)")
    }
}
