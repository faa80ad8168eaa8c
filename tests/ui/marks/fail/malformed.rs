use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, marks = "3")]
struct Text(u32);

#[derive(Pool)]
#[pool(capacity = 64, marks(3))]
struct Parentheses(u32);

#[derive(Pool)]
#[pool(capacity = 64, marks, marks = 3)]
struct Twice(u32);

pool! {
    Nothing: [u32; 64], marks =;
    Word: [u32; 64], marks = yes, guard = live;
    NearMiss: [u32; 64], mraks;
}

fn main() {
    let _ = TextPool::new().mark();
}
