use stackpool::region::{Frame, FrameId, Inline};

/// The pass twin: ids are kept, copied and sent.
struct Batch {
    vertices: FrameId<[[f32; 2]]>,
}

pub fn main() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.begin();
    let corner = scope.alloc([1.0, 2.0]).unwrap();
    let batch = Batch { vertices: scope.store_slice_copy(&[*corner; 2]).unwrap() };
    drop(scope);
    std::thread::scope(|threads| {
        threads.spawn(|| assert_eq!(frame.get(batch.vertices), Some(&[[1.0, 2.0]; 2][..])));
    });
    frame.reset();
    assert!(frame.get(batch.vertices).is_none());
}
