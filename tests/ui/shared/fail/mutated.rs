stackpool::pool! {
    Numbers: [u32; 64], shared;
}

fn main() {
    let mut number = NumbersArc::new(7).ok().unwrap();
    *number += 1;
}
