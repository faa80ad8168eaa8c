//! `keep` is for the fields of items that are structs.

use stackpool::Snapshot;

#[derive(Snapshot)]
struct World {
    #[snapshot(keep)]
    score: u32,
}

#[derive(Snapshot)]
#[snapshot(item)]
struct Body {
    #[snapshot(keep, skip)]
    shape: u32,
    #[snapshot(keep, name = "old")]
    mesh: u32,
    #[snapshot(keep = true)]
    image: u32,
    #[snapshot(kept)]
    place: u32,
}

#[derive(Snapshot)]
#[snapshot(item, keep)]
struct Whole {
    shape: u32,
}

#[derive(Snapshot)]
enum Order {
    Wait(#[snapshot(keep)] u32),
}

struct NoDefault;

#[derive(Snapshot)]
#[snapshot(item)]
struct Kept {
    #[snapshot(keep)]
    mesh: NoDefault,
}

fn main() {}
