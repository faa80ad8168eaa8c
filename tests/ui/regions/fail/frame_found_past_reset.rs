use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let id = frame.store(7).unwrap();
    let found = frame.get(id).unwrap();
    frame.reset();
    assert_eq!(*found, 7);
}
