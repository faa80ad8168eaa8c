use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed, sync = local)]
struct Node(u32);

fn main() {
    let node = NodeBox::new(Node(7)).ok().unwrap();
    std::thread::spawn(move || assert_eq!(node.0, 7));
}
