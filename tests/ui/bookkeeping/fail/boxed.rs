use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 300, boxed, bookkeeping = free_list)]
struct Node(u32);

pool! {
    Words: [u32; 300], bookkeeping = index_stack, boxed, sync = local;
}

fn main() {
    let _ = NodeBox::new(Node(1)).map(|node| node.0);
}
