//! A hand-written definition that does not fit together gives no handles either, without a pool.

use stackpool::__private::{Fixed, HandleBits, LiveWords, SlotCount, TableBits};
use stackpool::{Handle, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, LiveWords<32>, HandleBits<8>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Handle::<Wrong>::from_bits(999);
}
