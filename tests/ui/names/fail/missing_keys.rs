//! rustc shows which key would declare the type of a field.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 16)]
struct Node {
    next: Option<NodeBox>,
}

#[derive(Pool)]
#[pool(capacity = 16, boxed)]
struct Page {
    cover: Option<PageObject>,
    text: Option<PageArc>,
    notes: Option<PageWeak>,
}

#[derive(Pool)]
#[pool(capacity = 16, shared)]
enum Tree {
    Leaf,
    Branch(Vec<TreeRc>),
}

fn main() {
    let node = NodeBox::new(Node { next: None }).ok();
}
