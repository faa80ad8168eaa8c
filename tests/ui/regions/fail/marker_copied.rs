use stackpool::region::{Inline, Stack};

fn main() {
    let mut memory = Stack::<Inline<64>>::new();
    let marker = memory.marker().unwrap();
    memory.rollback(marker.clone()).unwrap();
}
