//! The budget is checked for the arguments that a pool is made with.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100, max_bytes = 1_000)]
struct Cell<T>(T);

fn main() {
    let _ = CellPool::<u8>::new();
    let _ = CellPool::<u64>::new();
    let _ = CellPool::<u64>::new().insert(Cell(1));
}
