use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, box = Node)]
struct Node(Option<NodeBox>);

#[derive(Pool)]
#[pool(capacity = 64, boxed, handle = LeafBox)]
struct Leaf(Option<LeafBox>);

pool! {
    Words: [&'static str; 64], boxed, box = "Word";
    Numbers: [u32; 64], boxed, box;
    Letters: [char; 64], boxed;
    LettersBox: [char; 64], boxed;
}

fn main() {}
