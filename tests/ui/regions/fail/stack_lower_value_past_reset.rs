use stackpool::region::{DoubleStack, Inline};

fn main() {
    let mut memory = DoubleStack::<Inline<64>>::new();
    let (mut lower, _upper) = memory.split();
    let score = lower.enter().alloc(7).unwrap();
    lower.reset();
    *score += 1;
}
