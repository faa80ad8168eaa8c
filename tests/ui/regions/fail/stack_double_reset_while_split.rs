use stackpool::region::{DoubleStack, Inline};

fn main() {
    let mut memory = DoubleStack::<Inline<64>>::new();
    let (mut lower, _upper) = memory.split();
    memory.reset();
    println!("{:?}", lower.enter().alloc(7));
}
