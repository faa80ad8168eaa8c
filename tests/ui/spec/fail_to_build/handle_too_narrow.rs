//! A hand-written definition whose handle cannot hold an index.

use stackpool::__private::{Fixed, HandleBits, LiveWords, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, LiveWords<32>, HandleBits<8>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
