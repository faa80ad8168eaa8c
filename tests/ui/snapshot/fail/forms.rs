//! Keys that are not written as keys are.

use stackpool::Snapshot;

#[derive(Snapshot)]
#[snapshot(skip)]
#[snapshot(crate = stackpool, crate = stackpool)]
struct World {
    #[snapshot]
    first: u32,
    #[snapshot()]
    second: u32,
    #[snapshot = "skip"]
    third: u32,
    #[snapshot(skip = true)]
    fourth: u32,
    #[snapshot(plain, plain)]
    fifth: u32,
    #[snapshot(skip plain)]
    sixth: u32,
    #[snapshot(7)]
    seventh: u32,
}

fn main() {}
