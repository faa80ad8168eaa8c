use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let mut scope = frame.enter();
    let kept = scope.scope(|inner| inner.alloc(7).unwrap());
    *kept += 1;
}
