use stackpool::region::{Frame, FrameId, Inline};

fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let id: FrameId<f32> = frame.store(7_u32).unwrap();
    frame.get(id);
}
