//! The static of a pool has no name to export.

use stackpool::pool;

pool! {
    #[unsafe(no_mangle)]
    pub Samples: [u32; 8];
}

fn main() {
    let _ = SamplesPool::new();
}
