//! Shared boxes: counts, weak pointers, and what happens to the object and its slot.

#![expect(unsafe_code, reason = "boxes are taken apart and put together again")]

use crate::drops::{Drops, Token};
use crate::size::{IS_SMALL, miri_or};
use crate::{Bomb, sizes};
use stackpool::{CountOverflow, Pool, PoolBox, SharedBox, SharedSpec, pool};
use std::cell::Cell;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Barrier;

// Each test runs in its own thread. Each has a definition of its own, so that its counts are its own.

/// A log of the tokens that exist, which threads share.
#[test]
fn pointers_and_options_are_as_small_as_the_capacity_allows() {
    pool! {
        S255: [u32; 255], shared;
        S65535: [u32; 65_535], shared, sync = local;
        S70000: [u32; 70_000], shared, sync = local;
    }
    assert_eq!(sizes::<S255Arc>(), (1, 1));
    assert_eq!(sizes::<S65535Rc>(), (2, 2));
    assert_eq!(sizes::<S70000Rc>(), (3, 3));
    assert_eq!(sizes::<S255Weak>(), (3, 3));
    assert_eq!(sizes::<S65535Weak>(), (4, 4));
    assert_eq!(sizes::<S70000Weak>(), (5, 5));
    assert_eq!(S255Arc::TOTAL_BYTES, PoolBox::<S255>::TOTAL_BYTES + 4 * 255);
    assert_eq!(S255Arc::BOOKKEEPING_BYTES, PoolBox::<S255>::BOOKKEEPING_BYTES + 4 * 255);
}

/// In one mode: counts, the last owner, and everything that needs a single one.
macro_rules! counts_its_owners {
    ($test:ident, $shared:ident, $weak:ident $(, $key:ident $(= $value:ident)?)*) => {
        #[test]
        fn $test() {
            pool! { Things: [Token; 2], shared $(, $key $(= $value)?)*; }
            let drops = Drops::default();
            let mut one = $shared::new(drops.token(1)).unwrap();
            assert!($shared::is_unique(&one));
            *$shared::get_mut(&mut one).expect("alone") = drops.token(11);
            let mut two = one.clone();
            assert_eq!((two.id, $shared::strong_count(&one)), (11, 2));
            assert!($shared::ptr_eq(&one, &two));
            assert_eq!($shared::as_ptr(&one), $shared::as_ptr(&two));
            assert!(!$shared::is_unique(&one) && $shared::get_mut(&mut two).is_none());

            // Both refusals give the pointer back, and the count stays.
            let two = $shared::try_unwrap(two).expect_err("two owners");
            let two = $shared::into_box(two).expect_err("two owners");
            assert_eq!($shared::strong_count(&two), 2);
            assert!($shared::into_inner(two).is_none());
            assert_eq!(($shared::strong_count(&one), drops.alive()), (1, vec![11]));

            let other = $shared::new(drops.token(2)).unwrap();
            assert!(!$shared::ptr_eq(&one, &other));
            let refused = $shared::new(drops.token(3)).expect_err("a full pool");
            assert_eq!(refused.into_inner().id, 3);
            assert_eq!(($shared::len(), $shared::full_count()), (2, 1));

            let weak: $weak = $shared::downgrade(&other);
            assert_eq!(weak.upgrade().map(|other| other.id), Some(2));
            assert_eq!($shared::strong_count(&other), 1);
            drop(other);
            assert_eq!(drops.alive(), [11]);
            assert!(weak.upgrade().is_none());

            // The slot comes back, and the weak pointer is not of its new object.
            let again = $shared::new(drops.token(4)).unwrap();
            let newer = $shared::downgrade(&again);
            assert!(weak.upgrade().is_none() && newer.upgrade().is_some());
            assert!(weak != newer && !weak.ptr_eq(newer));

            // The object moves out of the last pointer.
            assert_eq!($shared::try_unwrap(one).expect("alone").id, 11);
            assert_eq!($shared::into_inner(again).expect("alone").id, 4);
            assert!(newer.upgrade().is_none() && drops.alive().is_empty());
            $shared::flush_thread_cache();
            assert_eq!(($shared::len(), $shared::high_water_mark()), (0, 2));
        }
    };
}

counts_its_owners!(under_threads, ThingsArc, ThingsWeak);
counts_its_owners!(under_threads_exact, ThingsArc, ThingsWeak, exact);
counts_its_owners!(under_local, ThingsRc, ThingsWeak, sync = local);
#[cfg(feature = "critical-section")]
counts_its_owners!(under_critical_section, ThingsArc, ThingsWeak, sync = critical_section);

#[test]
fn a_weak_pointer_never_meets_a_mutable_reference() {
    pool! { Cells: [u32; 4], shared, sync = local; }
    let mut cell = CellsRc::new(1).unwrap();
    let weak = CellsRc::downgrade(&cell);
    // While it could give another owner, there is no mutable reference.
    assert!(CellsRc::get_mut(&mut cell).is_none());
    CellsRc::revoke_weak(&cell);
    assert!(weak.upgrade().is_none());
    // The generations of weak pointers pass, and the mutable references stay alone: with all generations in between,
    // the first weak pointer is of the current generation again.
    for _ in 1..CellsWeak::GENERATIONS {
        let _ = CellsRc::downgrade(&cell);
        CellsRc::revoke_weak(&cell);
    }
    let number = CellsRc::get_mut(&mut cell).expect("no weak pointer can give an owner");
    assert!(weak.upgrade().is_none());
    *number += 1;
    let again = CellsRc::downgrade(&cell);
    assert!(weak == again && weak.upgrade().is_some(), "a stale pointer is valid after all generations");
    assert_eq!(*cell, 2);
}

#[test]
fn a_stale_weak_pointer_is_caught_for_all_generations() {
    pool! { Cells: [u32; 1], shared, sync = local; }
    let first = CellsRc::new(0).unwrap();
    let weak = CellsRc::downgrade(&first);
    drop(first);
    for value in 1..CellsWeak::GENERATIONS as u32 {
        let cell = CellsRc::new(value).unwrap();
        assert!(weak.upgrade().is_none());
        let newer = CellsRc::downgrade(&cell);
        assert!(weak.upgrade().is_none() && newer.upgrade().is_some(), "{value}");
    }
    // Objects without weak pointers use up no generations.
    for _ in 0..10 {
        let cell = CellsRc::new(7).unwrap();
        assert!(weak.upgrade().is_none());
        drop(cell);
    }
    let same = CellsRc::new(8).unwrap();
    assert!(weak.upgrade().is_none());
    let _ = CellsRc::downgrade(&same);
    assert_eq!(weak.upgrade().as_deref(), Some(&8));
}

#[test]
fn a_count_does_not_overflow() {
    const LIMIT: usize = 524_288;
    pool! { Cells: [u32; 2], shared; }
    assert_eq!(CellsArc::MAX_COUNT, LIMIT);
    if IS_SMALL {
        return;
    }
    let cell = CellsArc::new(7).unwrap();
    let weak = CellsArc::downgrade(&cell);
    for _ in 1..LIMIT {
        std::mem::forget(cell.clone());
    }
    assert_eq!(CellsArc::strong_count(&cell), LIMIT);
    let overflow: CountOverflow = CellsArc::try_clone(&cell).unwrap_err();
    assert_eq!(overflow.to_string(), "the object has 524,288 shared boxes, which is the limit");
    let message = catch_unwind(AssertUnwindSafe(|| drop(cell.clone()))).unwrap_err();
    assert!(message.downcast_ref::<String>().unwrap().contains("`SharedBox::try_clone`"));
    assert!(weak.upgrade().is_none());
    // One less, and there is room for one.
    let raw = CellsArc::into_raw(cell);
    // SAFETY: 1. `raw` is of `into_raw`, and every forgotten clone was a box too. 2. this is one of 524,288.
    // 3. a `u32` is `Send` and `Sync`. 4. it is not pinned.
    drop(unsafe { CellsArc::from_raw(raw) });
    let back = weak.upgrade().expect("room for one");
    assert_eq!((CellsArc::strong_count(&back), *back), (LIMIT, 7));
}

#[test]
fn make_mut_clones_only_a_shared_object() {
    pool! { Cells: [String; 2], shared, sync = local; }
    let mut one = CellsRc::new("a".to_owned()).unwrap();
    let address = CellsRc::as_ptr(&one);
    let weak = CellsRc::downgrade(&one);
    CellsRc::make_mut(&mut one).unwrap().push('b');
    assert_eq!(CellsRc::as_ptr(&one), address);
    assert!(weak.upgrade().is_none(), "the only owner takes its object away from weak pointers");

    let two = one.clone();
    let weak = CellsRc::downgrade(&two);
    CellsRc::make_mut(&mut one).unwrap().push('c');
    assert_eq!((one.as_str(), two.as_str(), CellsRc::len()), ("abc", "ab", 2));
    assert_eq!(weak.upgrade().as_deref().map(String::as_str), Some("ab"));

    let mut three = one.clone();
    assert_eq!(
        CellsRc::make_mut(&mut three).unwrap_err().to_string(),
        "the pool of `Cells` has no room: its capacity is 2"
    );
    assert!(CellsRc::ptr_eq(&one, &three) && CellsRc::strong_count(&one) == 2);
}

#[test]
fn a_clone_that_panics_changes_nothing() {
    struct Fragile(Cell<bool>);
    impl Clone for Fragile {
        fn clone(&self) -> Self {
            assert!(!self.0.get(), "broken");
            Fragile(Cell::new(false))
        }
    }
    pool! { Vases: [Fragile; 2], shared, sync = local; }
    let mut one = VasesRc::new(Fragile(Cell::new(true))).unwrap();
    let two = one.clone();
    assert!(catch_unwind(AssertUnwindSafe(|| VasesRc::make_mut(&mut one).is_ok())).is_err());
    assert!(VasesRc::ptr_eq(&one, &two));
    assert_eq!((VasesRc::strong_count(&one), VasesRc::len()), (2, 1));
}

#[test]
fn a_panic_in_a_destructor_frees_the_slot_once() {
    pool! { Bombs: [Bomb; 2], shared; }
    for _ in 0..5 {
        let bomb = BombsArc::new(Bomb).unwrap();
        let weak = BombsArc::downgrade(&bomb);
        let other = bomb.clone();
        drop(bomb);
        assert!(catch_unwind(AssertUnwindSafe(|| drop(other))).is_err());
        assert_eq!(BombsArc::len(), 0);
        assert!(weak.upgrade().is_none());
    }
}

/// While the object is cloned, the other owner goes.
#[test]
fn unwrap_or_clone_drops_the_clone_where_the_destructor_of_the_object_panics() {
    thread_local! { static OTHER: Cell<Option<LastsRc>> = const { Cell::new(None) }; }
    struct Last(Token, bool);
    impl Clone for Last {
        fn clone(&self) -> Self {
            drop(OTHER.take());
            Last(self.0.clone(), false)
        }
    }
    impl Drop for Last {
        fn drop(&mut self) {
            assert!(!self.1, "the destructor");
        }
    }
    pool! { Lasts: [Last; 2], shared, sync = local; }
    let drops = Drops::default();
    for panics in [false, true] {
        let last = LastsRc::new(Last(drops.token(1), panics)).ok().unwrap();
        OTHER.set(Some(last.clone()));
        let clone = catch_unwind(AssertUnwindSafe(|| LastsRc::unwrap_or_clone(last)));
        assert_eq!((clone.is_err(), LastsRc::len()), (panics, 0));
        drop(clone);
        assert_eq!(drops.alive(), []);
    }
}

#[test]
fn an_object_that_is_being_dropped_cannot_be_upgraded() {
    thread_local! { static SEEN: Cell<Option<bool>> = const { Cell::new(None) }; }
    struct Looks(Cell<Option<SelvesWeak>>);
    impl Drop for Looks {
        fn drop(&mut self) {
            SEEN.set(self.0.get().map(|weak| weak.upgrade().is_some()));
        }
    }
    pool! { Selves: [Looks; 1], shared, sync = local; }
    let looks = SelvesRc::new(Looks(Cell::new(None))).unwrap();
    looks.0.set(Some(SelvesRc::downgrade(&looks)));
    assert!(looks.0.get().unwrap().upgrade().is_some());
    drop(looks);
    assert_eq!(SEEN.get(), Some(false));
}

#[test]
fn an_object_has_a_weak_pointer_to_itself_from_the_start() {
    struct Node {
        me: NodesWeak,
        token: Token,
    }
    pool! { Nodes: [Node; 1], shared; }
    let drops = Drops::default();
    let mut stale = None;
    for id in 0..3 {
        let node = NodesArc::new_cyclic(|me| {
            assert!(me.upgrade().is_none() && me.strong_count() == 0, "not made yet");
            assert!(NodesArc::new_cyclic(|_| unreachable!("a full pool makes nothing")).is_err());
            Node { me, token: drops.token(id) }
        });
        let mut node = node.unwrap();
        let me = node.me;
        let other = me.upgrade().expect("it was made");
        assert!(NodesArc::ptr_eq(&other, &node) && me == NodesArc::downgrade(&node));
        assert_eq!((other.token.id, me.strong_count(), NodesArc::handle(&node).index()), (id, 2, 0));
        drop(other);
        assert!(NodesArc::get_mut(&mut node).is_none(), "the weak pointer can give another owner");
        assert_ne!(stale.replace(me), Some(me));
        drop(node);
        assert!(me.upgrade().is_none() && me.strong_count() == 0);
        assert!(drops.alive().is_empty());
    }
    // A panic frees the slot, and the weak pointer stays stale.
    let mut kept = None;
    let panics = || NodesArc::new_cyclic(|me| panic!("{}", kept.insert(me).strong_count()));
    assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
    let kept = kept.unwrap();
    assert_eq!((NodesArc::len(), kept.upgrade().is_none()), (0, true));
    let node = NodesArc::new(Node { me: kept, token: drops.token(7) }).unwrap();
    assert!(kept.upgrade().is_none() && node.me.strong_count() == 0);
}

#[test]
fn an_object_is_moved_out_or_cloned() {
    pool! { Texts: [String; 2], shared; }
    let text = TextsArc::new("one".to_owned()).unwrap();
    let address = text.as_ptr();
    let other = text.clone();
    let cloned = TextsArc::unwrap_or_clone(other);
    assert!(cloned == "one" && cloned.as_ptr() != address);
    let moved = TextsArc::unwrap_or_clone(text);
    assert_eq!((moved.as_ptr(), TextsArc::len()), (address, 0));
}

#[test]
fn owned_boxes_are_shared_and_owned_again() {
    #[derive(Pool)]
    #[pool(capacity = 3, shared)]
    struct Page([u8; 64]);
    let mut page = PoolBox::<Page>::new_with(|slot| slot.write(Page([1; 64]))).unwrap();
    page.0[0] = 2;
    let address = PoolBox::as_ptr(&page);
    let shared = PageArc::from(page);
    assert_eq!(PageArc::as_ptr(&shared), address);
    let weak = PageArc::downgrade(&shared);
    let mut page = PageArc::into_box(shared).ok().expect("alone");
    assert!(weak.upgrade().is_none());
    page.0[1] = 3;
    assert_eq!(PoolBox::as_ptr(&page), address);
    let shared = SharedBox::from(page);
    assert!(weak.upgrade().is_none());
    assert_eq!(shared.0[..3], [2, 3, 1]);
    let made = PageArc::new_with(|slot| slot.write(Page([4; 64]))).unwrap();
    assert_eq!((made.0[63], PageArc::stats().live), (4, 2));
}

#[test]
fn raw_pointers_and_leaked_objects_stay_in_the_count() {
    pool! { Words: [String; 8], shared, sync = local; }
    let mut word = WordsRc::new("raw".to_owned()).unwrap();
    let raw = WordsRc::into_raw(word.clone());
    assert_eq!((WordsRc::as_ptr(&word), WordsRc::strong_count(&word)), (raw, 2));
    assert!(WordsRc::get_mut(&mut word).is_none());
    // SAFETY: 1. the pointer comes from `into_raw`. 2. it is used once. 3. in this thread. 4. it is not pinned.
    drop(unsafe { WordsRc::from_raw(raw) });
    assert!(WordsRc::get_mut(&mut word).is_some());
    let handle = WordsRc::into_handle(word.clone());
    assert_eq!((WordsRc::handle(&word), WordsRc::strong_count(&word)), (handle, 2));
    // SAFETY: 1. the handle comes from `into_handle`. 2. it is used once. 3. in this thread. 4. it is not pinned.
    drop(unsafe { WordsRc::from_handle(handle) });
    assert!(WordsRc::get_mut(&mut word).is_some());
    let leaked: &'static String = WordsRc::leak(word.clone());
    drop(word);
    assert_eq!((leaked.as_str(), WordsRc::len()), ("raw", 1));
    // SAFETY: 1. the reference comes from `leak`. 2. it is used once. 3. in this thread. 4. it is not pinned.
    drop(unsafe { WordsRc::from_raw(leaked) });
    assert_eq!(WordsRc::len(), 0);
}

#[test]
fn pinned_objects_are_shared_pinned() {
    pool! { Pins: [std::marker::PhantomPinned; 4], shared, sync = local; }
    let pinned = PinsRc::pin(std::marker::PhantomPinned).unwrap();
    let other = pinned.clone();
    assert!(std::ptr::eq(&raw const *pinned, &raw const *other));
}

#[test]
fn pointers_have_the_traits_of_their_object() {
    fn debug<P: SharedSpec<Item: std::fmt::Debug>>(shared: &SharedBox<P>) -> String {
        format!("{shared:?}")
    }
    pool! { Words: [String; 8], shared; }
    let [a, b] = ["a", "b"].map(|word| WordsArc::new(word.to_owned()).unwrap());
    assert!(a < b && a == a.clone() && a != b && a.cmp(&b).is_lt());
    assert_eq!((format!("{a}"), debug(&a)), ("a".to_owned(), "\"a\"".to_owned()));
    assert_eq!(format!("{:?}", WordsArc::downgrade(&a)), "(Weak)");
    assert_eq!(format!("{a:p}"), format!("{:p}", WordsArc::as_ptr(&a)));
    let set = HashSet::from([a.clone(), b]);
    let word = "a".to_owned();
    assert!(set.contains(&word), "by `Borrow`");
    let as_ref: &String = a.as_ref();
    assert_eq!(as_ref, "a");
    let weak = HashSet::from([WordsArc::downgrade(&a), WordsArc::downgrade(&a)]);
    assert_eq!(weak.len(), 1);
}

#[test]
fn objects_of_one_thread_are_shared_there_in_every_mode() {
    pool! {
        Locals: [Rc<u32>; 4], shared;
    }
    let shared = LocalsArc::new(Rc::new(7)).unwrap();
    let clone = shared.clone();
    drop(shared);
    assert_eq!(LocalsArc::try_unwrap(clone).map(|number| *number), Ok(7));
}

#[test]
fn threads_share_and_drop_one_object() {
    pool! { Things: [Token; 8], shared; }
    const THREADS: usize = 8;
    let rounds = miri_or(3, 300);
    let drops = Drops::default();
    for round in 0..rounds {
        let barrier = Barrier::new(THREADS);
        let first = ThingsArc::new(drops.token(round as u32)).unwrap();
        let weak = ThingsArc::downgrade(&first);
        let taken: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|_| {
                    let (mine, barrier) = (first.clone(), &barrier);
                    scope.spawn(move || {
                        barrier.wait();
                        for _ in 0..miri_or(3, 100) {
                            let clone = mine.clone();
                            let upgraded = weak.upgrade().expect("an owner is here");
                            assert_eq!((clone.id, upgraded.id), (round as u32, round as u32));
                        }
                        usize::from(ThingsArc::into_inner(mine).is_some())
                    })
                })
                .collect();
            drop(first);
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        // The last owner is a thread, or this one, which drops the object.
        assert!(taken <= 1);
        assert!(drops.alive().is_empty() && weak.upgrade().is_none());
        assert_eq!(ThingsArc::len(), 0);
    }
}

#[test]
fn upgrades_race_with_the_last_owner() {
    pool! { Things: [Token; 4], shared; }
    let drops = Drops::default();
    for round in 0..miri_or(10, 2_000) {
        let owner = ThingsArc::new(drops.token(round as u32)).unwrap();
        let weak = ThingsArc::downgrade(&owner);
        let barrier = Barrier::new(2);
        std::thread::scope(|scope| {
            let upgrade = scope.spawn(|| {
                barrier.wait();
                weak.upgrade().map(|upgraded| upgraded.id)
            });
            barrier.wait();
            drop(owner);
            assert!(upgrade.join().unwrap().is_none_or(|id| id == round as u32));
        });
        assert!(drops.alive().is_empty());
    }
    assert_eq!(ThingsArc::len(), 0);
}

#[test]
fn the_last_owner_sees_what_the_others_did() {
    // Without weak pointers, the last owner leaves without an atomic exchange.
    pool! { Words: [String; 4], shared; }
    for round in 0..miri_or(4, 2_000) {
        let first = WordsArc::new(round.to_string()).unwrap();
        let stale = WordsArc::downgrade(&first);
        WordsArc::revoke_weak(&first);
        let barrier = Barrier::new(3);
        std::thread::scope(|scope| {
            for word in [first.clone(), first] {
                let barrier = &barrier;
                scope.spawn(move || {
                    barrier.wait();
                    assert_eq!(*word, round.to_string());
                });
            }
            // A weak pointer of an earlier generation reads the word, and changes nothing.
            barrier.wait();
            assert!(stale.upgrade().is_none());
        });
    }
    assert_eq!(WordsArc::len(), 0);
}

#[test]
fn a_shared_object_may_begin_as_zeros() {
    #[derive(Pool, bytemuck::Zeroable)]
    #[pool(capacity = 1, shared)]
    struct Level {
        height: u32,
    }
    let level = LevelArc::new_zeroed().unwrap();
    assert_eq!((level.height, LevelArc::strong_count(&level)), (0, 1));
    assert!(LevelArc::new_zeroed().is_err());
    drop(level);
    assert!(LevelArc::new_zeroed().is_ok());
}
