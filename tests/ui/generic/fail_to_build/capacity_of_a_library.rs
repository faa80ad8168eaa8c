//! A capacity that a library asserts itself: its words, and the line of its user.

use stackpool::{Pool, Sized16};

struct Scene<const N: usize> {
    nodes: Pool<Sized16<u32, N>>,
}

impl<const N: usize> Scene<N> {
    const fn new() -> Self {
        const { assert!(N >= 1 && N <= 65_536, "a scene has 1 to 65,536 nodes") };
        Scene { nodes: Pool::new() }
    }
}

fn main() {
    let _ = Scene::<70_000>::new().nodes.len();
}
