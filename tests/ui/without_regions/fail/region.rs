use stackpool::region::{Inline, Linear};

fn main() {
    let mut memory = Linear::<Inline<1_000>>::new();
    memory.scope(|scope| assert!(scope.alloc(7).is_ok()));
}
