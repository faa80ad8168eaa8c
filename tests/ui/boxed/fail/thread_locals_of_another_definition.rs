//! The free slots that a thread keeps of one pool are not those of another.
#![forbid(unsafe_code)]

use stackpool::__private::{
    BoxCaches, BoxSlots, BoxState, BoxStatics, Fixed, HandleBits, Local, Owned, SlotCount, TableBits,
    box_static_kind,
};
use stackpool::{BoxSpec, PoolSpec, pool};

pool! { Many: [u32; 300], boxed, sync = local; }

struct Few;

impl PoolSpec for Few {
    type Item = u32;
    type Layout = Fixed<SlotCount<2>, TableBits<8>, Owned, HandleBits<8>>;
    const NAME: &'static str = "Few";
}

static STATE: BoxState<Few, { box_static_kind::<Few>() }> = BoxState::new();
static SLOTS: BoxSlots<Few, { box_static_kind::<Few>() }> = BoxSlots::new();

impl BoxSpec for Few {
    type Mode = Local;
    const STATICS: BoxStatics<Few> = BoxStatics::new(&STATE, &SLOTS);
    const CACHES: BoxCaches<Few> = <Many as BoxSpec>::CACHES;
}

fn main() {}
