//! A hand-written definition that notes changes, and has no guard that knows which slots are live.

use stackpool::__private::{ChangeWords, Fixed, HandleBits, SlotCount, TableBits, Unguarded, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout =
        Fixed<SlotCount<100>, TableBits<8>, Unguarded, HandleBits<8>, Waiting<0, 0>, (), ChangeWords<4>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
