//! `guard = none` needs plain data, whatever the argument is.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100, guard = none)]
struct Cell<T>(T);

fn main() {}
