use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, shared, sync = local)]
struct Node(u32);

fn main() {
    let node = NodeRc::new(Node(7)).ok().unwrap();
    let weak = NodeRc::downgrade(&node);
    std::thread::spawn(move || assert!(weak.upgrade().is_none()));
    std::thread::scope(|scope| {
        scope.spawn(|| assert_eq!(node.0, 7));
    });
}
