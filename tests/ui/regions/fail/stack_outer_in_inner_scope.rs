use stackpool::region::{Inline, Stack};

fn main() {
    let mut memory = Stack::<Inline<64>>::new();
    let mut outer = memory.enter();
    outer.scope(|inner| {
        let mine = inner.alloc(7).unwrap();
        let kept = outer.alloc(8).unwrap();
        println!("{mine} {kept}");
    });
}
