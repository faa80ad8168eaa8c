//! How saves know a type or a field.

use stackpool::Snapshot;

#[derive(Snapshot)]
#[snapshot(name = Ship)]
struct NotQuoted {
    a: u8,
}

#[derive(Snapshot)]
#[snapshot(name = "Ship<u8>")]
struct NoName {
    #[snapshot(name = "")]
    a: u8,
}

#[derive(Snapshot)]
#[snapshot(name, type = "u8")]
struct NoValue {
    #[snapshot(plain, type = "Option<")]
    a: u8,
}

#[derive(Snapshot)]
struct Useless {
    #[snapshot(type = "Option<u8>")]
    a: u8,
    #[snapshot(skip, name = "c")]
    b: u8,
}

#[derive(Snapshot)]
#[snapshot(item)]
struct Item {
    #[snapshot(name = "b")]
    a: u8,
}

#[derive(Snapshot)]
struct Twice {
    a: u8,
    #[snapshot(name = "a")]
    b: u8,
    #[snapshot(name = "d", name = "e")]
    c: u8,
}

#[derive(Snapshot)]
struct TwiceBefore {
    #[snapshot(name = "b")]
    a: u8,
    b: u8,
}

#[derive(Snapshot)]
enum Variants {
    #[snapshot(name = "2")]
    A(#[snapshot(skip)] u8),
}

fn main() {}
