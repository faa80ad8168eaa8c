//! Alignments, sizes and lengths at their limits.

use stackpool::region::{Boxed, DoubleFrame, Frame, FrameId, Inline, Static, Stored};
use std::mem::MaybeUninit;

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(4096))]
struct Page(u32);

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
struct Nothing;

fn address<T>(value: Option<&T>) -> usize {
    std::ptr::from_ref(value.expect("stored")).addr()
}

#[test]
fn more_aligned_than_memory_that_stays() {
    let mut frame = Frame::from(Boxed::<16>::new(5 * 4096));
    let byte = frame.store(1_u8).unwrap();
    let page = frame.store(Page(7)).unwrap();
    let before = address(frame.get(page));
    assert_eq!(before % 4096, 0);
    let frame = Box::new(frame);
    assert_eq!(
        (address(frame.get(page)), frame.get(page), frame.get(byte)),
        (before, Some(&Page(7)), Some(&1))
    );

    let mut memory = [MaybeUninit::uninit(); 3 * 4096];
    let mut frame = Frame::from(&mut memory[1..]);
    let page = frame.store(Page(7)).unwrap();
    assert_eq!((address(frame.get(page)) % 4096, frame.padding()), (0, frame.used() - 4096));
    let frame = Box::new(frame);
    assert_eq!(frame.get(page), Some(&Page(7)));
}

#[test]
fn as_aligned_as_memory_that_moves() {
    let mut frame = Frame::<Inline<8192, 4096>>::new();
    let page = frame.store(Page(7)).unwrap();
    let mut frame = Box::new(frame);
    let other = frame.store(Page(8)).unwrap();
    assert_eq!(
        (address(frame.get(page)) % 4096, frame.get(page), frame.get(other)),
        (0, Some(&Page(7)), Some(&Page(8)))
    );
    assert_eq!((frame.remaining_capacity(), frame.store(1_u8).is_err()), (0, true));
}

/// A value of no size is found at an aligned address, and only in its own frame.
#[test]
fn values_of_no_size() {
    let mut frame = Frame::<Inline<0, 64>>::new();
    let mut other = Frame::<Inline<0, 64>>::new();
    let nothing = frame.store(Nothing).unwrap();
    let many = frame.store_slice_copy(&[Nothing; 5]).unwrap();
    let listed = frame.enter().store_iter([Nothing; 3]).unwrap();
    let _ = other.store(Nothing).unwrap();
    assert_eq!(address(frame.get(nothing)) % 64, 0);
    assert_eq!(address(frame.get(many).map(|many| &many[4])) % 64, 0);
    assert_eq!((frame.get(many), frame.get(listed)), (Some(&[Nothing; 5][..]), Some(&[Nothing; 3][..])));
    assert_eq!((other.get(nothing), other.get(many)), (None, None));
    assert_eq!((frame.used(), frame.capacity()), (0, 0));
    frame.reset();
    assert_eq!((frame.get(nothing), frame.get(many)), (None, None));
}

/// An empty slice whose alignment is larger than that of its place.
#[test]
fn slices_of_no_values() {
    let mut frame = Frame::<Inline<64>>::new();
    let _ = frame.store(1_u8).unwrap();
    let empty = frame.store_slice_copy::<u64>(&[]).unwrap();
    let (listed, used) = {
        let scope = frame.enter();
        (scope.store_iter(std::iter::empty::<u64>()).unwrap(), scope.used())
    };
    assert_eq!((frame.get(empty), frame.get(listed), used), (Some(&[][..]), Some(&[][..]), 1));
    assert!(frame.get(empty).unwrap().as_ptr().is_aligned());
    assert_eq!(frame.get_mut(listed), Some(&mut [][..]));
}

#[test]
#[cfg(target_pointer_width = "64")]
fn longer_than_ids_count() {
    let mut frame = Frame::<Inline<16>>::new();
    // The values have no size, so the array needs no memory.
    let long = [(); 1 << 32];
    assert!(frame.store_slice_copy(&long).is_err());
    let most = frame.store_slice_copy(&long[1..]).unwrap();
    assert_eq!((most.len(), frame.get(most).map(<[_]>::len)), (u32::MAX as usize, Some(u32::MAX as usize)));
}

/// The memory is allocated, but only a few bytes of it are used.
#[test]
#[cfg(all(target_pointer_width = "64", target_os = "linux"))]
#[cfg_attr(miri, ignore = "takes memory")]
fn further_than_ids_reach() {
    use std::alloc::Layout;

    let mut frame = Frame::from(Boxed::<16>::new((1 << 32) + 64));
    let scope = frame.enter();
    scope.alloc_layout(Layout::from_size_align((1 << 32) - 4, 1).unwrap()).unwrap();
    let last = scope.store(7_u32).unwrap();
    assert_eq!((scope.used(), scope.get(last)), (1 << 32, Some(&7)));
    assert_eq!(scope.store(8_u8).unwrap_err().into_inner(), 8);
    assert!(scope.store_slice_copy(&[8_u8]).is_err());
    let (stored, value) = scope.store_iter([8_u8, 9]).unwrap_err().into_inner();
    assert_eq!((stored.len(), value), (0, 8));
    assert_eq!((*scope.alloc(9_u8).unwrap(), scope.used(), scope.get(last)), (9, (1 << 32) + 1, Some(&7)));
}

#[test]
fn frames_are_made_in_constants() {
    static SHARED: Frame<Inline<32>> = Frame::new();

    let [mut one, mut other] = [const { Frame::<Inline<32>>::new() }; 2];
    let (first, second) = (one.store(1_u8).unwrap(), other.store(2_u8).unwrap());
    assert_eq!((one.get(first), one.get(second), SHARED.get(first)), (Some(&1), None, None));
    assert_eq!(
        (Frame::<Inline<32>>::default().capacity(), SHARED.capacity(), SHARED.remaining_capacity()),
        (32, 32, 32)
    );
    let mut double = const { DoubleFrame::<Inline<32>>::new() };
    let third = double.store(3_u8).unwrap();
    assert_eq!((double.get(third), double.get(first), double.remaining_capacity()), (Some(&3), None, 31));
    assert_eq!(DoubleFrame::<Inline<32>>::default().high_water_mark(), 0);
}

/// Frames in zeroed memory, and in memory without initial values.
#[test]
fn frames_are_made_where_they_stay() {
    static LEVEL: Static<Frame<Inline<4096>>> = Static::new();
    static PATHS: Static<DoubleFrame<Inline<4096>>> = Static::new();

    let (level, paths) = (LEVEL.take().unwrap(), PATHS.take().unwrap());
    assert!(LEVEL.take().is_err() && PATHS.take().is_err());
    let (mut boxed, mut boxed_paths) =
        (Frame::<Inline<4096>>::on_heap(), DoubleFrame::<Inline<4096>>::on_heap());
    let mut frame = Frame::<Boxed>::with_capacity(4096);
    let mut frames = DoubleFrame::<Boxed<4096>>::with_capacity(4096);
    let of_frames = [
        level.store(1).unwrap(),
        boxed.store(2).unwrap(),
        frame.store(3).unwrap(),
        paths.store(4).unwrap(),
        boxed_paths.store(5).unwrap(),
        frames.store(6).unwrap(),
    ];
    for (id, value) in of_frames.into_iter().zip(1..) {
        let single = [level.get(id), boxed.get(id), frame.get(id)];
        let double = [paths.get(id), boxed_paths.get(id), frames.get(id)];
        let found: Vec<_> = single.into_iter().chain(double).flatten().collect();
        assert_eq!(found, [&value]);
    }
    let full = frames.store([0_u8; 4096]).is_err();
    frames.flip();
    let page = frames.store(Page(1)).unwrap();
    assert_eq!((full, frames.get(page), frames.get(of_frames[5])), (true, Some(&Page(1)), Some(&6)));
    assert_eq!(frames.store(1_u8), Err(stackpool::Full::new(1)));
    assert_eq!(
        frames.stats().to_string(),
        "4096 of 4096 bytes in use, 0 of them padding, 4096 at most, full 2 times"
    );
}

#[test]
fn ids_are_of_any_type() {
    fn is_sent_and_kept<T: Stored + ?Sized>()
    where
        FrameId<T>: Send + Sync + Unpin + Copy + Eq + std::hash::Hash,
    {
    }
    is_sent_and_kept::<std::rc::Rc<std::cell::Cell<u8>>>();
    is_sent_and_kept::<[*mut u8]>();
    is_sent_and_kept::<std::marker::PhantomPinned>();
}
