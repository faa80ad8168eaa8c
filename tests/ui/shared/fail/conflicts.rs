use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, shared)]
struct Node(Option<NodeArc>, Option<NodeWeak>, Option<NodeBox>);

#[derive(Pool, Clone)]
#[pool(capacity = 64, shared, clone)]
struct Leaf;

#[derive(Pool)]
#[pool(capacity = 64, shared, guard = live, bookkeeping = free_list, marks, changes, pool = Twigs)]
struct Twig;

pool! {
    Words: [&'static str; 64], shared, sync = local, exact;
    Numbers: [u32; 64], shared, layout = u16;
}

fn main() {
    let leaf = LeafArc::new(Leaf).ok().unwrap();
    assert!(LeafArc::ptr_eq(&leaf, &leaf.clone()));
}
