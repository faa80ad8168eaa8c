//! A definition by hand, whose values would have generations.

use stackpool::{__private::Fixed, ValuePool, ValueSpec};

struct Digit;

impl ValueSpec for Digit {
    type Item = u8;
    type Layout = Fixed<10, 8, 0, 8, 0, 4, 0, 8, 1>;
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
