//! No bytes would say how many elements there are.

use stackpool::Snapshot;

#[derive(Snapshot)]
struct World {
    marks: Vec<[u8; 0]>,
}

fn main() {
    println!("{}", World { marks: Vec::new() }.saved_len());
}
