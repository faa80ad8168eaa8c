//! Indices of slots in as many whole bytes as they need: in structures of members, and as links in a saved pool, which
//! say which free slot follows a free slot.
//!
//! ```text
//!  link of slot s  =  s ^ (the free slot after s)          0: s is the last free slot, or is not free
//! ```

use super::cut;
use bytemuck::Pod;
use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// A link of 1 to 4 bytes, without alignment.
pub trait LinkBytes: Pod + Eq + Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe {
    /// Makes a link of the low bits of `bits`.
    fn from_bits(bits: u32) -> Self;

    /// Returns the bits of the link.
    fn to_bits(self) -> u32;
}

macro_rules! links {
    ($($integer:ident),*) => {$(
        impl LinkBytes for [u8; size_of::<$integer>()] {
            #[inline(always)]
            fn from_bits(bits: u32) -> Self {
                (bits as $integer).to_ne_bytes()
            }

            #[inline(always)]
            fn to_bits(self) -> u32 {
                $integer::from_ne_bytes(self) as u32
            }
        }
    )*};
}

links!(u8, u16, u32);

/// The lowest byte comes first on every machine.
impl LinkBytes for [u8; 3] {
    #[inline(always)]
    fn from_bits(bits: u32) -> Self {
        [bits as u8, (bits >> 8) as u8, (bits >> 16) as u8]
    }

    #[inline(always)]
    fn to_bits(self) -> u32 {
        self[0] as u32 | (self[1] as u32) << 8 | (self[2] as u32) << 16
    }
}

/// Calls a function or a method that is generic over the link type, with the link type of a capacity.
///
/// The width is compared in constants: the compiler knows the branch before it makes code, and makes no code for the
/// other widths. With `match`, a build without optimisation has the functions of all four.
macro_rules! with_link {
    ($capacity:expr, $this:ident.$function:ident $arguments:tt) => {
        $crate::base::link_bytes::with_link!(@ $capacity, [$this.], $function, $arguments)
    };
    ($capacity:expr, $function:ident $arguments:tt) => {
        $crate::base::link_bytes::with_link!(@ $capacity, [], $function, $arguments)
    };
    (@ $capacity:expr, [$($this:tt)*], $function:ident, $arguments:tt) => {
        if const { $crate::base::link_bytes::link_bytes($capacity) == 1 } {
            $($this)* $function::<[u8; 1]> $arguments
        } else if const { $crate::base::link_bytes::link_bytes($capacity) == 2 } {
            $($this)* $function::<[u8; 2]> $arguments
        } else if const { $crate::base::link_bytes::link_bytes($capacity) == 3 } {
            $($this)* $function::<[u8; 3]> $arguments
        } else {
            $($this)* $function::<[u8; 4]> $arguments
        }
    };
}
pub(crate) use with_link;

/// Bytes of a link between the slots of a pool of this capacity: enough for its last index, and at least 1.
#[inline]
pub(crate) const fn link_bytes(capacity: u32) -> usize {
    match capacity {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        0x1_0001..=0x100_0000 => 3,
        _ => 4,
    }
}

/// Returns the bits of a link of as many bytes.
#[inline]
pub(crate) fn link_bits(link: &[u8]) -> u32 {
    match *link {
        [a] => [a].to_bits(),
        [a, b] => [a, b].to_bits(),
        [a, b, c] => [a, b, c].to_bits(),
        [a, b, c, d] => [a, b, c, d].to_bits(),
        _ => 0,
    }
}

/// Writes the bits of a link into as many bytes.
#[inline]
pub(crate) fn write_link(link: &mut [u8], bits: u32) {
    match link.len() {
        1 => cut::copy(link, &<[u8; 1]>::from_bits(bits)),
        2 => cut::copy(link, &<[u8; 2]>::from_bits(bits)),
        3 => cut::copy(link, &<[u8; 3]>::from_bits(bits)),
        _ => cut::copy(link, &<[u8; 4]>::from_bits(bits)),
    }
}
