//! User code that panics: destructors, closures, predicates, iterators and `Clone`. The pool stays usable, and
//! nothing is dropped twice.

use crate::size::miri_or;
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Pool, PoolSpec, pool};
use std::cell::Cell;
use std::iter::repeat_n;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Counts the live objects. Panics when it is dropped or cloned, if it is armed.
#[derive(Debug)]
struct Bomb {
    id: u32,
    armed: bool,
    living: Rc<Cell<i32>>,
}

impl Bomb {
    fn new(id: u32, armed: bool, living: &Rc<Cell<i32>>) -> Self {
        living.set(living.get() + 1);
        Bomb { id, armed, living: Rc::clone(living) }
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        self.living.set(self.living.get() - 1);
        if self.armed {
            explode();
        }
    }
}

impl Clone for Bomb {
    fn clone(&self) -> Self {
        if self.armed {
            explode();
        }
        Bomb::new(self.id, false, &self.living)
    }
}

/// Unwinds without printing the message of a panic.
fn explode() -> ! {
    resume_unwind(Box::new("a bomb"))
}

fn explodes<R>(action: impl FnOnce() -> R) {
    let result = catch_unwind(AssertUnwindSafe(|| drop(action())));
    assert_eq!(result.expect_err("the action panics").downcast_ref::<&str>(), Some(&"a bomb"));
}

pool! {
    Bombs: [Bomb; 6];
    LiveBombs: [Bomb; 6], guard = live;
    ManyBombs: [Bomb; 200];
}

/// A pool with the bombs 0 to 4, some of them armed, their handles, and the count of live bombs.
fn bombs(armed: &[u32]) -> (BombsPool, Vec<BombsHandle>, Rc<Cell<i32>>) {
    let living = Rc::new(Cell::new(0));
    let mut pool = BombsPool::new();
    let handles =
        (0..5).map(|id| pool.insert(Bomb::new(id, armed.contains(&id), &living)).unwrap()).collect();
    (pool, handles, living)
}

fn ids(pool: &BombsPool) -> Vec<u32> {
    pool.values().map(|bomb| bomb.id).collect()
}

/// Checks that every slot can be filled and read.
fn is_usable(pool: &mut BombsPool, living: &Rc<Cell<i32>>) {
    for bomb in pool.values_mut() {
        bomb.armed = false;
    }
    assert_eq!(living.get(), pool.len() as i32, "as many objects live as the pool says");
    let room = pool.remaining_capacity();
    assert_eq!(room + pool.len(), pool.capacity());
    for id in 0..room {
        let handle = pool.insert(Bomb::new(100 + id as u32, false, living)).unwrap();
        assert_eq!(pool[handle].id, 100 + id as u32);
    }
    assert!(pool.is_full() && pool.insert(Bomb::new(200, false, living)).is_err());
    assert_eq!(living.get(), 6);
    pool.clear();
    assert_eq!((pool.len(), living.get()), (0, 0));
}

#[test]
fn clear_stops_at_a_bomb_and_keeps_the_rest() {
    let (mut pool, handles, living) = bombs(&[1]);
    explodes(|| pool.clear());
    assert_eq!(ids(&pool), [2, 3, 4]);
    assert!(pool.get(handles[1]).is_none());
    is_usable(&mut pool, &living);
}

#[test]
fn retain_stops_at_a_bomb_and_keeps_the_rest() {
    let (mut pool, _, living) = bombs(&[2]);
    explodes(|| pool.retain(|_, bomb| bomb.id % 2 == 1));
    assert_eq!(ids(&pool), [1, 3, 4]);
    is_usable(&mut pool, &living);
}

#[test]
fn a_predicate_that_panics_removes_nothing() {
    let (mut pool, _, living) = bombs(&[]);
    explodes(|| pool.retain(|_, bomb| if bomb.id == 3 { explode() } else { bomb.id != 0 }));
    assert_eq!(ids(&pool), [1, 2, 3, 4]);
    is_usable(&mut pool, &living);
}

#[test]
fn drain_stops_at_a_bomb_and_keeps_the_rest() {
    let (mut pool, _, living) = bombs(&[1]);
    // The iterator drops the armed bomb.
    explodes(|| drop(pool.drain().next()));
    assert_eq!(ids(&pool), [2, 3, 4]);
    is_usable(&mut pool, &living);
}

#[test]
fn a_drain_whose_closure_panics_drops_the_rest() {
    for at in 0..5 {
        let (mut pool, _, living) = bombs(&[]);
        let mut seen = Vec::new();
        explodes(|| {
            pool.drain().for_each(|(_, bomb)| {
                seen.push(bomb.id);
                if bomb.id == at {
                    explode();
                }
            });
        });
        assert!(seen.into_iter().eq(0..=at));
        assert_eq!((pool.len(), living.get()), (0, 0));
        is_usable(&mut pool, &living);
    }
}

/// The slots of a word are vacated at once, before the first of their items is yielded.
#[test]
fn a_drain_of_full_words_whose_closure_panics_drops_the_rest() {
    pool! { Counted: [Rc<()>; 200]; }
    let count = Rc::new(());
    for (gap, at) in [(None, 0), (None, 63), (None, 64), (None, 199), (Some(70), 65), (Some(3), 120)] {
        let mut pool = CountedPool::new();
        pool.extend(repeat_n(Rc::clone(&count), 200));
        if let Some(gap) = gap {
            pool.remove(pool.handle_at(gap).unwrap());
        }
        let old: Vec<_> = pool.handles().collect();
        let mut seen = Vec::new();
        explodes(|| {
            pool.drain().for_each(|(handle, _)| {
                seen.push(handle);
                if handle.index() == at {
                    explode();
                }
            });
        });
        assert_eq!(seen, old[..seen.len()]);
        assert_eq!(seen.last().map(|handle| handle.index()), Some(at));
        assert_eq!((pool.len(), Rc::strong_count(&count)), (0, 1));
        assert!(old.iter().all(|&handle| !pool.contains(handle)));
        pool.extend(repeat_n(Rc::clone(&count), 200));
        assert!(pool.is_full());
    }
}

#[test]
fn an_owned_iterator_whose_closure_panics_drops_the_rest() {
    for at in 0..5 {
        let (pool, _, living) = bombs(&[]);
        explodes(|| {
            pool.into_iter().for_each(|(_, bomb)| {
                if bomb.id == at {
                    explode();
                }
            });
        });
        assert_eq!(living.get(), 0);
    }
}

#[test]
fn an_item_that_explodes_in_the_callers_hands_is_gone_from_the_pool() {
    let (mut pool, handles, living) = bombs(&[0, 1]);
    explodes(|| pool.remove(handles[0]));
    explodes(|| {
        let mut drain = pool.drain();
        drop(drain.next());
    });
    assert_eq!(living.get(), 0, "the drain dropped the rest while it unwound");
    is_usable(&mut pool, &living);
}

#[test]
fn a_batch_of_removed_items_is_dropped_to_the_end() {
    let (mut pool, handles, living) = bombs(&[1]);
    explodes(|| drop(pool.remove_many(&handles[..4])));
    assert_eq!((ids(&pool), living.get()), (vec![4], 1));
    is_usable(&mut pool, &living);
}

#[test]
fn a_dropped_pool_drops_the_rest_after_a_bomb() {
    let (pool, _, living) = bombs(&[1]);
    explodes(|| drop(pool));
    assert_eq!(living.get(), 0);
}

#[test]
fn an_iterator_by_value_drops_the_rest_after_a_bomb() {
    let (pool, _, living) = bombs(&[2]);
    explodes(|| drop(pool.into_iter().next()));
    assert_eq!(living.get(), 0);
    #[cfg(feature = "alloc")]
    {
        let (pool, _, living) = bombs(&[2]);
        explodes(|| drop(stackpool::Heap::from_box(Box::new(pool)).into_iter().next()));
        assert_eq!(living.get(), 0);
    }
}

#[test]
fn a_constructor_that_panics_gives_the_slot_back_and_its_handle_names_nothing() {
    let (mut pool, _, living) = bombs(&[]);
    let mut leaked = None;
    explodes(|| {
        pool.insert_with(|handle| {
            leaked = Some(handle);
            explode()
        })
    });
    let leaked = leaked.unwrap();
    assert_eq!(pool.len(), 5);
    assert!(pool.get(leaked).is_none());
    let next = pool.insert(Bomb::new(9, false, &living)).unwrap();
    assert_eq!(next.index(), leaked.index(), "the slot is not lost");
    assert!(pool.get(leaked).is_none(), "the leaked handle does not name the next object");
    is_usable(&mut pool, &living);
}

#[test]
fn an_iterator_that_panics_leaves_what_it_yielded() {
    let (mut pool, _, living) = bombs(&[]);
    pool.clear();
    let items = |bad: u32| {
        let living = Rc::clone(&living);
        (0..4).map(move |id| if id == bad { explode() } else { Bomb::new(id, false, &living) })
    };
    explodes(|| pool.insert_many(items(2)).map(|inserted| inserted.len()).ok());
    assert_eq!(ids(&pool), [0, 1]);
    explodes(|| pool.extend(items(1)));
    assert_eq!(ids(&pool), [0, 1, 0]);
    is_usable(&mut pool, &living);
}

/// An iterator that reports a wrong length.
struct Liar<I>(I, usize);

impl<I: Iterator> Iterator for Liar<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.1, Some(self.1))
    }
}

impl<I: Iterator> ExactSizeIterator for Liar<I> {}

#[test]
fn an_iterator_that_lies_about_its_length_is_taken_at_its_items() {
    let (mut pool, _, living) = bombs(&[]);
    pool.clear();
    let items = || (0..3).map(|id| Bomb::new(id, false, &living));
    assert_eq!(pool.insert_many(Liar(items(), 5)).unwrap().len(), 3);
    assert_eq!(pool.insert_many(Liar(items(), 2)).unwrap().len(), 2);
    assert_eq!(ids(&pool), [0, 1, 2, 0, 1]);
    assert_eq!(pool.insert_many(Liar(items(), usize::MAX)).unwrap_err().into_inner().count(), 3);
    is_usable(&mut pool, &living);
}

#[test]
fn a_clone_that_panics_drops_what_it_cloned() {
    let (mut pool, _, living) = bombs(&[3]);
    explodes(|| pool.clone());
    assert_eq!(living.get(), 5);
    #[cfg(feature = "alloc")]
    explodes(|| stackpool::Heap::from(&pool));
    assert_eq!((living.get(), pool.len()), (5, 5));
    is_usable(&mut pool, &living);
}

#[test]
fn a_clone_in_place_that_panics_leaves_an_empty_pool() {
    let (source, _, living) = bombs(&[3]);
    let (mut target, handles, other_living) = bombs(&[]);
    target.remove(handles[0]);
    explodes(|| target.clone_from(&source));
    assert_eq!((living.get(), other_living.get()), (5, 0), "the old and the new items are dropped once");
    assert_eq!((target.len(), target.iter().count(), target.remaining_capacity()), (0, 0, 6));
    assert_eq!(target.next_handle().map(BombsHandle::index), Some(0));
    is_usable(&mut target, &other_living);
    assert_eq!(ids(&source), [0, 1, 2, 3, 4]);
    let mut source = source;
    source.values_mut().for_each(|bomb| bomb.armed = false);
}

#[test]
fn a_predicate_of_extract_if_that_panics_takes_nothing() {
    let (mut pool, _, living) = bombs(&[]);
    explodes(|| pool.extract_if(|_, bomb| if bomb.id == 3 { explode() } else { bomb.id == 1 }).count());
    assert_eq!(ids(&pool), [0, 2, 3, 4]);
    is_usable(&mut pool, &living);
}

#[test]
fn a_bomb_in_every_place_of_a_larger_pool() {
    let (first, end) = miri_or((63, 65), (0, 130));
    for place in first..end {
        for guard_is_live in [false, true] {
            let living = Rc::new(Cell::new(0));
            if guard_is_live {
                let mut pool = LiveBombsPool::new();
                pool.extend((0..6).map(|id| Bomb::new(id, id == place % 6, &living)));
                explodes(|| pool.clear());
                assert_eq!(living.get() as usize, pool.len());
                drop(pool);
            } else {
                let mut pool = ManyBombsPool::new();
                pool.extend((0..130).map(|id| Bomb::new(id, id == place, &living)));
                explodes(|| pool.clear());
                assert_eq!(living.get() as usize, pool.len());
                assert_eq!(pool.len() as u32, 129 - place);
                drop(pool);
            }
            assert_eq!(living.get(), 0);
        }
    }
}

#[test]
fn extending_beyond_the_capacity_panics_and_keeps_what_fits() {
    let (mut pool, _, living) = bombs(&[]);
    let extra = (0..3).map(|id| Bomb::new(id, false, &living));
    let panic = catch_unwind(AssertUnwindSafe(|| pool.extend(extra))).unwrap_err();
    assert_eq!(
        *panic.downcast::<String>().unwrap(),
        "the pool of `Bombs` is full: its capacity is 6; `try_extend` returns an item that has no room"
    );
    assert_eq!((pool.len(), living.get()), (6, 6));
    is_usable(&mut pool, &living);
    let _: &Pool<Bombs> = &pool;
}

/// Plain data whose `clone` panics at 13.
struct Glass(u32);

impl Clone for Glass {
    fn clone(&self) -> Self {
        assert_ne!(self.0, 13, "broken");
        Glass(self.0)
    }
}

pool! { Panes: [Glass; 10]; }

#[test]
fn a_clone_that_panics_leaves_an_empty_pool() {
    let mut whole = Pool::<Panes>::new();
    let handles: Vec<_> = [11, 12, 13, 14].map(|item| whole.insert(Glass(item)).ok().unwrap()).into();
    whole.remove(handles[0]);
    let mut clone = Pool::<Panes>::new();
    clone.extend([1, 2].map(Glass));
    let cloned = catch_unwind(AssertUnwindSafe(|| clone.clone_from(&whole)));
    assert!(cloned.is_err());
    assert_eq!((clone.len(), clone.remaining_capacity(), clone.values().count()), (0, 10, 0));
    assert!(handles.iter().all(|&handle| clone.get(handle).is_none()));
    clone.extend((20..30).map(Glass));
    assert!(clone.is_full() && clone.values().map(|glass| glass.0).eq(20..30));

    // Without the item that panics, the clone behaves like the original.
    whole.remove(handles[2]);
    clone.clone_from(&whole);
    assert!(clone.handles().eq(whole.handles()) && clone.next_handle() == whole.next_handle());
    assert!(clone.values().map(|glass| glass.0).eq([12, 14]));
}

pool! {
    Waiting: [u32; 10], quarantine = 4;
    WaitingPacked: [u32; 90], layout = packed18, quarantine = 60;
    WaitingLive: [u32; 70], guard = live, quarantine = 70;
    WaitingNoted: [u32; 10], quarantine = 4, changes;
}

/// An iterator that says that it yields more items than it does. Then it ends or panics.
struct Short {
    said: usize,
    yielded: u32,
    panics: bool,
}

impl Iterator for Short {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self.yielded.checked_sub(1) {
            Some(left) => {
                self.yielded = left;
                Some(left)
            }
            None if self.panics => explode(),
            None => None,
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.said, Some(self.said))
    }
}

impl ExactSizeIterator for Short {}

/// Whether two pools are saved as the same bytes, which have the order of their free slots.
fn saves_as<P: PoolSpec<Item = u32, Layout: Tracked>>(one: &Pool<P>, other: &Pool<P>) -> bool {
    let (mut first, mut second) = ([0; 2_000], [0; 2_000]);
    one.save_into(&mut first).unwrap() == other.save_into(&mut second).unwrap()
}

fn plays_as_single_insertions<P>()
where
    P: PoolSpec<Item = u32, Layout: Tabled + Tracked>,
{
    // Some slots wait, and others are free without that.
    let mut pool = Pool::<P>::new();
    pool.extend(0..Pool::<P>::CAPACITY as u32);
    pool.retain(|handle, _| handle.index() % 8 == 3);
    let room = pool.remaining_capacity();
    for said in [1, room / 2, room - 1, room] {
        for yielded in [0, 1, said / 2, said - 1].map(|count| count.min(said - 1)) {
            for panics in [false, true] {
                let (mut batch, mut single) = (pool.clone(), pool.clone());
                let short = Short { said, yielded: yielded as u32, panics };
                let inserted = catch_unwind(AssertUnwindSafe(|| batch.insert_many(short).is_ok()));
                assert_eq!(inserted.ok(), (!panics).then_some(true));
                single.extend((0..yielded as u32).rev());
                assert!(batch == single && saves_as(&batch, &single), "{said} {yielded} {panics}");
                // Two insertions and a removal, until both are full.
                while let Ok(handle) = single.insert(7) {
                    assert_eq!(batch.insert(7).unwrap(), handle);
                    assert_eq!(batch.insert(8).ok(), single.insert(8).ok());
                    if !single.is_full() {
                        assert_eq!((batch.remove(handle), single.remove(handle)), (Some(7), Some(7)));
                    }
                }
                assert!(saves_as(&batch, &single));
            }
        }
    }
}

/// A batch takes slots out of the quarantine if no others are left. Those that it does not fill wait again.
#[test]
fn a_batch_that_ends_early_is_like_single_insertions() {
    plays_as_single_insertions::<WaitingPacked>();
    if !cfg!(miri) {
        plays_as_single_insertions::<Waiting>();
        plays_as_single_insertions::<WaitingLive>();
        plays_as_single_insertions::<WaitingNoted>();
    }
}
