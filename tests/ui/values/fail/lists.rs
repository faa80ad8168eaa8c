//! Mistakes in lists of values.

use stackpool::pool;

const SLICE: &[u8] = &[1, 2];

pool! {
    Slices: [u8 = SLICE];
    Types: [u8 = [1, -2, "three"]];
    Guarded: [u8 = [1, 2]], guard = live;
    NotCopy: [Vec<u8> = [Vec::new()]];
}

fn main() {
    let _ = (Guarded::new_pool().acquire(), Guarded::take_pool());
}
