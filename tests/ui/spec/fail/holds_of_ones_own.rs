//! That a layout can hold an item is not for the user to say: the trait is sealed.

use stackpool::__private::{Fixed, HandleBits, SlotCount, TableBits, Unguarded};
use stackpool::layout::Holds;
use stackpool::{Pool, PoolSpec};

struct Item(&'static u64);

struct Wrong;

type Plain = Fixed<SlotCount<4>, TableBits<8>, Unguarded, HandleBits<8>>;

impl Holds<Item> for Plain {}

impl PoolSpec for Wrong {
    type Item = Item;
    type Layout = Plain;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
