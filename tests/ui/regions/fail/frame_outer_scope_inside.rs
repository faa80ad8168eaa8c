use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let mut scope = frame.enter();
    scope.scope(|_| scope.store(7));
}
