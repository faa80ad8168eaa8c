//! The widths of a definition with boxes are not those of a pool with handles.

use stackpool::{Of, Pool, pool};

pool! { Nodes: [u32; 100], boxed, sync = local; }

fn main() {
    let _ = Pool::<Of<Nodes, u8>>::new();
}
