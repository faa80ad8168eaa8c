use std::cell::Cell;

stackpool::pool! {
    Counts: [Cell<u32>; 64], shared;
}

fn main() {
    let count = CountsArc::new(Cell::new(7)).ok().unwrap();
    let _ = CountsArc::downgrade(&count);
}
