//! Frames that threads share, and frames that move to other threads.

use stackpool::region::{Boxed, DoubleFrame, Frame, FrameId, Inline, NoDrop};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// A value that is changed while it is shared.
#[derive(Default)]
struct Counter(AtomicU32);

impl NoDrop for Counter {}

trait Reads: Sync {
    fn counter(&self, id: FrameId<Counter>) -> Option<&Counter>;
    fn numbers(&self, id: FrameId<[u32]>) -> Option<&[u32]>;
    fn bytes(&self) -> (usize, usize);
}

macro_rules! reads {
    ($($frame:ident)*) => {$(
        impl<S: stackpool::region::Storage + Sync> Reads for $frame<S> {
            fn counter(&self, id: FrameId<Counter>) -> Option<&Counter> {
                self.get(id)
            }

            fn numbers(&self, id: FrameId<[u32]>) -> Option<&[u32]> {
                self.get(id)
            }

            fn bytes(&self) -> (usize, usize) {
                (self.capacity(), self.remaining_capacity())
            }
        }
    )*};
}

reads!(Frame DoubleFrame);

fn count(frame: &impl Reads, counter: FrameId<Counter>, numbers: FrameId<[u32]>) {
    thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                for &number in frame.numbers(numbers).unwrap() {
                    frame.counter(counter).unwrap().0.fetch_add(number, Ordering::Relaxed);
                    // Reads the bytes of the frame between changes to the value.
                    assert!(frame.bytes().1 < frame.bytes().0);
                }
            });
        }
    });
}

macro_rules! counts {
    ($frame:expr) => {{
        let mut frame = $frame;
        let counter = frame.store(Counter::default()).unwrap();
        let numbers = frame.store_slice_copy(&[1_u32, 2, 3]).unwrap();
        let before = frame.get(counter).unwrap();
        before.0.store(100, Ordering::Relaxed);
        count(&frame, counter, numbers);
        assert_eq!(before.0.load(Ordering::Relaxed), 118);
        *frame.get_mut(counter).unwrap().0.get_mut() += 1;
        assert_eq!(frame.enter().get(counter).unwrap().0.load(Ordering::Relaxed), 119);
    }};
}

#[test]
fn threads_write_atomics_in_a_shared_frame() {
    counts!(Frame::<Inline<64>>::new());
    counts!(Frame::from(Boxed::<16>::new(64)));
    let mut memory = [MaybeUninit::uninit(); 64];
    counts!(Frame::from(&mut memory[..]));
    counts!(DoubleFrame::<Inline<64>>::new());
    counts!(DoubleFrame::from([Boxed::<16>::new(64), Boxed::new(64)]));
}

#[test]
fn atomics_are_written_while_the_scope_stores() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let id = scope.store(Counter::default()).unwrap();
    let counter = scope.get(id).unwrap();
    thread::scope(|threads| {
        threads.spawn(|| counter.0.fetch_add(1, Ordering::Relaxed));
        let _ = scope.store(1_u64).unwrap();
    });
    counter.0.fetch_add(1, Ordering::Relaxed);
    assert_eq!(scope.get(id).unwrap().0.load(Ordering::Relaxed), 2);
}

#[test]
fn frames_move_to_other_threads_and_back() {
    let mut frame = Frame::<Inline<64>>::new();
    let one = frame.store(1_u32).unwrap();
    let (mut frame, two) = thread::spawn(move || {
        let two = frame.store(*frame.get(one).unwrap() + 1).unwrap();
        (frame, two)
    })
    .join()
    .unwrap();
    *frame.get_mut(two).unwrap() += 1;
    assert_eq!((frame.get(one), frame.get(two)), (Some(&1), Some(&3)));
}
