//! A hand-written definition with a free list of slots that boxes own.

use stackpool::__private::{Fixed, HandleBits, LinkBits, Owned, SlotCount};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, LinkBits<16>, Owned, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
