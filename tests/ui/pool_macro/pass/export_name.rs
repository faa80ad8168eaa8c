//! The static of a pool is exported under the name that it is given.

use stackpool::pool;

pool! {
    #[unsafe(export_name = "STACKPOOL_SAMPLES")]
    pub Samples: [u32; 8];
}

pub fn main() {
    assert!(Samples::take_pool().is_ok());
}
