//! Two definitions that differ in a higher-ranked lifetime share no statics and no thread-locals.
#![forbid(unsafe_code)]

use stackpool::__private::{
    BoxCaches, BoxSlots, BoxState, BoxStatics, Fixed, HandleBits, Owned, SlotCount, TableBits, Threads,
    thread_caches,
};
use stackpool::{BoxSpec, PoolSpec};
use std::marker::PhantomData;

struct Words<F>(PhantomData<F>);
type General = Words<for<'a> fn(&'a ())>;
type Special = Words<fn(&'static ())>;

impl<F: 'static> PoolSpec for Words<F> {
    type Item = String;
    type Layout = Fixed<SlotCount<300>, TableBits<16>, Owned, HandleBits<16>>;
    const NAME: &'static str = "Words";
}

static STATE: BoxState<General, 1> = BoxState::new();
static SLOTS: BoxSlots<General, 1> = BoxSlots::new();
const CACHES: BoxCaches<General> = thread_caches!(General);

impl BoxSpec for General {
    type Mode = Threads;
    const STATICS: BoxStatics<General> = BoxStatics::new(&STATE, &SLOTS);
    const CACHES: BoxCaches<General> = CACHES;
}

static SPECIAL_STATE: BoxState<Special, 1> = BoxState::new();

impl BoxSpec for Special {
    type Mode = Threads;
    const STATICS: BoxStatics<Special> = BoxStatics::new(&SPECIAL_STATE, &SLOTS);
    const CACHES: BoxCaches<Special> = CACHES;
}

fn main() {}
