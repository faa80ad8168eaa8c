use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let name = &*scope.alloc_str("level 3").unwrap();
    let _ = scope.store(name);
}
