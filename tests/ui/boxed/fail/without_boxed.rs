use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, sync = local)]
struct Node(Option<NodeBox>);

#[derive(Pool)]
#[pool(capacity = 64, box = LeafPtr, handle = LeafId, exact)]
struct Leaf;

pool! {
    Words: [&'static str; 64], box = Word, guard = live;
}

fn main() {
    let node: NodeBox = NodeBox::new(Node(None)).ok().unwrap();
    let _ = (Word::new("word"), LeafPtr::new(Leaf), node);
    let _ = Words::take_pool().unwrap().insert("word");
    let _ = WordsPool::new();
}
