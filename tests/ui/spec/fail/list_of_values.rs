//! A hand-written definition of values with a free list: there are no slots for its links.

use stackpool::__private::{Fixed, HandleBits, LinkBits, LiveWords, SlotCount};
use stackpool::{ValuePool, ValueSpec};

struct Wrong;

impl ValueSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, LinkBits<16>, LiveWords<32>, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
    fn value(index: u32) -> u32 {
        index
    }
    fn index(value: &u32) -> Option<u32> {
        Some(*value)
    }
}

fn main() {
    let _ = ValuePool::<Wrong>::new();
}
