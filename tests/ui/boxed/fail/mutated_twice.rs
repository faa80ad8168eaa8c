use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node {
    left: u32,
    right: u32,
}

fn main() {
    let mut node = NodeBox::new(Node { left: 1, right: 2 }).ok().unwrap();
    let left = &mut node.left;
    let right = &mut node.right;
    core::mem::swap(left, right);
}
