use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed = true, exact = 1)]
struct Node(Option<NodeBox>);

#[derive(Pool)]
#[pool(capacity = 64, boxed = false)]
struct Leaf(Option<LeafHandle>);

pool! {
    Words: [&'static str; 64], boxed(yes), sync = exact;
    Numbers: [u32; 64], boxed: exact;
}

fn main() {
    let _ = (NodeBox::new(Node(None)).ok().unwrap(), LeafPool::new().insert(Leaf(None)));
    let _ = (WordsBox::new("word"), NumbersBox::new(7));
}
