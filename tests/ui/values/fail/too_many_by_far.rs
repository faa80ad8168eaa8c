//! More values than any integer counts.

use stackpool::{Pool, pool};

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 0..=0xFFFF_FFFF_FFFF_FFFF)]
    x: u64,
    #[pool(range = -0x8000_0000_0000_0000..=0x7FFF_FFFF_FFFF_FFFF)]
    y: i64,
}

pool! {
    Numbers: [u32; 0..=u32::MAX];
}

fn main() {
    let _ = TilePool::new().acquire();
    let _ = NumbersPool::new().acquire();
}
