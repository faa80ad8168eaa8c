//! A pool of `Node<f32>` is defined, and one of `Node<u32>` is used.

use stackpool::{Pool, pool};

struct Node<T>(T);

pool! { Nodes: [Node<f32>; 100]; }

struct Tree {
    nodes: Pool<Node<u32>>,
}

fn main() {
    let _ = NodesPool::new();
}
