//! The memory of a definition is a static: what a constant makes for itself may be another one at each use.
#![forbid(unsafe_code)]

use stackpool::__private::{
    Cells, Fixed, HandleBits, HasStatic, Memory, SlotCount, Statics, TableBits, Taken, static_kind,
};
use stackpool::{Pool, ValuePool, ValueSpec};

struct Words;
struct Switch;

impl stackpool::PoolSpec for Words {
    type Item = String;
    type Layout = Fixed<SlotCount<300>, TableBits<16>, Cells<4, 8>, HandleBits<16>>;
    const NAME: &'static str = "Words";
}

impl ValueSpec for Switch {
    type Item = bool;
    type Layout = <bool as ValueSpec>::Layout;
    const NAME: &'static str = "Switch";

    fn value(index: u32) -> bool {
        bool::value(index)
    }

    fn index(value: &bool) -> Option<u32> {
        bool::index(value)
    }
}

static TAKEN: Taken = Taken::new();

impl HasStatic for Words {
    type Content = Pool<Words>;
    const STATICS: Statics<Pool<Words>> =
        Statics::new(&TAKEN, &Memory::<_, { static_kind::<Pool<Words>>() }>::new());
}

impl HasStatic for Switch {
    type Content = ValuePool<Switch>;
    const STATICS: Statics<ValuePool<Switch>> = {
        const MEMORY: &Memory<ValuePool<Switch>, 1> = &Memory::new();
        Statics::new(&TAKEN, MEMORY)
    };
}

fn main() {}
