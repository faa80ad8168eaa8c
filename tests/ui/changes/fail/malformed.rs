use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, changes = true)]
struct Value(u32);

#[derive(Pool)]
#[pool(capacity = 64, changes(64))]
struct Parentheses(u32);

#[derive(Pool)]
#[pool(capacity = 64, changes, changes)]
struct Twice(u32);

pool! {
    Synonym: [u32; 64], dirty;
    NearMiss: [u32; 64], chnages;
}

fn main() {
    let _ = ValuePool::new().changed();
}
