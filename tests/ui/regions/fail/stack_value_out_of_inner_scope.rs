use stackpool::region::{Inline, Stack};

fn main() {
    let mut memory = Stack::<Inline<64>>::new();
    let mut level = memory.enter();
    let kept = level.scope(|encounter| encounter.alloc(7).unwrap());
    println!("{kept}");
}
