use std::cell::Cell;

stackpool::pool! {
    Counts: [Cell<u32>; 64], shared;
}

fn main() {
    let count = CountsArc::new(Cell::new(7)).ok().unwrap();
    std::thread::spawn(move || assert_eq!(count.get(), 7));
}
