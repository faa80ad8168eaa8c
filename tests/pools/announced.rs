//! Handles before their insertion: `next_handles`, `next_handle_at`, and pools with the same handles as another one.

use crate::size::miri_or;
use stackpool::layout::Tracked;
use stackpool::{Handle, Of, Pool, PoolSpec, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};

const CAPACITY: usize = miri_or(40, 300);

pool! {
    Waiting: [u32; CAPACITY];
    Stack: [u32; CAPACITY], quarantine = 0;
    Strict: [u32; CAPACITY], quarantine = 9, strict;
    Listed: [u32; CAPACITY], bookkeeping = free_list;
    Live: [u32; CAPACITY], guard = live, marks = 2;
    Dense: [u32; CAPACITY], dense;
    Wide: [u32; CAPACITY], layout = packed18;
    Retiring: [u32; 4], generation_bits = 14, on_wrap = retire;
    Keys: [(); CAPACITY], marks = 2;
}

fn announces<P: PoolSpec<Item = u32>>()
where
    P::Layout: Tracked,
{
    let mut pool = Pool::<P>::on_heap();
    for round in 0..4 {
        let announced: Vec<Handle<P>> = pool.next_handles().collect();
        assert_eq!(pool.next_handle(), announced.first().copied(), "{}", P::NAME);
        let mut clone = pool.clone();
        let inserted: Vec<_> = std::iter::from_fn(|| clone.insert(7).ok()).collect();
        assert_eq!(announced, inserted, "{}, round {round}", P::NAME);
        for number in 0..CAPACITY as u32 / 2 {
            let _ = pool.insert(number);
        }
        pool.retain(|handle, _| handle.index() % (round + 2) == 0);
    }
}

#[test]
fn the_next_handles_are_those_of_the_next_insertions() {
    announces::<Waiting>();
    announces::<Stack>();
    announces::<Strict>();
    announces::<Listed>();
    announces::<Live>();
    announces::<Dense>();
    announces::<Wide>();
}

#[test]
fn a_slot_says_its_own_next_handle() {
    let mut pool = WaitingPool::new();
    let old = pool.insert(1).unwrap();
    assert_eq!(pool.next_handle_at(old.index()), None);
    pool.remove(old);
    let next = pool.next_handle_at(old.index()).unwrap();
    assert_eq!((next.index(), next == old), (old.index(), false));
    pool.insert_at(next, 2).unwrap();
    assert_eq!((pool.get(old), pool.get(next)), (None, Some(&2)));
    assert_eq!(pool.next_handle_at(CAPACITY), None);
    assert_eq!(pool.next_handle_at(5), pool.next_handles().find(|handle| handle.index() == 5));

    let mut retiring = RetiringPool::new();
    let last = Handle::from_parts(1, RetiringPool::GENERATIONS - 1).unwrap();
    retiring.insert_at(last, 1).unwrap();
    retiring.remove(last);
    assert_eq!(retiring.next_handle_at(1), None);
    assert_eq!(retiring.next_handles().count(), 3);
}

#[test]
fn a_pool_is_mapped_by_reference() {
    type Words = Pool<Of<Keys, &'static str>>;
    let mut words: Words = ["a", "bc", "d"].into_iter().collect();
    let handles: Vec<_> = words.handles().collect();
    words.remove(handles[0]);
    let key = |handle: Option<Handle<_>>| handle.map(Handle::<Keys>::from);

    let mut lengths = Pool::<Of<Keys, usize>>::new();
    lengths.insert(99).unwrap();
    words.map_ref_into(&mut lengths, |_, word| word.len());
    assert_eq!((words.len(), lengths.len()), (2, 2));
    for (handle, word) in &words {
        assert_eq!(lengths[Handle::<Keys>::from(handle)], word.len());
    }
    let next = lengths.next_handles().map(Handle::<Keys>::from);
    assert!(next.eq(words.next_handles().map(Handle::<Keys>::from)));
    assert_eq!(lengths.oldest().map(Handle::<Keys>::from), key(words.oldest()));

    let panics = |_: Handle<_>, word: &&str| if *word == "d" { panic!("stop") } else { 1 };
    assert!(catch_unwind(AssertUnwindSafe(|| words.map_ref_into(&mut lengths, panics))).is_err());
    assert!(lengths.is_empty() && words.len() == 2);
    assert_eq!(lengths.insert(1).map(|handle| lengths[handle]), Ok(1));
}
