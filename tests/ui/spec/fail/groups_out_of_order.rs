//! A hand-written definition whose groups are not in their order.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<TableBits<16>, SlotCount<1000>, Cells<64, 8>, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
