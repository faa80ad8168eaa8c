use stackpool::{Snapshot, pool};

pool! {
    Samples: [u32; 100], guard = none;
}

#[derive(Snapshot)]
struct World {
    samples: SamplesPool,
}

fn main() {}
