//! The derives of pools and columns read these keys too. If `Snapshot` is derived as well, a mistake is one error.

use stackpool::{Columns, Pool, Snapshot};

#[derive(Pool)]
#[pool(capacity = 4)]
#[snapshot(nam = "Ship")]
struct Alone {
    a: u8,
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 4)]
#[snapshot(item, name = Ship)]
struct Both {
    #[snapshot(type = u8)]
    a: u8,
}

#[derive(Columns)]
#[snapshot(type = "Ship")]
struct Body {
    a: u8,
}

fn main() {}
