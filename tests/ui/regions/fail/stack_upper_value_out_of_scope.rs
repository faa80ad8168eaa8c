use stackpool::region::{DoubleStack, Inline};

fn main() {
    let mut memory = DoubleStack::<Inline<64>>::new();
    let (_lower, mut upper) = memory.split();
    let kept = upper.scope(|mut outer| outer.scope(|inner| inner.alloc(7).unwrap()));
    println!("{kept}");
}
