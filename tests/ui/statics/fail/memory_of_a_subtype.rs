//! Two definitions that differ in a higher-ranked lifetime are two, though one is a subtype of the other.
#![forbid(unsafe_code)]

use stackpool::__private::{
    Cells, Fixed, HandleBits, HasStatic, Memory, SlotCount, Statics, TableBits, Taken, static_kind,
};
use stackpool::{Pool, PoolSpec};
use std::marker::PhantomData;

struct Words<F>(PhantomData<F>);
type General = Words<for<'a> fn(&'a ())>;
type Special = Words<fn(&'static ())>;

impl<F: 'static> PoolSpec for Words<F> {
    type Item = String;
    type Layout = Fixed<SlotCount<300>, TableBits<16>, Cells<4, 8>, HandleBits<16>>;
    const NAME: &'static str = "Words";
}

static MEMORY: Memory<Pool<General>, { static_kind::<Pool<General>>() }> = Memory::new();

impl HasStatic for General {
    type Content = Pool<General>;
    const STATICS: Statics<Pool<General>> = {
        static TAKEN: Taken = Taken::new();
        Statics::new(&TAKEN, &MEMORY)
    };
}

impl HasStatic for Special {
    type Content = Pool<Special>;
    const STATICS: Statics<Pool<Special>> = {
        static TAKEN: Taken = Taken::new();
        Statics::new(&TAKEN, &MEMORY)
    };
}

fn main() {}
