use stackpool::region::{Inline, Stack};

fn main() {
    let mut memory = Stack::<Inline<64>>::new();
    memory.scope(|scope| {
        let score = scope.alloc(7).unwrap();
        memory.reset();
        *score += 1;
    });
}
