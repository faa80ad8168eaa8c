//! Value pools whose definitions are written by hand, some of them wrong.

extern crate std;

use super::{AcquireError, ReleaseError, ValuePool, ValueSpec};
use crate::layout::fixed::Fixed;
use crate::layout::groups::{self, HandleBits, LiveWords, SlotCount, TableBits};
use std::format;
use std::vec::Vec;

/// Writes a definition: how many values of which type, the guard, the value of an index and the index of a value.
macro_rules! definition {
    ($name:ident: $count:literal of $item:ty, $guard:ty; |$index:ident| $at:expr; |$value:ident| $index_of:expr) => {
        impl ValueSpec for $name {
            type Item = $item;
            type Layout = Fixed<SlotCount<$count>, TableBits<8>, $guard, HandleBits<8>>;
            const NAME: &'static str = stringify!($name);

            fn value($index: u32) -> $item {
                $at
            }

            fn index($value: &$item) -> Option<u32> {
                $index_of
            }
        }
    };
}

/// The even numbers from 100 on.
struct Even;

definition! {
    Even: 10 of u32, LiveWords<1>;
    |index| 100 + 2 * index;
    |value| (*value >= 100 && value % 2 == 0 && *value < 120).then(|| (value - 100) / 2)
}

#[test]
fn each_value_is_handed_out_once() {
    let mut pool = ValuePool::<Even>::new();
    let out: Vec<u32> = std::iter::from_fn(|| pool.acquire()).collect();
    assert_eq!(out, [100, 102, 104, 106, 108, 110, 112, 114, 116, 118]);
    assert!(pool.is_full() && pool.iter().eq(out.iter().copied()));
    assert_eq!(pool.release(104), Ok(()));
    assert_eq!(pool.release(104), Err(ReleaseError::NotHandedOut));
    assert_eq!(pool.release(105), Err(ReleaseError::OutOfRange));
    assert_eq!(pool.release(110), Ok(()));
    assert_eq!((pool.acquire(), pool.acquire(), pool.acquire()), (Some(110), Some(104), None));
}

#[test]
fn a_chosen_value_changes_places_with_the_next() {
    let mut pool = ValuePool::<Even>::new();
    assert_eq!(pool.acquire_exact(106), Ok(()));
    assert_eq!(pool.acquire_exact(106), Err(AcquireError::HandedOut));
    assert_eq!(pool.acquire_exact(120), Err(AcquireError::OutOfRange));
    assert!(pool.contains(106) && !pool.contains(100) && !pool.contains(7));
    // 100 is now where 106 was, and is found there.
    assert_eq!(pool.acquire_exact(100), Ok(()));
    let rest: Vec<u32> = pool.acquire_many(8).unwrap().collect();
    assert_eq!(rest, [104, 102, 108, 110, 112, 114, 116, 118]);
}

#[test]
fn a_batch_is_all_or_nothing() {
    let mut pool = ValuePool::<Even>::new();
    assert_eq!(format!("{:?}", pool.acquire_many(4)), "Some([100, 102, 104, 106])");
    assert!(pool.acquire_many(7).is_none());
    let before = pool.clone();
    for (batch, error, position) in [
        (&[102, 106, 102][..], ReleaseError::NotHandedOut, 2),
        (&[100, 108], ReleaseError::NotHandedOut, 1),
        (&[7], ReleaseError::OutOfRange, 0),
    ] {
        let refused = pool.release_many(batch).unwrap_err();
        assert_eq!((refused.error(), refused.position()), (error, position));
        assert!(pool == before && pool.len() == 4);
        assert_eq!(pool.clone().acquire(), Some(108));
    }
    assert_eq!(pool.release_many(&[100, 104]), Ok(()));
    assert_eq!(format!("{pool:?}"), "{102, 106}");
    assert_eq!((pool.acquire(), pool.acquire(), pool.acquire()), (Some(104), Some(100), Some(108)));
}

/// Gives whatever numbers it is told to.
struct Liar;

definition! {
    Liar: 3 of Option<u32>, LiveWords<1>;
    |_index| Some(1);
    |value| *value
}

#[test]
fn a_wrong_numbering_is_no_more_than_wrong() {
    let mut pool = ValuePool::<Liar>::new();
    for beyond in [3, 31, 32, u32::MAX] {
        assert_eq!(pool.release(Some(beyond)), Err(ReleaseError::OutOfRange));
        assert_eq!(pool.acquire_exact(Some(beyond)), Err(AcquireError::OutOfRange));
        assert!(!pool.contains(Some(beyond)));
    }
    assert_eq!(pool.acquire_many(3).unwrap().collect::<Vec<_>>(), [Some(1); 3]);
    assert_eq!(pool.release(Some(1)), Ok(()));
    assert_eq!(pool.release(Some(1)), Err(ReleaseError::NotHandedOut));
    assert_eq!(pool.release(Some(2)), Ok(()));
    assert_eq!(pool.release(Some(0)), Ok(()));
    assert!(pool.is_empty());
}

/// Its numbering panics.
struct Panics;

definition! {
    Panics: 3 of u32, LiveWords<1>;
    |index| { assert!(index != 1, "no value"); index };
    |value| { assert!(*value != 5, "no index"); Some(*value) }
}

#[test]
fn a_panic_changes_nothing() {
    let mut pool = ValuePool::<Panics>::new();
    assert_eq!(pool.acquire(), Some(0));
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.acquire()));
    assert!(panicked.is_err() && pool.len() == 1);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pool.release_many(&[0, 5])));
    assert!(panicked.is_err() && pool.is_empty());
    assert_eq!(pool.acquire_exact(2), Ok(()));
    assert_eq!(pool.acquire_exact(1), Ok(()));
    assert_eq!(pool.acquire(), Some(0));
}

/// Without a guard.
struct Unguarded;

definition! {
    Unguarded: 4 of u8, groups::Unguarded;
    |index| index as u8;
    |value| Some(u32::from(*value))
}

#[test]
fn without_a_guard_the_count_is_known() {
    let mut pool = ValuePool::<Unguarded>::new();
    assert_eq!(pool.release(0), Err(ReleaseError::NotHandedOut));
    assert_eq!(pool.acquire_exact(2), Ok(()));
    assert_eq!(pool.acquire_exact(2), Err(AcquireError::HandedOut));
    assert_eq!(pool.acquire(), Some(1));
    assert_eq!(pool.release(2), Ok(()));
    // A double release is not caught, and the value is handed out twice.
    assert_eq!(pool.release(2), Ok(()));
    assert_eq!(pool.release(2), Err(ReleaseError::NotHandedOut));
    assert_eq!((pool.acquire(), pool.acquire()), (Some(2), Some(2)));
    assert_eq!(pool.release_many(&[1, 0, 3]).unwrap_err().position(), 2);
    assert_eq!(pool.len(), 2);
    assert_eq!(format!("{pool:?}"), "ValuePool { len: 2, .. }");
}

#[test]
fn bools_are_values() {
    let mut pool = ValuePool::<bool>::new();
    assert_eq!((pool.acquire(), pool.acquire(), pool.acquire()), (Some(false), Some(true), None));
}
