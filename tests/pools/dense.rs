//! Dense pools: the slice, its order, and handles that stay valid. Whole pools are compared with a model in
//! `tests/model/dense.rs` and `tests/model/stores.rs`.

use crate::drops::{Drops, Token};
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::{Dense, Layout};
use stackpool::{Handle, HandleMap, Pool, PoolSpec, pool};
use std::cell::Cell;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pool! {
    Numbers: [u32; miri_or(40, 300)], dense;
    Bytes: [u32; 200], dense, guard = live, quarantine = 16;
    Words: [u32; miri_or(40, 300)], dense, layout = u32, quarantine = 0;
    Tokens: [Token; 8], dense;
    Nothing: [(); 8], dense;
    Lines: [Line; 8], dense;
    Marked: [u32; 8], dense, marks;
    Others: [u32; 8];
    OtherBytes: [u32; 8], dense;
}

/// Larger than it is aligned by itself.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
struct Line(u8);

/// A pool of these numbers, whose objects were in other slots before.
fn filled<P: PoolSpec<Item = u32, Layout: Dense>>(numbers: &[u32]) -> Pool<P> {
    let mut pool = Pool::<P>::new();
    for round in 0..3 {
        pool.retain(|handle, _| handle.index() % 3 == round);
        while pool.try_extend([9]).is_ok() && pool.len() < numbers.len() {}
    }
    pool.clear();
    pool.extend(numbers.iter().copied());
    pool
}

/// Sorts a pool and a list in the same ways, and compares them.
fn sorts<P: PoolSpec<Item = u32, Layout: Dense>>(numbers: &[u32]) {
    let keys: [fn(&u32) -> u32; 4] =
        [|&number| number, |&number| number % 7, |_| 0, |&number| u32::MAX - number / 3];
    for (way, key) in (0..3).flat_map(|way| keys.map(|key| (way, key))) {
        let mut pool = filled::<P>(numbers);
        let mut expected: Vec<_> = pool.iter().map(|(handle, &number)| (handle, number)).collect();
        expected.sort_by_key(|(_, number)| key(number));
        match way {
            0 => pool.sort_by_key(key),
            1 => pool.sort_by(|a, b| key(a).cmp(&key(b))),
            _ => pool.sort_by_cached_key(key),
        }
        let seen: Vec<_> = pool.iter().map(|(handle, &number)| (handle, number)).collect();
        assert_eq!(seen, expected, "a stable sort in way {way}");
        for (position, (handle, number)) in seen.into_iter().enumerate() {
            assert_eq!((pool.position_of(handle), pool.get(handle)), (Some(position), Some(&number)));
        }
    }
}

#[test]
fn sorts_are_those_of_a_list_and_handles_go_along() {
    proptest!(cases(2, 64), |(numbers in prop::collection::vec(0..40_u32, 0..miri_or(8, 190)))| {
        sorts::<Numbers>(&numbers);
        sorts::<Bytes>(&numbers);
        sorts::<Words>(&numbers);
    });
}

/// Every comparison in turn panics: the objects are in some order, each once, under their handles.
#[test]
fn a_comparison_that_panics_loses_nothing() {
    let drops = Drops::default();
    let order = [5, 2, 7, 2, 0, 6, 1];
    for at in 0.. {
        let mut pool = TokensPool::from_iter(order.map(|id| drops.token(id)));
        let before: Vec<_> = pool.iter().map(|(handle, token)| (handle, token.id)).collect();
        let left = Cell::new(at);
        let sorted = catch_unwind(AssertUnwindSafe(|| {
            pool.sort_by(|a, b| {
                if left.get() == 0 {
                    resume_unwind(Box::new("a comparison"));
                }
                left.set(left.get() - 1);
                a.id.cmp(&b.id)
            });
        }));
        for &(handle, id) in &before {
            assert_eq!(pool[handle].id, id);
            assert_eq!(pool.as_slice()[pool.position_of(handle).unwrap()].id, id);
        }
        assert_eq!(drops.alive().len(), order.len());
        drop(pool);
        let mut dropped = drops.take_dropped();
        dropped.sort_unstable();
        assert_eq!(dropped, [0, 1, 2, 2, 5, 6, 7], "each once");
        if sorted.is_ok() {
            assert!(at > 6, "a sort of seven objects compares more often");
            return;
        }
    }
}

/// `sort_by` may panic over such a comparison, and loses nothing.
#[test]
fn a_comparison_that_lies_loses_nothing() {
    let mut pool = NumbersPool::from_iter(0..miri_or(30, 300) as u32);
    let handles: Vec<_> = pool.handles().collect();
    let mut calls = 0_u32;
    let lies = |_: &u32, _: &u32| {
        calls = calls.wrapping_mul(0x9E37_79B9).wrapping_add(1);
        if calls & 0x100 == 0 { Ordering::Less } else { Ordering::Greater }
    };
    let _ = catch_unwind(AssertUnwindSafe(|| pool.sort_by(lies)));
    for (number, &handle) in handles.iter().enumerate() {
        assert_eq!(pool[handle], number as u32);
    }
    let mut all: Vec<_> = pool.handles().collect();
    all.sort_unstable();
    assert_eq!(all, handles);
}

#[test]
fn the_last_object_fills_a_hole() {
    let mut pool = NumbersPool::from_iter(0..6);
    let handles: Vec<_> = pool.handles().collect();
    assert_eq!(pool.remove(handles[1]), Some(1));
    assert_eq!(pool.as_slice(), [0, 5, 2, 3, 4]);
    assert_eq!(pool.remove(handles[4]), Some(4));
    assert_eq!(pool.as_slice(), [0, 5, 2, 3]);
    assert_eq!((pool.position_of(handles[5]), pool.position_of(handles[4])), (Some(1), None));
    pool.insert(9).unwrap();
    assert_eq!(pool.as_slice(), [0, 5, 2, 3, 9]);
    pool.swap(0, 4);
    assert_eq!((pool.as_slice(), pool[handles[0]]), (&[9, 5, 2, 3, 0][..], 0));
    pool.as_mut_slice()[3] = 30;
    let objects: &mut [_] = pool.as_mut_slice();
    assert_eq!(objects[3], 30);
    let copies: Vec<_> = pool.as_mut_slice().into_iter().map(|number| *number).collect();
    let shown = format!("{:?}", pool.as_mut_slice());
    assert_eq!((copies.as_slice(), shown), (pool.as_slice(), format!("{copies:?}")));
    assert_eq!(pool[handles[3]], 30);
    assert_eq!(pool.handle_of(&pool.as_slice()[3]), Some(handles[3]));
    assert_eq!(pool.handles().nth(3), Some(handles[3]));
}

#[test]
#[should_panic(expected = "position 3 is beyond the 3 objects of the pool")]
fn a_position_beyond_the_objects_is_not_swapped() {
    NumbersPool::from_iter(0..3).swap(3, 0);
}

/// The closures see each object once, whatever moves meanwhile.
#[test]
fn every_object_is_visited_once() {
    for mask in 0..miri_or(16, 256_u32) {
        let keeps = |number: u32| mask >> (number % 8) & 1 == 1;
        let mut pool = NumbersPool::from_iter(0..8);
        let mut visited = Vec::new();
        pool.retain(|_, &mut number| {
            visited.push(number);
            keeps(number)
        });
        visited.sort_unstable();
        assert_eq!(visited, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert!(pool.values().all(|&number| keeps(number)));
        let kept = pool.len();
        let mut pool = NumbersPool::from_iter(0..8);
        let mut taken: Vec<_> =
            pool.extract_if(|_, &mut number| !keeps(number)).map(|entry| entry.1).collect();
        taken.sort_unstable();
        assert!(taken.into_iter().eq((0..8).filter(|&number| !keeps(number))));
        assert_eq!(pool.len(), kept);
    }
}

#[test]
fn a_predicate_that_panics_leaves_the_rest() {
    let drops = Drops::default();
    for (at, in_order) in (0..6).flat_map(|at| [(at, false), (at, true)]) {
        let mut pool = TokensPool::from_iter((0..6).map(|id| drops.token(id)));
        let mut seen = 0;
        let result = catch_unwind(AssertUnwindSafe(|| {
            let keep = |_, token: &mut Token| {
                seen += 1;
                if seen > at {
                    resume_unwind(Box::new("a predicate"));
                }
                token.id % 2 == 0
            };
            if in_order { pool.retain_in_order(keep) } else { pool.retain(keep) }
        }));
        assert!(result.is_err());
        let mut ids: Vec<_> = pool.values().map(|token| token.id).collect();
        if in_order {
            assert!(ids.is_sorted());
        } else {
            ids.sort_unstable();
        }
        assert_eq!(ids, drops.alive());
        for (position, handle) in pool.handles().enumerate() {
            assert_eq!(pool.position_of(handle), Some(position));
        }
    }
}

#[test]
fn the_order_can_be_kept() {
    let drops = Drops::default();
    for first in 0..7 {
        for gone in [0b1, 0b101_0110, 0b111_1111, 0b110_0000, 0] {
            let mut pool = TokensPool::from_iter((0..7).map(|id| drops.token(id)));
            let handles: Vec<_> = pool.handles().collect();
            let removed = pool.remove_in_order(handles[first]).unwrap();
            assert!(pool.remove_in_order(handles[first]).is_none(), "a stale handle");
            assert_eq!(removed.id, first as u32);
            drop(removed);
            pool.retain_in_order(|handle, token| {
                assert_eq!(handle, handles[token.id as usize]);
                gone >> token.id & 1 == 0
            });
            let kept: Vec<u32> = (0..7).filter(|&id| id != first as u32 && gone >> id & 1 == 0).collect();
            assert_eq!(pool.as_slice().iter().map(|token| token.id).collect::<Vec<_>>(), kept);
            assert_eq!(drops.alive(), kept);
            for (position, &id) in kept.iter().enumerate() {
                assert_eq!(pool.position_of(handles[id as usize]), Some(position));
            }
            assert_eq!(pool.remaining_capacity(), 8 - kept.len());
        }
    }
}

#[test]
fn a_drain_gives_the_slice_from_both_ends() {
    let drops = Drops::default();
    let mut pool = TokensPool::from_iter((0..7).map(|id| drops.token(id)));
    let handles: Vec<_> = pool.handles().collect();
    let mut drain = pool.drain();
    assert_eq!(drain.len(), 7);
    let mut next = |is_first| {
        let (handle, token) = if is_first { drain.next() } else { drain.next_back() }.unwrap();
        (handle, token.id)
    };
    assert_eq!(next(true), (handles[0], 0));
    assert_eq!(next(false), (handles[6], 6));
    assert_eq!(next(false), (handles[5], 5));
    assert_eq!(next(true), (handles[1], 1));
    drops.take_dropped();
    drop(drain);
    assert_eq!(drops.take_dropped(), [2, 3, 4], "in order");
    assert!(pool.is_empty() && handles.iter().all(|&handle| !pool.contains(handle)));
    assert!(pool.try_extend((0..8).map(|id| drops.token(id))).is_ok(), "all slots are free");
}

/// Nothing is dropped twice. What was not taken leaks.
#[test]
fn a_drain_that_is_forgotten_leaves_an_empty_pool() {
    let drops = Drops::default();
    let mut pool = TokensPool::from_iter((0..5).map(|id| drops.token(id)));
    let mut drain = pool.drain();
    let taken = drain.next();
    let rest: Vec<_> = drain.by_ref().map(|(_, token)| token).collect();
    std::mem::forget(drain);
    assert!(pool.is_empty() && pool.as_slice().is_empty());
    drop((taken, rest));
    pool.extend((0..8).map(|id| drops.token(10 + id)));
    assert_eq!(drops.alive().len(), 8);
    let mut pool = NumbersPool::from_iter(0..5);
    std::mem::forget(pool.drain());
    assert!(pool.as_slice().is_empty());
    pool.extend(5..9);
    assert_eq!(pool.as_slice(), [5, 6, 7, 8]);
}

/// An object whose destructor panics, in each place: all others are dropped, or stay.
#[test]
fn a_destructor_that_panics_drops_nothing_twice() {
    struct Bomb<'a>(u32, u32, &'a Cell<u32>);
    impl Drop for Bomb<'_> {
        fn drop(&mut self) {
            self.2.set(self.2.get() + 1);
            if self.0 == self.1 {
                resume_unwind(Box::new("a bomb"));
            }
        }
    }
    struct Bombs<'a>(PhantomData<&'a ()>);
    impl<'a> PoolSpec for Bombs<'a> {
        type Item = Bomb<'a>;
        type Layout = <Tokens as PoolSpec>::Layout;
        const NAME: &'static str = "Bombs";
    }
    type Action = for<'p, 'a> fn(&'p mut Pool<Bombs<'a>>);
    let actions: [(Action, bool); 7] = [
        (|pool| pool.clear(), true),
        (|pool| drop(pool.drain()), true),
        (|pool| pool.drain().for_each(drop), true),
        (|pool| *pool = Pool::new(), true),
        (|pool| std::mem::take(pool).into_iter().take(2).for_each(drop), true),
        (|pool| pool.retain(|_, _| false), false),
        (|pool| pool.retain_in_order(|_, _| false), false),
    ];
    for (action, removes_all) in actions {
        for armed in 0..5 {
            let dropped = Cell::new(0);
            let mut pool = Pool::<Bombs<'_>>::new();
            for id in 0..5 {
                assert!(pool.insert(Bomb(id, armed, &dropped)).is_ok());
            }
            assert!(catch_unwind(AssertUnwindSafe(|| action(&mut pool))).is_err());
            assert_eq!(dropped.get() + pool.len() as u32, 5, "each is dropped, or is still there");
            assert!(!removes_all || pool.is_empty());
            for (position, handle) in pool.handles().enumerate() {
                assert_eq!(pool.position_of(handle), Some(position));
            }
            assert!(catch_unwind(AssertUnwindSafe(|| drop(pool))).is_ok());
            assert_eq!(dropped.get(), 5);
        }
    }
}

#[test]
fn a_batch_is_removed_in_the_order_in_which_it_is_taken() {
    let drops = Drops::default();
    let mut pool = TokensPool::from_iter((0..6).map(|id| drops.token(id)));
    let handles: Vec<_> = pool.handles().collect();
    let batch = [handles[4], handles[0], handles[2]];
    let mut removed = pool.remove_many(&batch).unwrap();
    assert_eq!(removed.next_back().map(|token| token.id), Some(2));
    assert_eq!(removed.next().map(|token| token.id), Some(4));
    drop(removed);
    // 5 came to the place of 2, 3 to that of 4 and then to that of 0.
    assert_eq!(pool.values().map(|token| token.id).collect::<Vec<_>>(), [3, 1, 5]);
    assert!(pool.remove_many(&[handles[1], handles[1]]).is_err());
    assert_eq!(pool.values().map(|token| token.id).collect::<Vec<_>>(), [3, 1, 5]);
    // What was not taken stays if the iterator is forgotten.
    std::mem::forget(pool.remove_many(&[handles[1], handles[3]]).unwrap());
    assert_eq!(pool.len(), 3);
    assert_eq!(drops.alive(), [1, 3, 5]);
}

#[test]
fn an_object_that_was_out_goes_back_to_its_place() {
    let mut pool = NumbersPool::from_iter(0..5);
    let handles: Vec<_> = pool.handles().collect();
    let (number, others) = pool.detach(handles[1]).unwrap();
    assert_eq!((others.as_slice(), others.position_of(handles[1])), (&[0, 4, 2, 3][..], None));
    others.reattach(number + 10);
    assert_eq!(pool.as_slice(), [0, 11, 2, 3, 4]);
    let (number, mut others) = pool.detach(handles[1]).unwrap();
    others.insert(7).unwrap();
    others.remove(handles[3]).unwrap();
    assert_eq!(others.as_slice(), [0, 4, 2, 7]);
    others.reattach(number);
    assert_eq!(pool.as_slice(), [0, 11, 2, 7, 4]);
    assert!(pool.detach(handles[4]).is_some());
    assert_eq!(pool.as_slice(), [0, 11, 2, 7]);
}

#[test]
fn objects_without_a_size_and_objects_of_a_line() {
    let mut nothing = NothingPool::new();
    let handles: Vec<_> = (0..5).map(|_| nothing.insert(()).unwrap()).collect();
    assert!(nothing.remove(handles[2]).is_some());
    assert_eq!((nothing.as_slice().len(), nothing.position_of(handles[4])), (4, Some(2)));
    nothing.sort_by_key(|()| 0);
    nothing.as_mut_slice().fill(());

    let mut lines = LinesPool::from_iter((0..5).map(Line));
    let first = lines.handles().next().unwrap();
    lines.sort_by_key(|line| std::cmp::Reverse(line.0));
    assert_eq!(lines.as_slice(), [4, 3, 2, 1, 0].map(Line));
    assert_eq!(lines.as_slice().as_ptr().addr() % 64, 0);
    assert_eq!((lines[first], lines.position_of(first)), (Line(0), Some(4)));
}

#[test]
fn clones_and_other_pools_have_the_order() {
    let mut pool = NumbersPool::from_iter(0..5);
    pool.sort_by_key(|&number| std::cmp::Reverse(number));
    let mut clone = pool.clone();
    assert!(clone == pool && clone.handles().eq(pool.handles()));
    clone.swap(0, 1);
    assert!(clone != pool, "the order counts");
    clone.clone_from(&pool);
    assert!(clone == pool);
    let mut texts = Pool::<stackpool::Of<Numbers, String>>::new();
    pool.map_into(&mut texts, |_, number| number.to_string());
    assert!(pool.is_empty() && texts.as_slice() == ["4", "3", "2", "1", "0"]);
}

/// The other pool has objects of its own, which have no destructor, or is full of them.
#[test]
fn a_pool_with_objects_becomes_like_another() {
    let from = |count: u32| {
        let mut pool =
            Pool::<stackpool::Of<OtherBytes, String>>::from_iter((0..count).map(|n| n.to_string()));
        pool.sort_by(|a, b| b.cmp(a));
        pool
    };
    let counts = || (0..9).step_by(miri_or(4, 1));
    for (source, target) in counts().flat_map(|source| counts().map(move |target| (source, target))) {
        for panics_at in 0..source + 1 {
            let mut pool = from(source);
            let (handles, mut calls) = (pool.handles().collect::<Vec<_>>(), 0);
            let mut other = OtherBytesPool::from_iter((0..target).map(|number| 900 + number));
            let result = catch_unwind(AssertUnwindSafe(|| {
                pool.map_into(&mut other, |_, text| {
                    calls += 1;
                    if calls > panics_at {
                        resume_unwind(Box::new("a closure"));
                    }
                    text.parse::<u32>().unwrap()
                });
            }));
            assert_eq!(result.is_ok(), panics_at == source);
            if result.is_ok() {
                assert!(other.as_slice().iter().copied().eq((0..source).rev()), "{source} to {target}");
                assert!(
                    other.handles().map(Handle::to_bits).eq(handles.iter().map(|handle| handle.to_bits()))
                );
            }
            // Whatever is there now, the pool is one.
            assert!(other.iter().all(|(_, &number)| number < source));
            assert!(other.handles().enumerate().all(|(at, handle)| other.position_of(handle) == Some(at)));
            while other.insert(7).is_ok() {}
            assert!(other.is_full() && other.as_slice().len() == 8);
        }
    }
}

#[test]
fn what_goes_through_slots_finds_the_objects() {
    let mut pool = NumbersPool::from_iter(0..6);
    let handles: Vec<_> = pool.handles().collect();
    let mut names = HandleMap::<Numbers, &str>::new();
    names.insert(handles[1], "one");
    names.insert(handles[5], "five");
    pool.remove(handles[0]);
    pool.sort_by_key(|&number| std::cmp::Reverse(number));
    let joined: Vec<_> = pool.join(&names).map(|(handle, &number, &name)| (handle, number, name)).collect();
    assert_eq!(joined, [(handles[1], 1, "one"), (handles[5], 5, "five")]);
    for part in pool.parts_mut(3) {
        part.for_each(|(_, number)| *number += 10);
    }
    assert_eq!(pool.as_slice(), [15, 14, 13, 12, 11]);
    let [a, b] = pool.get_disjoint_mut([handles[2], handles[4]]).unwrap();
    std::mem::swap(a, b);
    assert_eq!(pool.as_slice(), [15, 12, 13, 14, 11]);
    let many: Vec<_> = pool.get_many(&handles).collect();
    assert_eq!(many, [None, Some(&11), Some(&14), Some(&13), Some(&12), Some(&15)]);
    let mut cursor = pool.cursor();
    let mut visited = 0;
    while let Some(handle) = cursor.next(&pool) {
        visited += pool.remove(handle).unwrap();
        assert!(visited > 60 || pool.insert(0).is_ok());
    }
    assert!(visited >= 65, "a cursor visits each slot, whatever moves");
}

#[test]
fn marks_and_the_order_of_the_slice_are_apart() {
    let mut pool = MarkedPool::from_iter([3, 1]);
    let mark = pool.mark().unwrap();
    pool.extend([2, 0]);
    pool.sort_by_key(|&number| number);
    assert!(pool.iter_in_order().map(|(_, &number)| number).eq([3, 1, 2, 0]));
    assert_eq!(pool.release_since(mark), Ok(2));
    assert_eq!(pool.as_slice(), [3, 1]);
}

#[test]
fn a_save_has_the_order_and_another_kind_of_pool_refuses_it() {
    let mut pool = OtherBytesPool::from_iter([5, 3, 8]);
    pool.sort_by_key(|&number| number);
    let saved = pool.save();
    let mut other = OtherBytesPool::from_iter([1, 2]);
    other.restore(&saved).unwrap();
    assert!(other == pool && other.as_slice() == [3, 5, 8] && other.save() == saved);
    let error = OthersPool::new().restore(&saved).unwrap_err();
    assert_eq!(*error.error(), stackpool::RestoreError::Layout);
    assert!(error.to_string().contains("only one of the two is dense"));
    let in_place = OthersPool::from_iter([5, 3, 8]).save();
    assert_eq!(OtherBytesPool::check_saved(&in_place), Err(stackpool::RestoreError::Layout.into()));
    // The positions are before the three items of four bytes, a byte for each of three slots.
    let positions = saved.len() - 12 - 3..saved.len() - 12;
    assert_eq!(saved[positions.clone()], [1, 0, 2]);
    for wrong in [[1, 1, 2], [0, 0, 0], [3, 0, 1], [255, 0, 1], [2, 0, 2]] {
        let mut bytes = saved.clone();
        bytes[positions.clone()].copy_from_slice(&wrong);
        assert_eq!(
            OtherBytesPool::check_saved(&bytes),
            Err(stackpool::RestoreError::ObjectOrder.into()),
            "{wrong:?}"
        );
    }
    // A slot that is free has no position.
    let first = pool.handles().next().unwrap();
    pool.remove(first);
    let mut saved = pool.save();
    let positions = saved.len() - 8 - 3..saved.len() - 8;
    let free = positions.start + first.index();
    assert_eq!(saved[free], 0);
    saved[free] = 1;
    assert_eq!(OtherBytesPool::check_saved(&saved), Err(stackpool::RestoreError::ObjectOrder.into()));
}

/// What moved and did not change is not sent.
#[test]
fn a_delta_has_no_object_that_only_moved() {
    pool! { Wide: [[u32; 16]; 300], dense, changes; }
    let mut pool = WidePool::from_iter((0..300).map(|number| [0xABCD_0000 + number; 16]));
    let base = pool.save();
    drop(pool.take_changed());
    let handles: Vec<_> = pool.handles().step_by(100).collect();
    for handle in handles {
        pool.remove(handle);
    }
    pool.swap(7, 250);
    for delta in [pool.delta(&base).unwrap(), pool.changed_delta()] {
        assert_eq!(WidePool::patch(&base, &delta).unwrap(), pool.save());
        assert!(delta.len() < 1_500, "{} bytes for three objects that are gone", delta.len());
        let has_objects = delta.windows(4).any(|bytes| bytes[2..] == [0xCD, 0xAB]);
        assert!(!has_objects, "an object in the delta");
    }
    assert!(pool.delta(&base).unwrap().len() > pool.changed_delta().len());
}

/// The handles of all positions: one by one, and beside the slice.
fn positions_have_handles<P: PoolSpec<Layout: Dense>>(pool: &mut Pool<P>) {
    let handles: Vec<Handle<P>> = pool.handles().collect();
    for (position, &handle) in handles.iter().enumerate() {
        assert_eq!(
            (pool.handle_at_position(position), pool.position_of(handle)),
            (Some(handle), Some(position))
        );
        assert_eq!(pool.handles().nth(position), Some(handle));
    }
    assert_eq!(
        [pool.len(), P::Layout::CAPACITY as usize, usize::MAX].map(|p| pool.handle_at_position(p)),
        [None; 3]
    );
    let (beside, slice) = pool.handles_and_slice_mut();
    assert_eq!(
        (beside.len(), beside.rev().collect::<Vec<_>>()),
        (slice.len(), handles.into_iter().rev().collect())
    );
}

#[test]
fn a_position_has_a_handle() {
    let numbers: Vec<u32> = (0..miri_or(20, 200)).map(|number| number * 7 % 30).collect();
    let mut pool = filled::<Numbers>(&numbers);
    pool.sort_by_key(|number| *number);
    pool.retain(|handle, _| handle.index() % 5 != 0);
    positions_have_handles(&mut pool);
    // Written through the slice, read through the handle beside it.
    let (handles, slice) = pool.handles_and_slice_mut();
    let written: Vec<_> = handles
        .zip(slice)
        .enumerate()
        .map(|(number, (handle, item))| {
            *item = number as u32;
            (handle, number as u32)
        })
        .collect();
    assert!(written.iter().all(|(handle, number)| pool[*handle] == *number));

    let mut nothing = NothingPool::from_iter([(); 6]);
    let second = nothing.handles().nth(1).unwrap();
    nothing.remove(second);
    nothing.swap(0, 4);
    positions_have_handles(&mut nothing);
    positions_have_handles(&mut MarkedPool::new());
}
