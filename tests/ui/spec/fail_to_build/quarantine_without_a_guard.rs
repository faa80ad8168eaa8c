//! A hand-written definition with a quarantine, and without a guard that knows which slots are live.

use stackpool::__private::{Fixed, HandleBits, SlotCount, TableBits, Unguarded, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, Unguarded, HandleBits<16>, Waiting<64, 16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
