use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let visible = frame.begin().alloc_slice_copy(&[1, 2, 3]).unwrap();
    frame.reset();
    visible.sort_unstable();
}
