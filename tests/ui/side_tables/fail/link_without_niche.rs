use stackpool::{Link, pool};

pool! {
    Units: [u32; 256];
}

struct Squad {
    leader: Link<Units>,
}

fn main() {}
