//! The size of an item is known: one of an unsized type has none.
use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 4)]
struct B(str);

fn main() {}
