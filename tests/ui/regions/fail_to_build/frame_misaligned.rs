//! A value that is stored by id is aligned no more than a region that can move. Each line that stores one is an error.
use stackpool::region::{DoubleFrame, Frame, Inline};

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Dma(#[expect(dead_code)] [u8; 32]);

fn main() {
    let mut frame = Frame::<Inline<256>>::new();
    let _ = frame.store(Dma([0; 32]));
    let mut frame = Frame::<Inline<512>>::new();
    let _ = frame.store_slice_copy(&[Dma([0; 32])]);
    let mut frame = DoubleFrame::<Inline<256>>::new();
    let _ = frame.store(Dma([0; 32]));
    let mut frame = DoubleFrame::<Inline<512>>::new();
    let _ = frame.store_slice_copy(&[Dma([0; 32])]);
    let mut frame = Frame::<Inline<1024>>::new();
    let scope = frame.begin();
    let _ = scope.store_iter([Dma([0; 32])]);
}
