//! A capacity beyond 24 bits.

use stackpool::{Handle, Sized24};

fn main() {
    let _ = Handle::<Sized24<u8, 16_777_217>>::from_bits(0);
}
