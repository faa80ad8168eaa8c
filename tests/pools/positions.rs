//! The positions of dense pools that changed: a copy of the slice is right again after these are copied. Other steps
//! are in the model: `tests/common/model`.

#![expect(clippy::single_range_in_vec_init, reason = "they are lists of ranges")]

use crate::size::{cases, miri_or};
use proptest::collection::vec;
use proptest::prelude::*;
use stackpool::{Columns, pool};
use std::cell::Cell;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pool! {
    Numbers: [u32; 70], dense, changes, quarantine = 3;
    Rows: [Row; 70], columns, dense, changes, guard = live;
}

#[derive(Clone, Copy, Columns, PartialEq, Debug)]
struct Row {
    number: u32,
    #[pool(group = pair)]
    low: u8,
    #[pool(group = pair)]
    high: u8,
}

impl From<u32> for Row {
    fn from(number: u32) -> Self {
        Row { number, low: number as u8, high: (number >> 8) as u8 }
    }
}

/// Copies the ranges of positions, as a program copies them to a graphics card.
fn copy(ranges: impl Iterator<Item = Range<usize>>, numbers: &[u32], copied: &mut Vec<u32>) {
    copied.resize(numbers.len(), u32::MAX);
    for range in ranges {
        copied[range.clone()].copy_from_slice(&numbers[range]);
    }
}

/// Counts down, and panics once at 0.
struct Fuse(Cell<usize>);

impl Fuse {
    fn burn(&self) {
        let left = self.0.get();
        self.0.set(left.wrapping_sub(1));
        if left == 0 {
            resume_unwind(Box::new("user code"));
        }
    }
}

/// Declares a function that does something to a pool, and lets the `fuse` of user code burn. `$number` is the number of
/// `$object`, which is lent for reading, and `$numbers` are those of the pool.
macro_rules! steps {
    ($step:ident: $Pool:ty, $Item:ty, $object:ident => $number:expr, $pool:ident => $numbers:expr) => {
        fn $step($pool: &mut $Pool, (step, a, b): (u8, usize, usize), saved: &mut Vec<u8>, fuse: &Fuse) {
            let len = $pool.len();
            let at = |$pool: &$Pool, position: usize| $pool.handle_at_position(position % len.max(1));
            let keep = |number: u32| {
                fuse.burn();
                number as usize % 5 != b % 5
            };
            match (step, at($pool, a)) {
                (0..=3, _) => drop($pool.insert(<$Item>::from((a * 256 + b) as u32))),
                (4, _) => $pool.extend((0..b % 5).take(70 - len).map(|n| <$Item>::from((a + n) as u32))),
                (5..=6, Some(handle)) => drop($pool.remove(handle)),
                (7, Some(handle)) => drop($pool.remove_in_order(handle)),
                (8, Some(_)) => $pool.swap(a % len, b % len),
                (9, _) => $pool.sort_by(|$object, other| {
                    fuse.burn();
                    let this = ($number as usize) ^ b;
                    let $object = other;
                    this.cmp(&(($number as usize) ^ b))
                }),
                (10, _) => $pool.sort_by_cached_key(|$object| {
                    fuse.burn();
                    $number
                }),
                (11, _) => $pool.retain(|_, $object| keep($number)),
                (12, _) => $pool.retain_in_order(|_, $object| keep($number)),
                (13, _) => drop($pool.extract_if(|_, $object| !keep($number)).take(a % 4).count()),
                (14, _) => drop($pool.drain().take(a % 70).inspect(|_| fuse.burn()).count()),
                (15, Some(_)) => {
                    let handles = [a, b].map(|position| at($pool, position).unwrap());
                    drop($pool.remove_many(&handles[..1 + usize::from(handles[0] != handles[1])]));
                }
                (16, _) => *saved = $pool.save(),
                (17, _) if !saved.is_empty() => $pool.restore(saved).unwrap(),
                (18, _) => {
                    let mut other = <$Pool>::from_iter((0..b % 30).map(|n| <$Item>::from(n as u32)));
                    other.sort_by_key(|$object| $number % 7);
                    $pool.clone_from(&other);
                }
                (19, _) => $pool.clear(),
                (20, _) => $pool.reset(),
                _ => {}
            }
        }
    };
}

steps!(step_of_numbers: NumbersPool, u32, object => *object, pool => pool.as_slice());
steps!(step_of_rows: RowsPool, Row, object => *object.number, pool => pool.columns().number);

macro_rules! follows {
    ($test:ident: $step:ident of $Pool:ty, $pool:ident => $numbers:expr, $write:expr) => {
        #[test]
        fn $test() {
            let steps = vec((0..24_u8, any::<u8>(), any::<u8>(), 0..60_usize), 0..miri_or(20, 120));
            proptest!(cases(2, 128), |(steps in steps, rarely in 1..6_usize)| {
                let mut pool = <$Pool>::new();
                let (mut copied, mut saved) = (Vec::new(), Vec::new());
                for (number, (step, a, b, fuse)) in steps.into_iter().enumerate() {
                    let (a, b, fuse) = (usize::from(a), usize::from(b), Fuse(Cell::new(fuse)));
                    let write: fn(&mut $Pool, usize) = $write;
                    if step == 23 {
                        write(&mut pool, a);
                    }
                    let step = || $step(&mut pool, (step, a, b), &mut saved, &fuse);
                    let _ = catch_unwind(AssertUnwindSafe(step));
                    let $pool = &pool;
                    // From the copy when the changes were taken last.
                    let mut now = copied.clone();
                    copy(pool.changed_positions(), $numbers, &mut now);
                    prop_assert_eq!(&now, $numbers);
                    if number % rarely == 0 {
                        copied = now;
                        drop(pool.take_changed());
                        prop_assert_eq!(pool.changed_positions().count(), 0);
                    }
                }
            });
        }
    };
}

follows!(a_copy_of_a_slice_follows: step_of_numbers of NumbersPool, pool => pool.as_slice(), |pool, a| {
    match pool.handle_at_position(a) {
        Some(handle) => pool[handle] += 1,
        None => pool.as_mut_slice()[..].reverse(),
    }
});
follows!(a_copy_of_a_column_follows: step_of_rows of RowsPool, pool => pool.columns().number, |pool, a| {
    match pool.handle_at_position(a).and_then(|handle| pool.get_mut(handle)) {
        Some(row) => *row.number += 1,
        None => pool.number_mut().reverse(),
    }
});

fn filled(count: u32) -> NumbersPool {
    let mut pool = NumbersPool::from_iter(0..count);
    assert!(pool.changed_positions().eq([0..count as usize]));
    drop(pool.take_changed());
    assert_eq!(pool.changed_positions().next(), None);
    pool
}

/// The positions that one operation on ten objects changes, as ranges.
fn changed<R>(change: impl FnOnce(&mut NumbersPool) -> R) -> Vec<Range<usize>> {
    let mut pool = filled(10);
    change(&mut pool);
    pool.changed_positions().collect()
}

#[test]
fn ranges_have_what_an_operation_moves_and_no_more() {
    let at = |pool: &NumbersPool, position| pool.handle_at_position(position).unwrap();
    assert_eq!(changed(|pool| pool.insert(1)), [10..11]);
    assert_eq!(changed(|pool| pool.remove(at(pool, 3))), [3..4]);
    assert_eq!(changed(|pool| pool.remove(at(pool, 9))), []);
    assert_eq!(changed(|pool| pool.remove_in_order(at(pool, 6))), [6..9]);
    assert_eq!(changed(|pool| drop(pool.remove_many(&[at(pool, 0), at(pool, 1)]))), [0..2]);
    assert_eq!(changed(|pool| drop(pool.get_mut(at(pool, 4)))), [4..5]);
    assert_eq!(changed(|pool| pool.swap(1, 4)), [1..2, 4..5]);
    assert_eq!(changed(|pool| pool.swap(2, 2)), []);
    assert_eq!(changed(|pool| pool.sort_by_key(|number| *number)), []);
    assert_eq!(changed(|pool| pool.sort_by_key(|number| *number ^ 1)), [0..10]);
    assert_eq!(changed(|pool| pool.sort_by_cached_key(|number| *number == 7)), [7..10]);
    assert_eq!(changed(|pool| pool.as_mut_slice().fill(0)), [0..10]);
    assert_eq!(changed(|pool| pool.drain().next()), []);
    assert_eq!(changed(NumbersPool::clear), []);
    // The last object is removed, and another one comes there.
    assert_eq!(
        changed(|pool| {
            pool.remove(at(pool, 9));
            pool.insert(1).unwrap();
        }),
        [9..10]
    );
}

#[test]
fn a_rollback_has_the_ranges_of_what_it_changes() {
    let mut pool = filled(10);
    let saved = pool.save();
    pool.restore(&saved).unwrap();
    assert!(pool.changed_positions().eq([]), "nothing is another");
    let at = |pool: &NumbersPool, position| pool.handle_at_position(position).unwrap();
    pool.remove(at(&pool, 2));
    pool.swap(5, 6);
    let written = at(&pool, 4);
    pool[written] = 40;
    drop(pool.take_changed());
    pool.restore(&saved).unwrap();
    assert!(pool.changed_positions().eq([2..3, 4..7, 9..10]));
}

#[test]
fn a_walk_can_be_cloned_and_ends_once() {
    let mut pool = filled(6);
    pool.swap(1, 4);
    let mut ranges = pool.changed_positions();
    assert_eq!(format!("{ranges:?}"), "[1..2, 4..5]");
    assert_eq!(ranges.next(), Some(1..2));
    assert!(ranges.clone().eq([4..5]));
    assert_eq!((ranges.next(), ranges.next(), ranges.next()), (Some(4..5), None, None));
    // A clone has the changes of the original.
    assert!(pool.clone().changed_positions().eq([1..2, 4..5]));
}
