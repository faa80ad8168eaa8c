use stackpool::{HandleMap, Snapshot, pool};

pool! {
    Units: [u32; 100];
}

#[derive(Snapshot)]
struct World {
    units: UnitsPool,
    names: HandleMap<Units, String>,
}

fn main() {}
