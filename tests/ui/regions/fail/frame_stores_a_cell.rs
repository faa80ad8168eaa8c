use core::cell::Cell;
use stackpool::region::{Frame, Inline, NoDrop};

struct Counter(Cell<u32>);
impl NoDrop for Counter {}

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let _ = frame.store(Counter(Cell::new(7)));
}
