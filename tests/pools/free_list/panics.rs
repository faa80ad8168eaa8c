//! Destructors and clones that panic, in a pool with a table and in one with a free list. Both pools must be in the
//! same state afterwards.

use crate::size::miri_or;
use stackpool::layout::Tracked;
use stackpool::{Pool, PoolSpec, pool};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Counts the live objects. Panics when it is dropped or cloned, if it is armed.
#[derive(Debug)]
struct Bomb {
    armed: Cell<bool>,
    living: Rc<Cell<i32>>,
}

impl Bomb {
    fn new(living: &Rc<Cell<i32>>) -> Self {
        living.set(living.get() + 1);
        Bomb { armed: Cell::new(false), living: Rc::clone(living) }
    }

    fn explode_if_armed(&self) {
        if self.armed.replace(false) {
            resume_unwind(Box::new("a bomb"));
        }
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        self.living.set(self.living.get() - 1);
        self.explode_if_armed();
    }
}

impl Clone for Bomb {
    fn clone(&self) -> Self {
        self.explode_if_armed();
        Bomb::new(&self.living)
    }
}

pool! {
    Stacked: [Bomb; 9];
    Listed: [Bomb; 9], bookkeeping = free_list;
    StackedLive: [Bomb; 9], guard = live;
    ListedLive: [Bomb; 9], guard = live, bookkeeping = free_list;
}

/// An operation on a pool in which one object is armed.
#[derive(Clone, Copy, Debug)]
enum Action {
    Clear,
    Retain,
    DropDrain,
    DropRemoved,
    DropRemovedFromBack,
    CloneFrom,
    DropPool,
}

const ACTIONS: [Action; 7] = [
    Action::Clear,
    Action::Retain,
    Action::DropDrain,
    Action::DropRemoved,
    Action::DropRemovedFromBack,
    Action::CloneFrom,
    Action::DropPool,
];

/// Does the action on a pool with some free slots, in which the object at `armed` panics. Returns whether there was a
/// panic, the live slots, and the handles that the pool gives out until it is full.
fn left<P: PoolSpec<Item = Bomb>>(action: Action, armed: usize) -> (bool, Vec<u32>, Vec<u32>)
where
    P::Layout: Tracked,
{
    let living = Rc::new(Cell::new(0));
    let mut pool = Pool::<P>::new();
    let handles: Vec<_> = (0..8).map(|_| pool.insert(Bomb::new(&living)).unwrap()).collect();
    for slot in [6, 2] {
        pool.remove(handles[slot]).unwrap();
    }
    let live: Vec<_> = [5, 0, 7, 1, 4, 3].map(|slot| handles[slot]).into();
    pool[live[armed]].armed.set(true);
    let exploded = catch_unwind(AssertUnwindSafe(|| match action {
        Action::Clear => pool.clear(),
        Action::Retain => pool.retain(|handle, _| handle.index() % 2 == 0),
        Action::DropDrain => {
            let mut drain = pool.drain();
            let taken = drain.next();
            drop(drain);
            drop(taken);
        }
        Action::DropRemoved => {
            let mut removed = pool.remove_many(&live).unwrap();
            let taken = removed.next();
            drop(removed);
            drop(taken);
        }
        Action::DropRemovedFromBack => {
            let mut removed = pool.remove_many(&live).unwrap();
            let taken = (removed.next_back(), removed.next(), removed.next_back());
            drop(removed);
            drop(taken);
        }
        Action::CloneFrom => {
            let mut clone = Pool::<P>::new();
            let other = clone.insert(Bomb::new(&living)).unwrap();
            clone.remove(other);
            let cloned = catch_unwind(AssertUnwindSafe(|| clone.clone_from(&pool)));
            // The clone is complete or empty.
            assert_eq!(clone.len(), if cloned.is_ok() { pool.len() } else { 0 });
            let old = std::mem::replace(&mut pool, clone);
            drop(old);
            cloned.unwrap_or_else(|bomb| resume_unwind(bomb));
        }
        Action::DropPool => drop(std::mem::take(&mut pool)),
    }))
    .is_err();
    let live: Vec<_> = pool.handles().map(stackpool::Handle::to_bits).collect();
    pool.values().for_each(|bomb| bomb.armed.set(false));
    assert_eq!(living.get(), pool.len() as i32, "as many objects live as the pool says");
    let given =
        std::iter::from_fn(|| pool.insert(Bomb::new(&living)).ok()).map(stackpool::Handle::to_bits).collect();
    assert!(pool.is_full());
    drop(pool);
    assert_eq!(living.get(), 0, "every object is dropped once");
    (exploded, live, given)
}

#[test]
fn the_same_is_left_after_a_panic() {
    for action in ACTIONS {
        let mut explodes = false;
        for armed in (0..6).step_by(miri_or(4, 1)) {
            let expected = left::<Stacked>(action, armed);
            assert_eq!(left::<Listed>(action, armed), expected, "{action:?} with {armed} armed");
            explodes |= expected.0;
            let expected = left::<StackedLive>(action, armed);
            assert_eq!(left::<ListedLive>(action, armed), expected, "{action:?} with {armed} armed");
        }
        assert!(explodes, "{action:?} drops or clones an armed object for some `armed`");
    }
}

#[test]
fn what_a_forgotten_batch_did_not_yield_stays() {
    let living = Rc::new(Cell::new(0));
    let mut pool = ListedPool::new();
    let handles: Vec<_> = (0..5).map(|_| pool.insert(Bomb::new(&living)).unwrap()).collect();
    let mut removed = pool.remove_many(&handles).unwrap();
    drop((removed.next(), removed.next_back()));
    std::mem::forget(removed);
    assert_eq!((pool.len(), living.get()), (3, 3));
    assert!(pool.handles().eq(handles[1..4].iter().copied()));
    // The slots of the objects that were taken are free: slot 0, and slot 4 in the quarantine of one slot.
    let again: Vec<_> = (0..2).map(|_| pool.insert(Bomb::new(&living)).unwrap().index()).collect();
    assert_eq!(again, [0, 5]);
    drop(pool);
    assert_eq!(living.get(), 0);
}
