//! One memory cannot be that of two definitions: it would have two owners.
#![forbid(unsafe_code)]

use stackpool::__private::{HasStatic, Memory, Statics, Taken, static_kind};
use stackpool::{Pool, PoolSpec, pool};

pool! { Words: [String; 8]; }

struct Others;

impl PoolSpec for Others {
    type Item = String;
    type Layout = <Words as PoolSpec>::Layout;
    const NAME: &'static str = "Others";
}

static MEMORY: Memory<Pool<Words>, { static_kind::<Pool<Words>>() }> = Memory::new();

impl HasStatic for Others {
    type Content = Pool<Words>;
    const STATICS: Statics<Pool<Words>> = {
        static TAKEN: Taken = Taken::new();
        Statics::new(&TAKEN, &MEMORY)
    };
}

struct More;

impl PoolSpec for More {
    type Item = String;
    type Layout = <Words as PoolSpec>::Layout;
    const NAME: &'static str = "More";
}

impl HasStatic for More {
    type Content = Pool<More>;
    const STATICS: Statics<Pool<More>> = {
        static TAKEN: Taken = Taken::new();
        Statics::new(&TAKEN, &MEMORY)
    };
}

fn main() {}
