//! Statics that are not there, as those of a pool that is too large: no box is made in them.
#![forbid(unsafe_code)]

use stackpool::__private::{
    BoxCaches, BoxSlots, BoxState, BoxStatics, Fixed, HandleBits, Owned, SlotCount, TableBits, ThreadsExact,
};
use stackpool::{BoxSpec, PoolBox, PoolSpec};

struct Words;

impl PoolSpec for Words {
    type Item = String;
    type Layout = Fixed<SlotCount<200>, TableBits<8>, Owned, HandleBits<8>>;
    const NAME: &'static str = "Words";
}

static STATE: BoxState<Words, 2> = BoxState::new();
static SLOTS: BoxSlots<Words, 2> = BoxSlots::new();

impl BoxSpec for Words {
    type Mode = ThreadsExact;
    const STATICS: BoxStatics<Words> = BoxStatics::new(&STATE, &SLOTS);
    const CACHES: BoxCaches<Words> = ();
}

fn main() {
    let _ = PoolBox::<Words>::new(String::new());
}
