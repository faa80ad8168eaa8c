use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let mut scope = frame.enter();
    let id = scope.store(7).unwrap();
    let found = scope.get(id).unwrap();
    *scope.get_mut(id).unwrap() += 1;
    assert_eq!(*found, 7);
}
