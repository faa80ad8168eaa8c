use stackpool::{Snapshot, pool};

pool! {
    Names: [String; 100];
}

#[derive(Snapshot)]
struct World {
    names: NamesPool,
}

fn main() {}
