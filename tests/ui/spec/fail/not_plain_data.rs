//! A hand-written definition without a guard for items that are not plain data.

use stackpool::__private::{Fixed, HandleBits, SlotCount, TableBits, Unguarded};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, Unguarded, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
