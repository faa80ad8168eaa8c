//! Links in a saved pool: which free slot follows a free slot, in as many whole bytes as an index needs.
//!
//! ```text
//!  link of slot s  =  s ^ (the free slot after s)          0: s is the last free slot, or is not free
//! ```

use bytemuck::Pod;

/// A link of 1 to 4 bytes, without alignment.
pub trait LinkBytes: Pod {
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
macro_rules! with_link {
    ($capacity:expr, $this:ident.$function:ident $arguments:tt) => {
        match $crate::base::link_bytes::link_bytes($capacity) {
            1 => $this.$function::<[u8; 1]> $arguments,
            2 => $this.$function::<[u8; 2]> $arguments,
            3 => $this.$function::<[u8; 3]> $arguments,
            _ => $this.$function::<[u8; 4]> $arguments,
        }
    };
    ($capacity:expr, $function:ident $arguments:tt) => {
        match $crate::base::link_bytes::link_bytes($capacity) {
            1 => $function::<[u8; 1]> $arguments,
            2 => $function::<[u8; 2]> $arguments,
            3 => $function::<[u8; 3]> $arguments,
            _ => $function::<[u8; 4]> $arguments,
        }
    };
}
pub(crate) use with_link;

/// Bytes of a link between the slots of a pool of this capacity: enough for its last index, and at least 1.
pub(crate) const fn link_bytes(capacity: u32) -> usize {
    match capacity {
        0..=0x100 => 1,
        0x101..=0x1_0000 => 2,
        0x1_0001..=0x100_0000 => 3,
        _ => 4,
    }
}
