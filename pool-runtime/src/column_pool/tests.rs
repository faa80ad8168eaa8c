//! Column pools of structs whose columns are written by hand, with code that panics where a macro's does not.

use super::ColumnPool;
use crate::columns::{Access, Column, ColumnList, Columns, Saved};
use crate::layout::sized::Sized16;
use crate::layout::spec::PoolSpec;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::vec::Vec;

/// Two fields. It cannot be split if the first one is `UNLUCKY`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Pair(u32, u64);

const UNLUCKY: u32 = 1_313;

impl Pair {
    fn of(number: u32) -> Pair {
        Pair(number, u64::from(number) << 32)
    }
}

impl Columns for Pair {
    type Ref<'a> = (&'a u32, &'a u64);
    type Mut<'a> = (&'a mut u32, &'a mut u64);
    type Slices<'a> = (&'a [u32], &'a [u64]);
    type SlicesMut<'a> = (&'a mut [u32], &'a mut [u64]);
    type List = (Column<u32, 64, Saved>, Column<u64, 4096, Saved>, Saved);
    const SHAPE: u64 = 1;

    fn split(self, _: Access<Self>) -> <Self::List as ColumnList>::Elements {
        assert!(self.0 != UNLUCKY, "an unlucky number");
        (self.0, self.1)
    }

    fn join((first, second): <Self::List as ColumnList>::Elements, _: Access<Self>) -> Self {
        Pair(first, second)
    }

    fn refs<'a>((first, second): <Self::List as ColumnList>::Refs<'a>, _: Access<Self>) -> Self::Ref<'a> {
        (first, second)
    }

    fn muts<'a>((first, second): <Self::List as ColumnList>::Muts<'a>, _: Access<Self>) -> Self::Mut<'a> {
        (first, second)
    }

    fn slices<'a>(
        (first, second): <Self::List as ColumnList>::Slices<'a>,
        _: Access<Self>,
    ) -> Self::Slices<'a> {
        (first, second)
    }

    fn slices_mut<'a>(
        (first, second): <Self::List as ColumnList>::SlicesMut<'a>,
        _: Access<Self>,
    ) -> Self::SlicesMut<'a> {
        (first, second)
    }
}

struct Pairs;

impl PoolSpec for Pairs {
    type Item = Pair;
    type Layout = <Sized16<(), 100> as PoolSpec>::Layout;
    const NAME: &'static str = "Pairs";
}

type PairPool = ColumnPool<Pairs>;

fn panics(f: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(f)).is_err()
}

/// Reads every element that the pool lends.
fn sum(pool: &PairPool) -> u64 {
    let (first, second) = pool.slot_columns();
    assert_eq!(first.len(), second.len());
    first.iter().map(|&first| u64::from(first)).sum::<u64>()
        + second.iter().map(|second| second >> 32).sum::<u64>()
}

#[test]
fn objects_go_in_and_out() {
    let mut pool = PairPool::new();
    let handles: Vec<_> = (0..10).map(|number| pool.insert(Pair::of(number)).unwrap()).collect();
    assert_eq!(sum(&pool), 2 * 45);
    assert_eq!(pool.remove(handles[3]), Some(Pair::of(3)));
    assert_eq!((pool.get(handles[3]), pool.get(handles[4])), (None, Some((&4, &(4 << 32)))));
    let (first, second) = pool.get_mut(handles[4]).unwrap();
    (*first, *second) = (40, 40 << 32);
    assert_eq!(pool.replace(handles[5], Pair::of(50)), Ok(Pair::of(5)));
    assert_eq!(pool.replace(handles[3], Pair::of(50)), Err(Pair::of(50)));
    let numbers: Vec<u32> = pool.iter().map(|(_, (first, _))| *first).collect();
    assert_eq!(numbers, [0, 1, 2, 40, 50, 6, 7, 8, 9]);
    assert_eq!(sum(&pool) / 2, 123 + 3, "a free slot is in the slices, with its last object");
    pool.clear();
    assert_eq!(sum(&pool), 0);
    assert!(pool.slot_columns().0.is_empty());
}

#[test]
fn columns_begin_where_they_ask() {
    let pool = std::boxed::Box::new(PairPool::from_iter([Pair::of(1)]));
    let (first, second) = pool.slot_columns();
    assert_eq!((first.as_ptr().addr() % 64, second.as_ptr().addr() % 4096), (0, 0));
    assert_eq!(PairPool::TOTAL_BYTES, 3 * 4096, "the columns begin at a multiple of 4,096, and end there");
}

#[test]
fn objects_that_cannot_be_split_leave_the_pool_as_it_was() {
    let mut pool = PairPool::new();
    let first = pool.insert(Pair::of(1)).unwrap();
    assert!(panics(|| _ = pool.insert(Pair::of(UNLUCKY))));
    assert!(panics(|| _ = pool.insert_with(|_| Pair::of(UNLUCKY))));
    assert!(panics(|| _ = pool.replace(first, Pair::of(UNLUCKY))));
    assert_eq!((pool.len(), pool.copy_of(first), sum(&pool)), (1, Some(Pair::of(1)), 2));
    let other = PairPool::from_iter((0..50).map(|_| Pair::of(2)));
    let far = other.handles().last().unwrap();
    assert!(panics(|| _ = pool.insert_at(far, Pair::of(UNLUCKY))));
    assert_eq!((pool.len(), pool.contains(far), sum(&pool)), (1, false, 2));
    pool.insert_at(far, Pair::of(3)).unwrap();
    assert_eq!(pool.slot_columns().0.len(), 50, "the slots before it are filled");
    assert_eq!(sum(&pool), 2 + 49 * 6);
    assert!(panics(|| _ = pool.insert_many([Pair::of(4), Pair::of(UNLUCKY), Pair::of(5)])));
    assert_eq!(pool.values().map(|(first, _)| *first).collect::<Vec<_>>(), [1, 4, 3]);
    assert!(panics(|| pool.extend([Pair::of(6), Pair::of(UNLUCKY)])));
    assert_eq!((pool.len(), sum(&pool)), (4, 2 * (1 + 4 + 6 + 47 * 3)));
}

#[test]
fn slots_that_were_reserved_and_not_used_are_filled() {
    let mut pool = PairPool::new();
    // The generations of these slots are used up, so the stack goes on behind them, without elements.
    for _ in 0..3 {
        assert!(panics(|| _ = pool.insert_with(|_| panic!("no object"))));
    }
    let mut expected = Vec::new();
    for number in 0..100 {
        expected.push(pool.insert(Pair::of(number)).unwrap());
        assert!(pool.slot_columns().0.len() >= pool.len());
        std::hint::black_box(sum(&pool));
    }
    let full = pool.insert(Pair::of(100)).unwrap_err();
    assert_eq!(full.into_inner(), Pair::of(100));
    for (number, handle) in (0..).zip(expected) {
        assert_eq!(pool.copy_of(handle), Some(Pair::of(number)));
    }
}

#[test]
fn copies_and_images_are_of_the_live_objects() {
    let mut pool = PairPool::new();
    let handles: Vec<_> = (0..70).map(|number| pool.insert(Pair::of(number)).unwrap()).collect();
    for handle in handles.iter().step_by(3) {
        pool.remove(*handle);
    }
    let mut buffer = [0xA5; PairPool::SAVED_BYTES];
    let image = pool.save_into(&mut buffer).unwrap().to_vec();
    let mut other = PairPool::from_iter((100..103).map(Pair::of));
    other.restore(&image).unwrap();
    assert!(other == pool && other.clone() == pool);
    assert_eq!(other.next_handle(), pool.next_handle());
    let mut again = [0x5A; PairPool::SAVED_BYTES];
    assert_eq!(other.save_into(&mut again).unwrap(), &image[..], "the image is canonical");
    assert_eq!(other.slot_columns().0.len(), 70);
    std::hint::black_box(sum(&other));
    for end in [0, 10, image.len() / 2, image.len() - 1] {
        assert!(other.restore(&image[..end]).is_err());
    }
    assert!(other == pool);
    let base = image;
    pool.insert(Pair::of(7)).unwrap();
    let mut delta = [0; PairPool::MAX_DELTA_BYTES];
    let delta = pool.delta_into(&base, &mut delta).unwrap();
    let mut patched = [0; PairPool::SAVED_BYTES];
    let patched = PairPool::patch_into(&base, delta, &mut patched).unwrap();
    other.restore(patched).unwrap();
    assert!(other == pool);
}

#[test]
fn parts_can_be_written_in_threads() {
    let mut pool = PairPool::from_iter((0..100).map(Pair::of));
    for handle in pool.handles().step_by(7).collect::<Vec<_>>() {
        pool.remove(handle);
    }
    std::thread::scope(|scope| {
        for part in pool.parts_mut(2) {
            scope.spawn(|| part.for_each(|(_, (first, _))| *first += 1));
        }
    });
    assert!(pool.values().all(|(&first, &second)| u64::from(first) == (second >> 32) + 1));
    std::thread::scope(|scope| {
        for part in pool.slot_columns_parts_mut(3) {
            scope.spawn(move || part.live.for_each(|slot| part.columns.1[slot] += 1 << 32));
        }
    });
    assert!(pool.values().all(|(&first, &second)| u64::from(first) == second >> 32));
    assert_eq!(
        pool.parts_mut(5).map(|part| part.slots()).collect::<Vec<_>>(),
        [0..64, 64..128, 128..128, 128..128, 128..128]
    );
}
