//! A hand-written definition with a free list whose links cannot hold an index.

use stackpool::__private::{Cells, Fixed, HandleBits, LinkBits, SlotCount};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, LinkBits<8>, Cells<64, 8>, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
