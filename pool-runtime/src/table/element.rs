//! The integers that tables are arrays of.

use bytemuck::Zeroable;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// An unsigned integer that holds an entry, or the low bits of one.
pub trait Element: Zeroable + Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe {
    /// Bits that it holds.
    const BITS: u32;

    /// The low bits of `entry`.
    fn from_entry(entry: u32) -> Self;

    /// The entry whose other bits are zero.
    fn to_entry(self) -> u32;
}

macro_rules! elements {
    ($($integer:ident),*) => {$(
        impl Element for $integer {
            const BITS: u32 = $integer::BITS;

            #[inline]
            fn from_entry(entry: u32) -> Self {
                entry as $integer
            }

            #[inline]
            fn to_entry(self) -> u32 {
                self.into()
            }
        }
    )*};
}

elements!(u8, u16, u32);
