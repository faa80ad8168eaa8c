//! Scopes that are forgotten, left by a panic, swapped, or entered again while they run.

use stackpool::region::{Boxed, DoubleFrame, Frame, FrameScope, Inline, NoDrop};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[test]
fn what_a_forgotten_scope_stored_is_not_given_out_again() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let _ = scope.alloc(0_u8).unwrap();
    let kept = scope.store(7_u32).unwrap();
    let _ = scope.alloc([0_u8; 40]).unwrap();
    std::mem::forget(scope);
    // The bytes after the last stored value are free, because nothing refers to them.
    assert_eq!((frame.used(), frame.padding(), frame.high_water_mark()), (8, 3, 8));
    assert_eq!(frame.stats().to_string(), "8 of 64 bytes in use, 3 of them padding, 8 at most, full 0 times");
    let scope = frame.enter();
    assert_eq!((scope.used(), scope.padding()), (8, 3));
    scope.alloc_slice_fill_with(56, |_| u8::MAX).unwrap();
    assert_eq!(scope.get(kept), Some(&7));
    drop(scope);
    assert_eq!((frame.get(kept), frame.remaining_capacity()), (Some(&7), 0));
    frame.reset();
    assert_eq!((frame.get(kept), frame.used(), frame.padding()), (None, 0, 0));
}

#[test]
fn what_a_forgotten_scope_stored_stays_after_a_flip() {
    let mut frames = DoubleFrame::<Inline<16>>::new();
    let scope = frames.enter();
    let kept = scope.store(7_u32).unwrap();
    std::mem::forget(scope);
    assert_eq!((frames.used(), frames.previous_used()), (4, 0));
    let scope = frames.begin();
    scope.alloc_slice_fill_with(16, |_| u8::MAX).unwrap();
    assert_eq!(scope.get(kept), Some(&7));
    drop(scope);
    assert_eq!((frames.used(), frames.previous_used()), (16, 4));
}

#[test]
fn panics_leave_what_was_stored() {
    let mut frame = Frame::<Inline<64>>::new();
    let before = frame.store(1_u16).unwrap();
    let stored = Cell::new(None);
    let panic = catch_unwind(AssertUnwindSafe(|| {
        let scope = frame.enter();
        stored.set(Some(scope.store(2_u16).unwrap()));
        resume_unwind(Box::new("out of the scope"));
    }));
    assert!(panic.is_err());
    assert_eq!((frame.get(before), frame.get(stored.get().unwrap())), (Some(&1), Some(&2)));
    let after = frame.store_slice_copy(&[3_u16; 30]).unwrap();
    assert_eq!((frame.get(before), frame.get(stored.get().unwrap())), (Some(&1), Some(&2)));
    assert_eq!((frame.get(after), frame.remaining_capacity()), (Some(&[3; 30][..]), 0));
}

#[test]
fn an_iterator_that_panics_leaves_what_was_stored_and_takes_nothing() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let before = scope.store(1_u16).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| {
        scope.store_iter((0..9_u16).inspect(|&value| {
            if value == 5 {
                resume_unwind(Box::new("out of the iterator"));
            }
        }))
    }));
    assert!(panic.is_err());
    assert_eq!((scope.used(), scope.get(before)), (2, Some(&1)));
    std::mem::forget(scope);
    assert_eq!(frame.used(), 2);
}

#[test]
fn an_inner_scope_that_panics_leaves_what_was_stored() {
    let mut frame = Frame::<Inline<64>>::new();
    let mut scope = frame.enter();
    let before = scope.store(1_u16).unwrap();
    let panic = catch_unwind(AssertUnwindSafe(|| {
        scope.scope(|inner| {
            inner.alloc_slice_fill_with(62, |_| u8::MAX).unwrap();
            resume_unwind(Box::new("out of the inner scope"));
        });
    }));
    assert!(panic.is_err());
    assert_eq!((scope.used(), scope.get(before)), (2, Some(&1)));
    let after = scope.store([2_u8; 62]).unwrap();
    assert_eq!((scope.get(before), scope.get(after)), (Some(&1), Some(&[2; 62])));
}

#[test]
fn an_inner_scope_that_is_forgotten_ends_all_the_same() {
    let mut frame = Frame::<Inline<64>>::new();
    let mut scope = frame.enter();
    let before = scope.store(1_u8).unwrap();
    scope.scope(|inner| {
        inner.alloc_slice_fill_with(63, |_| u8::MAX).unwrap();
        std::mem::forget(inner);
    });
    let after = scope.store([2_u8; 63]).unwrap();
    assert_eq!((scope.get(before), scope.get(after)), (Some(&1), Some(&[2; 63])));
}

#[test]
fn inner_scopes_find_and_write_by_id() {
    let mut frame = Frame::<Inline<64>>::new();
    let mut scope = frame.enter();
    let total = scope.store(0_u32).unwrap();
    let sum = scope.scope(|mut inner| {
        let numbers = inner.alloc_slice_copy(&[1_u32, 2, 3]).unwrap();
        *inner.get_mut(total).unwrap() = numbers.iter().sum();
        inner.scope(|innermost| {
            assert_eq!(innermost.used(), 16);
            *innermost.alloc(*innermost.get(total).unwrap()).unwrap()
        })
    });
    assert_eq!((sum, scope.get(total), scope.used()), (6, Some(&6), 4));
}

#[test]
fn iterators_find_no_room_in_the_scope_that_they_fill() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let nothing = Cell::new(None);
    let slice = scope
        .store_iter((0..3_u8).inspect(|_| {
            // A value of no size takes no room, so it always fits.
            nothing.set(Some(scope.store(()).unwrap()));
            assert!(scope.store(1_u8).is_err());
            assert!(scope.store_slice_copy(&[1_u8]).is_err());
        }))
        .unwrap();
    assert_eq!((scope.get(slice), scope.used()), (Some(&[0, 1, 2][..]), 3));
    assert_eq!(scope.get(nothing.get().unwrap()), Some(&()));
    std::mem::forget(scope);
    assert_eq!((frame.used(), frame.get(slice)), (3, Some(&[0, 1, 2][..])));
}

#[test]
fn making_the_iterator_may_allocate() {
    struct Late<'s, 'a>(&'s FrameScope<'a, Inline<64>>);

    impl<'a> IntoIterator for Late<'_, 'a> {
        type Item = u32;
        type IntoIter = std::iter::Copied<std::slice::Iter<'a, u32>>;

        fn into_iter(self) -> Self::IntoIter {
            self.0.alloc_slice_copy(&[5, 6]).unwrap().iter().copied()
        }
    }

    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let slice = scope.store_iter(Late(&scope)).unwrap();
    assert_eq!((scope.get(slice), scope.used()), (Some(&[5, 6][..]), 16));
}

#[test]
fn an_iterator_that_does_not_fit_is_given_back() {
    let mut frame = Frame::<Inline<8>>::new();
    let scope = frame.enter();
    let mut numbers = 1_u16..;
    let (fitted, next) = scope.store_iter(&mut numbers).unwrap_err().into_inner();
    assert_eq!((scope.get(fitted), next, numbers.next()), (Some(&[1, 2, 3, 4][..]), 5, Some(6)));
    let (fitted, next) = scope.store_iter(&mut numbers).unwrap_err().into_inner();
    assert_eq!((scope.get(fitted), next), (Some(&[][..]), 7));
}

#[test]
fn storing_while_values_are_borrowed() {
    let mut frame = Frame::<Inline<64>>::new();
    let scope = frame.enter();
    let first = scope.store(1_u32).unwrap();
    let borrowed = scope.get(first).unwrap();
    let exclusive = scope.alloc(2_u32).unwrap();
    let second = scope.store(*borrowed + *exclusive).unwrap();
    *exclusive += 1;
    let copied = scope.store_slice_copy(std::slice::from_ref(borrowed)).unwrap();
    assert_eq!((*borrowed, *exclusive, scope.get(second)), (1, 3, Some(&3)));
    assert_eq!(scope.get(copied), Some(&[1][..]));
}

#[test]
fn swapped_scopes_find_their_own() {
    let mut one = Frame::<Inline<64>>::new();
    let mut other = Frame::<Inline<64>>::new();
    let (mut of_one, mut of_other) = (one.enter(), other.enter());
    let (first, second) = (of_one.store(1_u32).unwrap(), of_other.store([2_u8; 7]).unwrap());
    std::mem::swap(&mut of_one, &mut of_other);
    assert_eq!((of_one.get(first), of_one.get(second)), (None, Some(&[2; 7])));
    let third = of_one.store(3_u32).unwrap();
    let fourth = of_other.store(4_u64).unwrap();
    // An inner scope belongs to the scope that is now in this place.
    let inner = of_one.scope(|inner| (inner.get(first).copied(), inner.get(third).copied(), inner.used()));
    assert_eq!(inner, (None, Some(3), 12));
    drop((of_one, of_other));
    // After the first value, at the next address for a `u64`.
    let used = 4_usize.next_multiple_of(align_of::<u64>()) + 8;
    assert_eq!((one.get(first), one.get(fourth), one.used()), (Some(&1), Some(&4), used));
    assert_eq!((other.get(second), other.get(third), other.used()), (Some(&[2; 7]), Some(&3), 12));
}

#[test]
fn swapped_inner_scopes_find_their_own() {
    fn swapped<'a>(mut one: FrameScope<'a, Inline<64>, false>, mut other: FrameScope<'a, Inline<64>, false>) {
        let before = (one.used(), other.used());
        std::mem::swap(&mut one, &mut other);
        one.alloc(u64::MAX).unwrap();
        other.alloc(u64::MAX).unwrap();
        assert_eq!((other.used(), one.used()), (before.0 + 8, before.1 + 8));
    }

    let mut one = Frame::<Inline<64>>::new();
    let mut other = Frame::<Inline<64>>::new();
    let (mut of_one, mut of_other) = (one.enter(), other.enter());
    let (first, second) = (of_one.store(1_u64).unwrap(), of_other.store([2_u64; 2]).unwrap());
    of_one.scope(|one| of_other.scope(|other| swapped(one, other)));
    assert_eq!((of_one.used(), of_other.used()), (8, 16));
    assert_eq!((of_one.get(first), of_other.get(second)), (Some(&1), Some(&[2; 2])));
}

#[test]
fn values_of_types_that_are_not_copied() {
    #[derive(Debug, PartialEq)]
    struct Cursor(u32);
    impl NoDrop for Cursor {}

    let mut frame = Frame::<Boxed>::from(Boxed::new(8));
    let cursor = frame.store(Cursor(1)).unwrap();
    frame.get_mut(cursor).unwrap().0 += 1;
    let refused = frame.store([0_u8; 5]).unwrap_err();
    assert_eq!((frame.get(cursor), refused.into_inner()), (Some(&Cursor(2)), [0; 5]));
}
