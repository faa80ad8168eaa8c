use stackpool::region::{Frame, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let _ = frame.store_slice_copy(&[core::ptr::null::<u8>()]);
}
