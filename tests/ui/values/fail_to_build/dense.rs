//! A definition by hand, whose values would be without holes.

use stackpool::__private::{Fixed, HandleBits, LiveWords, SlotCount, TableBits, Waiting, WithoutHoles};
use stackpool::{ValuePool, ValueSpec};

struct Digit;

impl ValueSpec for Digit {
    type Item = u8;
    type Layout = Fixed<SlotCount<10>, TableBits<8>, LiveWords<1>, HandleBits<8>, Waiting<0, 0>, (), (), WithoutHoles>;
    const NAME: &'static str = "Digit";

    fn value(index: u32) -> u8 {
        index as u8
    }

    fn index(value: &u8) -> Option<u32> {
        Some(u32::from(*value))
    }
}

fn main() {
    let _ = ValuePool::<Digit>::new().acquire();
}
