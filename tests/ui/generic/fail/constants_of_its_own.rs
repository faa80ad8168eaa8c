//! A constant of a type with parameters can depend on them.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = Self::CELLS, marks = 2 * Self::CELLS, max_bytes = Self::CELLS * 1000)]
struct Row<const WIDTH: usize> {
    cells: [u8; WIDTH],
}

impl<const WIDTH: usize> Row<WIDTH> {
    const CELLS: usize = WIDTH;
}

fn main() {
    let _ = RowPool::<4>::new();
}
