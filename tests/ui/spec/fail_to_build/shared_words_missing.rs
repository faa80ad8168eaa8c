//! A hand-written definition whose owned slots have too few words of shared bits.

use stackpool::__private::{Fixed, HandleBits, Owned, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, Owned<3>, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
