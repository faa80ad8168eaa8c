use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 16, shared, sync = local)]
struct Node(u32);

fn main() {
    let node = NodeRc::new(Node(7)).map_err(|full| full.into_inner().0);
    println!("{:?}", node.map(|node| NodeRc::downgrade(&node).upgrade().map(|node| node.0)));
}
