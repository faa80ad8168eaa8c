//! What is allocated in an inner scope, and dropped with it, does not leave it.
use stackpool::region::{DropLinear, Inline};

fn main() {
    let mut level = DropLinear::<Inline<64>>::new();
    let name = level.scope(|inner| inner.alloc(String::from("wolf")).unwrap());
    name.push('s');
}
