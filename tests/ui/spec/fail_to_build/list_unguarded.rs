//! A hand-written definition with a free list whose slots any handle may write to.

use stackpool::__private::{Fixed, HandleBits, LinkBits, SlotCount, Unguarded};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, LinkBits<16>, Unguarded, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
