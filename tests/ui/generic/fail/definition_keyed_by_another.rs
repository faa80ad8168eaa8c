//! Which handles a pool takes is not up to its definition.

use stackpool::layout::KeyedBy;
use stackpool::pool;

pool! {
    Cells: [u8; 100];
    Others: [u8; 100];
}

impl KeyedBy<Others> for Cells {}

fn main() {}
