use stackpool::region::{DoubleStack, Inline};

fn main() {
    let mut memory = DoubleStack::<Inline<64>>::new();
    let (_lower, mut upper) = memory.split();
    let (marker, score) = upper.alloc_marked(7).unwrap();
    upper.rollback(marker).unwrap();
    *score += 1;
}
