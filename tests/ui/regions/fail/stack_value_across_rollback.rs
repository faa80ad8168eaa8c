use stackpool::region::{Inline, Stack};

fn main() {
    let mut memory = Stack::<Inline<64>>::new();
    let marker = memory.marker().unwrap();
    let score = memory.enter().alloc(7).unwrap();
    memory.rollback(marker).unwrap();
    *score += 1;
}
