//! Frames: which values ids find, after operations on the frame, on its scopes and on other frames.

#![cfg(feature = "alloc")]

mod limits;
mod model;
mod scopes;
mod threads;
mod values;

use stackpool::region::{DoubleFrame, Frame, FrameId, Inline};
use std::collections::HashSet;
use std::mem::MaybeUninit;

#[test]
fn ids_are_small() {
    assert_eq!((size_of::<FrameId<u64>>(), size_of::<Option<FrameId<u64>>>()), (12, 12));
    assert_eq!((size_of::<FrameId<[u64]>>(), size_of::<Option<FrameId<[u64]>>>()), (16, 16));
    assert_eq!(align_of::<FrameId<[u64]>>(), 4);
}

#[test]
fn ids_are_told_apart() {
    let mut frame = Frame::<Inline<256>>::new();
    let mut other = Frame::<Inline<256>>::new();
    let mut ids = HashSet::new();
    for round in 0..3 {
        frame.reset();
        for value in 0..4_u32 {
            assert!(ids.insert(frame.store(value).unwrap()), "value {value} of round {round}");
        }
    }
    assert!(ids.insert(other.store(0).unwrap()));
    let [one, same] = [frame.store_slice_copy(&[1_u8, 2, 3]).unwrap(); 2];
    assert_eq!((one, one.len(), one.is_empty()), (same, 3, false));
    let empty = frame.store_slice_copy::<u8>(&[]).unwrap();
    assert_eq!((empty.len(), empty.is_empty()), (0, true));
    assert_ne!(one, empty);
    assert_eq!(frame.get(empty), Some(&[][..]));
}

#[test]
fn ids_say_what_they_name() {
    let mut frame = Frame::<Inline<256>>::new();
    let _ = frame.begin();
    let (one, many) = (frame.store(1_u32).unwrap(), frame.store_slice_copy(&[1_u32, 2]).unwrap());
    let instance = format!("{one:?}").split(' ').nth(3).unwrap().to_owned();
    assert_eq!(format!("{one:?}"), format!("FrameId {{ instance: {instance} epoch: 1, offset: 0 }}"));
    assert_eq!(
        format!("{many:?}"),
        format!("FrameId {{ instance: {instance} epoch: 1, offset: 4, len: 2 }}")
    );
    assert_eq!(format!("{frame:?}"), "Frame { capacity: 256, used: 12, .. }");
}

#[test]
fn a_frame_knows_its_ids_wherever_it_is() {
    let mut one = Frame::<Inline<64>>::new();
    let mut other = Frame::<Inline<64>>::new();
    let (of_one, of_other) = (one.store(1_u64).unwrap(), other.store(2_u64).unwrap());
    assert_eq!((one.get(of_one), one.get(of_other)), (Some(&1), None));
    std::mem::swap(&mut one, &mut other);
    assert_eq!((one.get(of_one), one.get(of_other)), (None, Some(&2)));
    // A new frame in the place of the old one has neither value.
    let old = std::mem::take(&mut one);
    let _ = one.store(3_u64).unwrap();
    assert_eq!((one.get(of_one), one.get(of_other)), (None, None));
    let boxed = Box::new(old);
    assert_eq!(boxed.get(of_other), Some(&2));
}

#[test]
fn memory_that_two_frames_had_in_turn() {
    let mut memory = [MaybeUninit::uninit(); 64];
    let id = Frame::from(&mut memory[..]).store(1_u8).unwrap();
    let mut frame = Frame::from(&mut memory[..]);
    assert_eq!(frame.get(id), None);
    let _ = frame.store([7_u8; 64]).unwrap();
    assert_eq!(frame.get(id), None);
}

#[test]
fn a_double_frame_keeps_values_for_one_more_frame() {
    let mut frames = DoubleFrame::<Inline<64>>::new();
    let mut other = DoubleFrame::<Inline<64>>::new();
    let foreign = other.store(9_u32).unwrap();
    let mut ids = Vec::new();
    for frame in 0..6_u32 {
        ids.push(frames.store(frame).unwrap());
        for (&id, stored) in ids.iter().zip(0..) {
            let value = (stored + 1 >= frame).then_some(stored);
            assert_eq!(frames.get(id).copied(), value);
            assert_eq!(frames.get_mut(id).copied(), value);
            assert_eq!(frames.enter().get(id).copied(), value);
            assert_eq!(frames.enter().get_mut(id).copied(), value);
            assert_eq!(frames.enter().scope(|scope| scope.get(id).copied()), value);
        }
        assert_eq!(frames.get(foreign), None);
        assert_eq!(frames.enter().get(foreign), None);
        assert_eq!((frames.used(), frames.previous_used()), (4, if frame == 0 { 0 } else { 4 }));
        frames.flip();
    }
    frames.reset();
    assert!(ids.iter().all(|&id| frames.get(id).is_none()));
    assert_eq!((frames.used(), frames.previous_used(), frames.high_water_mark()), (0, 0, 4));
}

#[test]
fn a_double_frame_of_two_sizes() {
    let (mut small, mut large) = ([MaybeUninit::uninit(); 8], [MaybeUninit::uninit(); 16]);
    let mut frames = DoubleFrame::from([&mut small[..], &mut large[..]]);
    assert_eq!((frames.capacity(), frames.remaining_capacity()), (8, 8));
    let of_small = frames.store([1_u8; 8]).unwrap();
    assert!(frames.store(1_u8).is_err());
    frames.flip();
    assert_eq!((frames.capacity(), frames.remaining_capacity(), frames.previous_used()), (16, 16, 8));
    let of_large = frames.store([2_u8; 16]).unwrap();
    frames.get_mut(of_small).unwrap()[0] = 3;
    assert_eq!(
        (frames.get(of_small), frames.get(of_large)),
        (Some(&[3, 1, 1, 1, 1, 1, 1, 1]), Some(&[2; 16]))
    );
    assert_eq!(format!("{frames:?}"), "DoubleFrame { capacity: 16, used: 16, previous_used: 8, .. }");
}
