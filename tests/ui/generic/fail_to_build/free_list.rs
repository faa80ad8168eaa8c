//! The room for a link is checked for the arguments that a pool is made with.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1_000, bookkeeping = free_list)]
struct Cell<T>(T);

fn main() {
    let _ = CellPool::<u16>::new();
    let _ = CellPool::<u8>::new();
}
