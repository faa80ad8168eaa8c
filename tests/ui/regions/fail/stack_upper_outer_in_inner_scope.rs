use stackpool::region::{DoubleStack, Inline};

fn main() {
    let mut memory = DoubleStack::<Inline<64>>::new();
    let (_lower, mut upper) = memory.split();
    let mut outer = upper.enter();
    outer.scope(|inner| {
        let mine = inner.alloc(7).unwrap();
        let kept = outer.alloc(8).unwrap();
        println!("{mine} {kept}");
    });
}
