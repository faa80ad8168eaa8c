//! Objects that are out of their pools: what the rest of a program can do meanwhile. All orders of free slots are
//! compared with the model in `tests/model`.

use stackpool::layout::Tracked;
use stackpool::{Detached, Handle, Pool, PoolSpec, pool};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

pool! {
    Waiting: [Rc<u32>; 16], quarantine = 3;
    Stacked: [Rc<u32>; 16], quarantine = 0;
    Live: [Rc<u32>; 16], guard = live;
    Listed: [Rc<u32>; 16], bookkeeping = free_list;
    ListedWaiting: [Rc<u32>; 16], bookkeeping = free_list, quarantine = 3;
    Retiring: [Rc<u32>; 16], generation_bits = 14, on_wrap = retire;
    Noted: [Rc<u32>; 16], marks, changes;
}

/// Calls a generic function for each definition.
macro_rules! for_each_pool {
    ($function:ident) => {
        $function::<Waiting>();
        $function::<Stacked>();
        $function::<Live>();
        $function::<Listed>();
        $function::<ListedWaiting>();
        $function::<Retiring>();
        $function::<Noted>();
    };
}

/// A pool of this many objects, two of which were removed. All objects share a value.
fn used<P: PoolSpec<Item = Rc<u32>, Layout: Tracked>>(len: u32) -> (Pool<P>, Rc<u32>) {
    let value = Rc::new(7);
    let mut pool = Pool::new();
    let mut handles = Vec::new();
    for _ in 0..len + 2 {
        handles.push(pool.insert(Rc::clone(&value)).unwrap());
    }
    pool.remove(handles[1]).unwrap();
    pool.remove(handles[3]).unwrap();
    (pool, value)
}

fn takes_the_handles_of<P: PoolSpec<Item = Rc<u32>, Layout: Tracked>>(mut pool: Pool<P>, mut other: Pool<P>) {
    while !other.is_full() {
        let value = Rc::new(0);
        assert_eq!(pool.insert(Rc::clone(&value)).unwrap(), other.insert(value).unwrap());
    }
    assert!(pool.is_full() && pool == other);
}

fn leaves_no_trace<P: PoolSpec<Item = Rc<u32>, Layout: Tracked>>() {
    let (mut pool, _) = used::<P>(9);
    let same = pool.clone();
    let handle = pool.handles().nth(4).unwrap();
    for _ in 0..5 {
        let (item, others) = pool.detach(handle).unwrap();
        assert_eq!((others.len(), others.get(handle)), (8, None));
        assert_eq!(**others.reattach(item), 7);
    }
    takes_the_handles_of(pool, same);
}

#[test]
fn an_object_that_was_out_leaves_no_trace() {
    for_each_pool!(leaves_no_trace);
}

fn keeps_its_slot<P: PoolSpec<Item = Rc<u32>, Layout: Tracked>>() {
    let (mut pool, value) = used::<P>(9);
    let handles: Vec<_> = pool.handles().collect();
    let (item, mut others) = pool.detach(handles[0]).unwrap();
    // All other slots are used, emptied and used again.
    for round in 0..4 {
        let mut inserted = Vec::new();
        while let Ok(handle) = others.insert(Rc::new(round)) {
            assert_ne!(handle.index(), handles[0].index());
            assert_eq!(*others[handle], round);
            inserted.push(handle);
        }
        assert_eq!((inserted.len(), others.len(), others.full_count()), (7, 15, u64::from(round) + 1));
        for handle in inserted {
            others[handle] = Rc::new(9);
            assert_eq!(*others.remove(handle).unwrap(), 9);
        }
    }
    assert_eq!((others.remove(handles[0]), others.get_mut(handles[0])), (None, None));
    assert_eq!(others.iter_mut().len(), 8);
    others.values_mut().for_each(|value| *value = Rc::new(8));
    others.reattach(item);
    assert_eq!(pool.get(handles[0]), Some(&value));
    assert_eq!(pool.values().map(|value| **value).sum::<u32>(), 7 + 8 * 8);
    assert_eq!((pool.high_water_mark(), Rc::strong_count(&value)), (16, 2));
}

#[test]
fn an_object_that_is_out_keeps_its_slot() {
    for_each_pool!(keeps_its_slot);
}

fn is_removed<P: PoolSpec<Item = Rc<u32>, Layout: Tracked>>(end: impl Fn(Detached<'_, P>)) {
    let (mut pool, value) = used::<P>(9);
    let mut same = pool.clone();
    let handle = pool.handles().nth(4).unwrap();
    let (item, mut others) = pool.detach(handle).unwrap();
    let inserted = others.insert(Rc::clone(&value)).unwrap();
    end(others);
    drop(item);
    assert_eq!(same.insert(Rc::clone(&value)).unwrap(), inserted);
    assert!(same.remove(handle).is_some());
    assert!(pool == same && !pool.contains(handle));
    takes_the_handles_of(pool, same);
}

fn is_removed_if_dropped<P: PoolSpec<Item = Rc<u32>, Layout: Tracked>>() {
    is_removed::<P>(|others| drop(others));
    is_removed::<P>(|others| {
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            let _others = others;
            resume_unwind(Box::new("while the object is out"))
        }));
        assert!(unwound.is_err());
    });
}

#[test]
fn an_object_that_does_not_go_back_was_removed() {
    for_each_pool!(is_removed_if_dropped);
}

#[test]
fn two_pools_can_have_objects_out_at_once() {
    let ((mut one, first), (mut two, second)) = (used::<Waiting>(3), used::<Waiting>(6));
    let (one_handle, two_handle) = (one.handles().nth(2).unwrap(), two.handles().nth(3).unwrap());
    let (one_item, mut one_others) = one.detach(one_handle).unwrap();
    let (two_item, mut two_others) = two.detach(two_handle).unwrap();
    std::mem::swap(&mut one_others, &mut two_others);
    two_others.reattach(two_item); // of the first pool
    one_others.reattach(one_item);
    assert!(Rc::ptr_eq(&one[one_handle], &second) && Rc::ptr_eq(&two[two_handle], &first));
    assert_eq!((one.len(), two.len()), (3, 6));
}

#[test]
fn stale_handles_take_nothing_out() {
    let (mut pool, _) = used::<Waiting>(3);
    let handle = pool.handles().next().unwrap();
    drop(pool.detach(handle));
    assert!(pool.detach(handle).is_none());
    assert_eq!(format!("{:?}", pool.detach(pool.handle_at(2).unwrap()).unwrap().1), "Detached(Waiting#2v0)");
}

/// The slot is in its last generation: it retires when its object goes out, and comes back with the object.
#[test]
fn a_slot_that_is_used_up_comes_back() {
    let mut pool = Pool::<Retiring>::new();
    let value = Rc::new(1);
    while pool.remaining_capacity() > 1 {
        pool.insert(Rc::clone(&value)).unwrap();
    }
    let next = pool.next_handle().unwrap();
    let last = Handle::from_parts(next.index(), Pool::<Retiring>::GENERATIONS - 1).unwrap();
    pool.insert_at(last, Rc::clone(&value)).unwrap();
    for _ in 0..3 {
        let (item, mut others) = pool.detach(last).unwrap();
        let refused = others.insert(item).unwrap_err().into_inner();
        let other = others.handles().next().unwrap();
        let item = others.remove(other).unwrap();
        others.insert(item).unwrap();
        others.reattach(refused);
        assert_eq!((pool.len(), pool.is_full(), pool.high_water_mark()), (16, true, 16));
    }
    drop(pool.detach(last));
    assert_eq!((pool.len(), pool.remaining_capacity()), (15, 0));
    pool.insert_at(last, value).unwrap();
}
