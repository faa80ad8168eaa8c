//! The integers that tables consist of.

use bytemuck::Zeroable;
use core::panic::{RefUnwindSafe, UnwindSafe};
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::Ordering;

/// An unsigned integer that holds an entry, or the low bits of one.
pub trait Element:
    Zeroable + Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + core::fmt::Debug + 'static
{
    /// The number of bits.
    const BITS: u32;

    /// Returns the low bits of `entry`.
    fn from_entry(entry: u32) -> Self;

    /// Returns the entry that has these low bits, with all other bits zero.
    fn to_entry(self) -> u32;

    /// The integer as an atomic. Boxes that several threads make keep their links in arrays of these.
    #[cfg(target_has_atomic = "64")]
    type Atomic: core::fmt::Debug + Zeroable + Sync + 'static;

    /// Loads an entry with relaxed ordering.
    #[cfg(target_has_atomic = "64")]
    fn load(atomic: &Self::Atomic) -> u32;

    /// Stores the low bits of `entry` with relaxed ordering.
    #[cfg(target_has_atomic = "64")]
    fn store(atomic: &Self::Atomic, entry: u32);
}

macro_rules! elements {
    ($($integer:ident, $atomic:ident);*) => {$(
        impl Element for $integer {
            const BITS: u32 = $integer::BITS;

            #[inline(always)]
            fn from_entry(entry: u32) -> Self {
                entry as $integer
            }

            #[inline(always)]
            fn to_entry(self) -> u32 {
                self as u32
            }

            #[cfg(target_has_atomic = "64")]
            type Atomic = core::sync::atomic::$atomic;

            #[cfg(target_has_atomic = "64")]
            #[inline(always)]
            fn load(atomic: &Self::Atomic) -> u32 {
                u32::from(atomic.load(Ordering::Relaxed))
            }

            #[cfg(target_has_atomic = "64")]
            #[inline(always)]
            fn store(atomic: &Self::Atomic, entry: u32) {
                atomic.store(entry as $integer, Ordering::Relaxed);
            }
        }
    )*};
}

elements!(u8, AtomicU8; u16, AtomicU16; u32, AtomicU32);
