use stackpool::region::{Inline, Stack};

fn main() {
    let mut memory = Stack::<Inline<64>>::new();
    let mut kept = None;
    memory.scope(|scope| kept = scope.alloc(7).ok());
    println!("{kept:?}");
}
