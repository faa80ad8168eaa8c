//! A static outlives every lifetime of an object.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100)]
struct Word<'text>(&'text str);

fn main() {
    let words = Word::take_pool().unwrap();
    words.insert(Word("a"));
}
