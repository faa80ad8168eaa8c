//! `T` itself is not a definition: `Of<S, T>` and `Sized16<T, N>` are.

use stackpool::Pool;

struct Tree<T> {
    nodes: Pool<T>,
}

fn main() {}
