//! The bounds of the type hold for its pools too.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100)]
struct Cell<T: Copy>(T);

struct Grid {
    cells: CellPool<String>,
}

fn main() {}
