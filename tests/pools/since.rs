//! Iteration in the order of insertion.

use crate::drops::{Drops, Token};
use crate::size::miri_or;
use stackpool::layout::{Marked, Tracked};
use stackpool::{Mark, MarkError, Pool, PoolSpec, pool};

pool! {
    Generational: [Token; 20], marks = 3;
    Live: [Token; 20], guard = live, marks = 3;
    Listed: [Token; 20], bookkeeping = free_list, marks = 3;
    Retiring: [Token; 20], generation_bits = 14, on_wrap = retire, marks = 3;
}

fn ids<P: PoolSpec<Item = Token, Layout: Marked>>(pool: &Pool<P>, mark: &Mark<P>) -> Vec<u32> {
    pool.iter_since(mark).unwrap().map(|(_, token)| token.id).collect()
}

/// The order is kept in a `Vec`, and compared with the pool from both ends, with marks in between.
fn is_the_order_of_insertion<P: PoolSpec<Item = Token, Layout: Marked + Tracked>>() {
    let mut random = 7_u32;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % bound
    };
    let drops = Drops::default();
    let mut pool = Pool::<P>::new();
    pool.insert(drops.token(1_000)).unwrap(); // before the first mark
    let outer = pool.mark().unwrap();
    let mut inner = Vec::new();
    let mut order = Vec::new();
    for id in 0..miri_or(60, 2_000) {
        match below(20) {
            0 if inner.len() < 2 => inner.push((pool.mark().unwrap(), id)),
            1 => {
                if let Some((mark, first)) = inner.pop() {
                    if below(2) == 0 {
                        pool.keep_since(mark).unwrap();
                    } else {
                        pool.release_since(mark).unwrap();
                        order.retain(|&(_, other)| other < first);
                    }
                }
            }
            2..=11 if !pool.is_full() => order.push((pool.insert(drops.token(id)).unwrap(), id)),
            _ if !order.is_empty() => {
                let (handle, id) = order.remove(below(order.len()));
                assert_eq!(pool.remove(handle).unwrap().id, id);
            }
            _ => {}
        }
        let seen = pool.iter_since(&outer).unwrap().map(|(handle, token)| (handle, token.id));
        assert!(seen.eq(order.iter().copied()), "after step {id}");
        let mut backwards = pool.iter_since(&outer).unwrap().rev().map(|(handle, token)| (handle, token.id));
        assert!(backwards.by_ref().eq(order.iter().rev().copied()));
        assert_eq!(backwards.next(), None);
        for (mark, first) in &inner {
            let since = order.iter().filter(|(_, id)| id >= first).map(|(_, id)| *id);
            assert!(ids(&pool, mark).into_iter().eq(since));
        }
    }
}

#[test]
fn it_is_the_order_of_insertion() {
    is_the_order_of_insertion::<Generational>();
    is_the_order_of_insertion::<Live>();
    is_the_order_of_insertion::<Listed>();
    is_the_order_of_insertion::<Retiring>();
}

/// The items in the order of insertion, without a mark.
fn all_ids<P: PoolSpec<Item = Token, Layout: Marked>>(pool: &Pool<P>) -> Vec<u32> {
    pool.iter_in_order().map(|(_, token)| token.id).collect()
}

#[test]
fn the_oldest_is_known_without_a_mark() {
    let drops = Drops::default();
    let mut pool = ListedPool::new();
    assert_eq!((pool.oldest(), pool.newest(), pool.iter_in_order().count()), (None, None, 0));
    let handles: Vec<_> = (0..4).map(|id| pool.insert(drops.token(id)).unwrap()).collect();
    assert_eq!((pool.oldest(), pool.newest()), (Some(handles[0]), Some(handles[3])));
    // Marks are no objects, at either end.
    let outer = pool.mark().unwrap();
    pool.remove(handles[0]);
    pool.remove(handles[3]);
    assert_eq!((pool.oldest(), pool.newest()), (Some(handles[1]), Some(handles[2])));
    pool.insert(drops.token(4)).unwrap();
    let _inner = (pool.mark().unwrap(), pool.mark().unwrap());
    assert_eq!(pool.newest().map(|newest| pool[newest].id), Some(4));
    pool.remove(handles[1]);
    pool.remove(handles[2]);
    assert_eq!((pool.oldest(), all_ids(&pool)), (pool.newest(), vec![4]));
    pool.release_since(outer).unwrap();
    assert_eq!((pool.oldest(), pool.newest()), (None, None));
}

#[test]
fn marks_that_are_forgotten_leave_the_order() {
    let drops = Drops::default();
    let mut pool = LivePool::new();
    let _outer = pool.mark().unwrap();
    pool.extend((0..3).map(|id| drops.token(id)));
    let _inner = pool.mark().unwrap();
    pool.extend((3..5).map(|id| drops.token(id)));
    pool.forget_marks();
    assert_eq!(all_ids(&pool), [0, 1, 2, 3, 4]);
    let again = pool.mark().unwrap();
    assert_eq!(pool.release_since(again), Ok(0));
}

/// A queue of a full pool: the oldest goes, through more objects than there are handles.
#[test]
fn the_oldest_makes_room() {
    fn check<P: PoolSpec<Item = Token, Layout: Marked + Tracked>>() {
        let drops = Drops::default();
        let mut pool = Pool::<P>::new();
        let room = Pool::<P>::CAPACITY as u32;
        for id in 0..miri_or(50, 500) {
            if let (true, Some(oldest)) = (pool.is_full(), pool.oldest()) {
                assert_eq!(pool.remove(oldest).unwrap().id, id - room);
            }
            assert_eq!(pool.insert(drops.token(id)).ok(), pool.newest());
        }
        let last = miri_or(50, 500) - 1;
        assert!(all_ids(&pool).into_iter().eq(last + 1 - room..=last));
    }
    check::<Generational>();
    check::<Live>();
    check::<Listed>();
    check::<Retiring>();
}

/// All references are alive at once, from both ends in turn.
#[test]
fn objects_are_written_from_both_ends() {
    let drops = Drops::default();
    let mut pool = GenerationalPool::new();
    let mark = pool.mark().unwrap();
    let handles: Vec<_> = (0..7).map(|id| pool.insert(drops.token(id)).unwrap()).collect();
    pool.remove(handles[3]);
    let mut since = pool.iter_since_mut(&mark).unwrap();
    let mut taken = Vec::new();
    while let Some((_, token)) = since.next() {
        taken.push(token);
        taken.extend(since.next_back().map(|(_, token)| token));
    }
    assert_eq!((since.next().is_none(), since.next_back().is_none()), (true, true));
    for (place, token) in taken.into_iter().enumerate() {
        token.id += 100 * place as u32;
    }
    assert_eq!(ids(&pool, &mark), [0, 201, 402, 504, 305, 106]);
    for handle in handles {
        // A token panics when it is dropped under another id.
        if let Some(token) = pool.get_mut(handle) {
            token.id %= 100;
        }
    }
}

#[test]
fn bounds_are_exact_at_the_end() {
    let drops = Drops::default();
    let mut pool = GenerationalPool::new();
    let mark = pool.mark().unwrap();
    assert_eq!(pool.iter_since(&mark).unwrap().size_hint(), (0, Some(0)));
    pool.extend((0..3).map(|id| drops.token(id)));
    let mut since = pool.iter_since(&mark).unwrap();
    assert_eq!(since.size_hint(), (2, Some(20)));
    since.next();
    since.next_back();
    assert_eq!((since.size_hint(), since.clone().count(), since.count()), ((1, Some(1)), 1, 1));
}

#[test]
fn marks_that_ended_and_marks_of_other_pools() {
    let drops = Drops::default();
    let (mut pool, mut other) = (GenerationalPool::new(), GenerationalPool::new());
    let outer = pool.mark().unwrap();
    let inner = pool.mark().unwrap();
    pool.insert(drops.token(1)).unwrap();
    pool.keep_since(outer).unwrap();
    assert_eq!(pool.iter_since(&inner).unwrap_err(), MarkError::Stale);
    assert_eq!(pool.iter_since_mut(&inner).unwrap_err(), MarkError::Stale);
    let foreign = other.mark().unwrap();
    assert_eq!(pool.iter_since(&foreign).unwrap_err(), MarkError::Foreign);
    let again = pool.mark().unwrap();
    assert!(ids(&pool, &again).is_empty());
}
