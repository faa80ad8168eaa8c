use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let _ = frame.enter().scope(|inner| inner.store(7));
}
