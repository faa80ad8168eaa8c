//! A hand-written definition whose quarantine cannot hold an index.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, Cells<64, 8>, HandleBits<16>, Waiting<64, 8>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
