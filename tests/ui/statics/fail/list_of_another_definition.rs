//! Two lists may have pools of one type; their memory differs all the same.
#![forbid(unsafe_code)]

use stackpool::ListPool;
use stackpool::__private::{HasStatic, ListSpec, Listed, Memory, Statics, Taken, static_kind};

struct One;
struct Other;

impl ListSpec for One {
    type Pool = ListPool<u16, 2>;
    const NAME: &'static str = "One";
    const COMPLETE: Self::Pool = ListPool::new([80, 443]);
}

impl ListSpec for Other {
    type Pool = ListPool<u16, 2>;
    const NAME: &'static str = "Other";
    const COMPLETE: Self::Pool = ListPool::new([80, 443]);
}

static MEMORY: Memory<Listed<One>, { static_kind::<Listed<One>>() }> = Memory::new();

impl HasStatic for Other {
    type Content = Listed<Other>;
    const STATICS: Statics<Listed<Other>> = {
        static TAKEN: Taken = Taken::new();
        Statics::new(&TAKEN, &MEMORY)
    };
}

fn main() {}
