//! What each guard promises about stale handles, double removals and free slots, and what it does not catch.

use crate::size::miri_or;
use stackpool::{Handle, Pool, PoolSpec, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

pool! {
    /// One slot and four generations, so that each removal moves the only slot on.
    Four: [u32; 10_000], quarantine = 0;
    OneByte: [u32; 1];
    TwoBits: [u32; 1], generation_bits = 2;
    NineBits: [u32; 5], generation_bits = 9;
    /// Nine bits beside those of the index.
    TwoBytes: [u32; 100], handle_bytes = 2, quarantine = 0;
    FlagAlone: [u32; 255], quarantine = 0;
    Live: [u32; 10_000], guard = live, quarantine = 0;
    Unguarded: [u32; 10_000], guard = none;
    Retiring: [u32; 2], generation_bits = 14, on_wrap = retire;
    RetiringWide: [u32; 2], generation_bits = 16, on_wrap = retire;
    /// A guard whose cells have all bits set when a slot in the last generation is live.
    Round: [Rc<u32>; 2], generation_bits = 16;
    RoundList: [Rc<u32>; 2], generation_bits = 16, bookkeeping = free_list;
}

/// Reuses one slot `distance` times. Returns whether a handle from before is still refused.
fn is_refused_after<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, distance: u32) -> bool {
    let stale = pool.insert(0).unwrap();
    let mut last = stale;
    for reuse in 1..=distance {
        assert_eq!(pool.remove(last), Some(reuse - 1));
        last = pool.insert(reuse).unwrap();
        assert_eq!(last.index(), stale.index(), "the slot freed last is the next to be used");
    }
    let refused = pool.get(stale).is_none();
    assert_eq!(refused, pool.get_mut(stale).is_none());
    assert_eq!(refused, last != stale, "a handle is refused unless it is exactly the current handle");
    if refused {
        assert_eq!(pool.remove(stale), None);
        assert_eq!(pool.remove_many(&[stale]).unwrap_err().handle(), stale);
        assert!(pool.get_disjoint_mut([stale]).is_err());
    }
    assert_eq!(pool.remove(last), Some(distance));
    refused
}

fn catches_every_distance_below_the_wrap<P: PoolSpec<Item = u32>>(generations: u32) {
    assert_eq!(Pool::<P>::GENERATIONS, generations);
    // On the heap, because the pool may be larger than the stack of a test.
    let mut pool = Box::new(Pool::<P>::new());
    let step = miri_or(1 + generations as usize / 3, 1);
    for distance in (1..generations).step_by(step) {
        assert!(is_refused_after(&mut pool, distance), "accepted at distance {distance}");
    }
    // The documented limit: after this many reuses the handle is the same again.
    assert!(!is_refused_after(&mut pool, generations));
    assert!(is_refused_after(&mut pool, generations + 1) || generations == 1);
}

#[test]
fn generation_refuses_stale_handles_until_it_wraps() {
    catches_every_distance_below_the_wrap::<Four>(4);
    catches_every_distance_below_the_wrap::<OneByte>(128);
    catches_every_distance_below_the_wrap::<TwoBits>(4);
    if !cfg!(miri) {
        catches_every_distance_below_the_wrap::<NineBits>(512);
        catches_every_distance_below_the_wrap::<TwoBytes>(512);
    }
}

#[test]
fn the_flag_alone_and_live_refuse_free_slots_alone() {
    fn check<P: PoolSpec<Item = u32>>() {
        let mut pool = Box::new(Pool::<P>::new());
        let old = pool.insert(1).unwrap();
        assert_eq!(pool.remove(old), Some(1));
        assert_eq!((pool.remove(old), pool.get(old), pool.len()), (None, None, 0));
        let new = pool.insert(2).unwrap();
        // These guards do not detect that the slot holds a newer object.
        assert_eq!((pool.get(old), old), (Some(&2), new));
    }
    check::<FlagAlone>();
    check::<Live>();
}

#[test]
#[cfg_attr(miri, ignore = "hundreds of thousands of operations")]
fn the_first_generation_follows_the_last() {
    fn check<P: PoolSpec<Item = Rc<u32>>>() {
        assert_eq!(Pool::<P>::GENERATIONS, 1 << 16);
        let item = Rc::new(7);
        let mut pool = Pool::<P>::new();
        let mut first = None;
        for use_number in 0..1 << 17 {
            let handle = pool.insert(Rc::clone(&item)).unwrap();
            assert_eq!((handle.index(), handle.generation()), (0, use_number & 0xFFFF));
            assert_eq!(*first.get_or_insert(handle) == handle, use_number & 0xFFFF == 0);
            // By value, and in place.
            if use_number & 0x1_0000 == 0 {
                drop(pool.remove(handle).unwrap());
            } else {
                pool.clear();
            }
            assert_eq!((Rc::strong_count(&item), pool.get(handle), pool.len()), (1, None, 0));
        }
    }
    check::<Round>();
    check::<RoundList>();
}

#[test]
fn generations_survive_clear_and_drain() {
    let mut pool = Pool::<OneByte>::new();
    let first = pool.insert(1).unwrap();
    pool.clear();
    let second = pool.insert(2).unwrap();
    assert!(pool.get(first).is_none() && pool.get(second).is_some());
    assert_eq!(pool.drain().count(), 1);
    let third = pool.insert(3).unwrap();
    assert!(pool.get(first).is_none() && pool.get(second).is_none() && pool.get(third).is_some());
    assert_eq!((first.generation(), second.generation(), third.generation()), (0, 1, 2));
}

#[test]
fn an_entry_that_is_dropped_burns_its_handle() {
    let mut pool = Pool::<OneByte>::new();
    let never = pool.vacant_entry().unwrap().handle();
    let next = pool.next_handle().unwrap();
    assert_eq!(pool.insert(1).ok(), Some(next));
    assert_ne!(never, next);
    assert!(pool.get(never).is_none());
}

#[test]
fn an_entry_that_is_forgotten_takes_nothing() {
    let mut pool = Pool::<OneByte>::new();
    std::mem::forget(pool.vacant_entry().unwrap());
    assert_eq!(pool.len(), 0);
    assert!(pool.insert(1).is_ok());
}

fn retires<P: PoolSpec<Item = u32>>() {
    let mut pool = Pool::<P>::new();
    let usable = Pool::<P>::GENERATIONS;
    let mut given: Vec<Handle<P>> = Vec::new();
    // Use up the first slot. It comes first because it was freed last.
    for use_number in 0..usable {
        let handle = pool.insert(use_number).unwrap();
        assert_eq!((handle.index(), handle.generation()), (0, use_number));
        assert_eq!(pool.remove(handle), Some(use_number));
        given.push(handle);
    }
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.capacity()), (0, 1, 2));
    assert!(pool.is_empty() && !pool.is_full());
    let last_slot = pool.insert(7).unwrap();
    assert_eq!(last_slot.index(), 1);
    assert_eq!(pool.insert(8).unwrap_err().into_inner(), 8);
    assert!(pool.is_full() && pool.len() == 1);
    assert!(given.iter().all(|&handle| pool.get(handle).is_none()), "no stale handle is ever accepted");
    assert_eq!(pool.handle_at(0), None);

    let clone = pool.clone();
    assert_eq!((clone.len(), clone.remaining_capacity()), (1, 0));

    // Clearing restores the order of the free slots, but not the retired slot.
    pool.clear();
    assert_eq!((pool.len(), pool.remaining_capacity()), (0, 1));
    assert_eq!(pool.insert(9).unwrap().index(), 1);
    pool.clear();

    // The second slot is used up by entries that are dropped.
    let mut uses = 2;
    while pool.vacant_entry().is_ok() {
        uses += 1;
    }
    assert_eq!(uses, usable);
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.next_handle()), (0, 0, None));
    assert!(pool.is_full() && pool.is_empty());
    pool.clear();
    assert_eq!(pool.insert(1).unwrap_err().into_inner(), 1);
}

#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn a_slot_retires_when_its_generations_are_used_up() {
    retires::<Retiring>();
    retires::<RetiringWide>();
}

#[test]
fn without_a_guard_every_handle_names_its_slot() {
    let mut pool = Box::new(Pool::<Unguarded>::new());
    let a = pool.insert(1).unwrap();
    let b = pool.insert(2).unwrap();
    assert_eq!((pool.get(a), pool.get(b), pool.len()), (Some(&1), Some(&2), 2));
    // Slots start zeroed, so a slot without an insertion can be read.
    assert_eq!(pool.handle_at(9_999).and_then(|handle| pool.get(handle)), Some(&0));
    assert_eq!(pool.handle_at(10_000), None);

    assert_eq!(pool.remove(a), Some(1));
    assert_eq!(pool.get(a), Some(&1), "a free slot is still readable");
    // A double removal is not caught while the counter is above zero ...
    assert_eq!(pool.remove(a), Some(1));
    assert_eq!(pool.len(), 0);
    // ... and is at zero.
    assert_eq!(pool.remove(b), None);
    assert_eq!(pool.remove_many(&[a]).unwrap_err().position(), 0);
    // The slot that was freed twice is handed out twice. That is a mistake of the caller, but the behaviour is
    // defined.
    let (c, d) = (pool.insert(3).unwrap(), pool.insert(4).unwrap());
    assert_eq!((c, d), (a, a));
    assert_eq!((pool[c], pool[d]), (4, 4));

    let clone = pool.clone();
    assert_eq!((clone.len(), clone[c]), (2, 4));
    assert_eq!(format!("{pool:?}"), "Pool { len: 2, .. }");
    pool.clear();
    assert_eq!((pool.len(), pool.insert(5).unwrap().index()), (0, 0));
}

#[test]
fn batches_are_all_or_nothing_without_a_guard_too() {
    let mut pool = Box::new(Pool::<Unguarded>::new());
    let handles: Vec<_> = pool.insert_many([10, 20, 30]).unwrap().collect();
    let too_many = [handles[0]; 4];
    assert_eq!(pool.remove_many(&too_many).unwrap_err().position(), 3);
    assert_eq!(pool.len(), 3);
    assert_eq!(pool.remove_many(&handles).unwrap().collect::<Vec<_>>(), [10, 20, 30]);
    assert!(pool.is_empty());
}

#[test]
fn handles_show_their_slot_and_generation() {
    let mut four = Box::new(Pool::<Four>::new());
    let first = four.insert(1).unwrap();
    four.remove(first);
    let second = four.insert(2).unwrap();
    assert_eq!(format!("{first:?} {second:?}"), "Four#0v0 Four#0v1");
    let mut live = Box::new(Pool::<Live>::new());
    live.insert(1).unwrap();
    assert_eq!(format!("{:?}", live.insert(2).unwrap()), "Live#1");
}

#[test]
fn handles_order_by_slot_first() {
    let mut pool = Pool::<NineBits>::new();
    let a = pool.insert(0).unwrap();
    pool.remove(a);
    let later_in_slot_0 = pool.insert(1).unwrap();
    let slot_1 = pool.insert(2).unwrap();
    let mut handles = [slot_1, later_in_slot_0, a];
    handles.sort();
    assert_eq!(handles, [a, later_in_slot_0, slot_1]);
}

#[test]
fn numbers_that_are_no_handles_are_refused() {
    let largest = (Pool::<NineBits>::GENERATIONS - 1) << Pool::<NineBits>::INDEX_BITS | 4;
    assert_eq!(Handle::<NineBits>::from_bits(largest).unwrap().to_bits(), largest);
    for bits in [5, 7, largest + 1, 1 << 12, u32::MAX] {
        assert_eq!(Handle::<NineBits>::from_bits(bits), None, "{bits:#x}");
    }
    // If handles carry no generation, bits above the index are not accepted.
    assert_eq!(Handle::<Live>::from_bits(9_999).map(Handle::index), Some(9_999));
    assert_eq!(Handle::<Live>::from_bits(10_000), None);
    assert_eq!(Handle::<Live>::from_bits(1 << 14), None);
}

/// An insertion that fails counts as a removal: its slot waits as others do. So stale handles are caught for as many
/// failures as removals.
#[test]
fn insertions_that_fail_do_not_wear_out_one_slot() {
    pool! { Parsed: [u32; 1_000]; Bits: [u32; 1_000], guard = live, quarantine = 16; }

    fn check<P: PoolSpec<Item = u32>>(caught: usize, mut fail: impl FnMut(&mut Pool<P>)) {
        let mut pool = Box::new(Pool::<P>::new());
        let stale = pool.next_handle().unwrap();
        fail(&mut pool);
        for failure in 1..=caught {
            fail(&mut pool);
            assert_ne!(pool.next_handle(), Some(stale), "after {failure} failures");
        }
    }

    let caught = ParsedPool::GENERATIONS as usize * ParsedPool::QUARANTINE - 1;
    check::<Parsed>(miri_or(200, caught), |pool| drop(pool.vacant_entry().unwrap()));
    check::<Bits>(15, |pool| drop(pool.vacant_entry().unwrap()));
    let panics = |pool: &mut BitsPool| {
        assert!(catch_unwind(AssertUnwindSafe(|| pool.insert_with(|_| panic!()))).is_err());
    };
    check::<Bits>(15, panics);
    let panics = |pool: &mut BitsPool| {
        assert!(catch_unwind(AssertUnwindSafe(|| pool.insert_array_with::<1, _>(|_| panic!()))).is_err());
    };
    check::<Bits>(15, panics);
}
