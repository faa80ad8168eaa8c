//! Marks on pools: their widths, how many can be out, the pool that they belong to, and when they end. What they
//! release is tested in `tests/model`.

#![cfg(feature = "derive")]

use crate::size::IS_SMALL;
use stackpool::layout::{Marked, Tracked};
use stackpool::{Mark, MarkError, Pool, PoolSpec, TooManyMarks, pool};
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Logs its drop, and then panics if it is armed.
#[derive(Debug)]
struct Logged {
    id: u32,
    armed: bool,
    log: Rc<RefCell<Vec<u32>>>,
}

impl Drop for Logged {
    fn drop(&mut self) {
        self.log.borrow_mut().push(self.id);
        if self.armed {
            // Unwinds without printing the message of a panic.
            resume_unwind(Box::new("armed"));
        }
    }
}

pool! {
    Generational: [Logged; 12], marks = 3;
    Live: [Logged; 12], guard = live, marks = 3;
    Retiring: [Logged; 12], generation_bits = 14, on_wrap = retire, marks = 3;
    Eight: [u16; 20], marks;
    One: [u16; 20], guard = live, marks = 1;
    Most: [u16; 20], marks = 255;
}

pool! {
    // Slots and marks together are 255 and 256, and 65,535 and 65,536.
    Narrow: [u32; 247], marks;
    Wider: [u32; 248], guard = live, marks;
    Bytes: [u32; 255], marks = 1;
    Page: [u32; 256], marks = 1;
    Widest16: [u32; 65_527], marks;
    Narrowest32: [u32; 65_528], guard = live, marks;
    Shorts: [u32; 65_536], marks = 255;
}

/// Fills the list with every slot, and with marks among them.
fn fill_and_release<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>)
where
    P::Layout: Marked + Tracked,
{
    let capacity = Pool::<P>::CAPACITY;
    let kept = pool.insert(7).unwrap();
    for round in 0..2 {
        let outer = pool.mark().unwrap();
        assert!(pool.try_extend(0..).is_err());
        let thirds: Vec<_> = pool.handles().filter(|handle| handle.index() % 3 == 1).collect();
        for &handle in &thirds {
            pool.remove(handle).unwrap();
        }
        let inner = pool.mark();
        pool.try_extend((0..thirds.len() as u32).map(|n| 1_000_000 + n)).unwrap();
        assert!(pool.is_full());
        match inner {
            Ok(inner) if round == 0 => {
                assert_eq!(pool.release_since(inner), Ok(thirds.len()));
                assert!(pool.values().all(|value| *value < 1_000_000));
                assert_eq!(pool.release_since(outer), Ok(capacity - 1 - thirds.len()));
            }
            Ok(inner) => {
                pool.keep_since(inner).unwrap();
                assert_eq!(pool.release_since(outer), Ok(capacity - 1));
            }
            Err(TooManyMarks) => assert_eq!(pool.release_since(outer), Ok(capacity - 1)),
        }
        assert!(pool.handles().eq([kept]));
    }
}

#[test]
fn links_of_every_width_reach_every_slot() {
    fill_and_release(&mut NarrowPool::new());
    fill_and_release(&mut WiderPool::new());
    if !IS_SMALL {
        fill_and_release(&mut BytesPool::new());
        fill_and_release(&mut PagePool::new());
        fill_and_release(Widest16::take_pool().unwrap());
        fill_and_release(Narrowest32::take_pool().unwrap());
        fill_and_release(Shorts::take_pool().unwrap());
    }
}

/// Two links per slot, of the narrowest integer type. The rest is small, and a pool without the key has nothing.
#[test]
fn they_are_part_of_the_bookkeeping() {
    pool! {
        Unmarked: [u32; 247];
    }
    fn list(slots: usize, marks: usize, link: usize) -> usize {
        (24 + 8 * marks + 2 * link * (slots + marks)).next_multiple_of(4)
    }
    let rest = UnmarkedPool::BOOKKEEPING_BYTES;
    let ring = 12 + 16;
    assert_eq!(rest, 12 + 8 + 248 + ring + 248);
    assert_eq!(NarrowPool::BOOKKEEPING_BYTES, rest + list(247, 8, 1));
    assert_eq!(BytesPool::BOOKKEEPING_BYTES, 12 + 8 + 256 + ring + 256 + list(255, 1, 2));
    assert_eq!(Widest16Pool::BOOKKEEPING_BYTES % 4, 0);
    let shorts = ShortsPool::BOOKKEEPING_BYTES;
    assert_eq!(shorts, 12 + 8 + (2 << 16) + (12 + 2 * 4_096) + (1 << 16) + list(1 << 16, 255, 4));
    assert_eq!(NarrowPool::TOTAL_BYTES, NarrowPool::BOOKKEEPING_BYTES + 4 * 247);
}

#[test]
fn as_many_can_be_out_as_the_key_says() {
    fn count<P: PoolSpec<Item = u16>>() -> usize
    where
        P::Layout: Marked,
    {
        let mut pool = Pool::<P>::new();
        let marks: Vec<_> = std::iter::from_fn(|| pool.mark().ok()).collect();
        assert_eq!(pool.mark().unwrap_err(), TooManyMarks);
        let len = marks.len();
        // After the innermost mark ends, another mark can be out.
        pool.keep_since(marks.into_iter().next_back().unwrap()).unwrap();
        assert!(pool.mark().is_ok());
        pool.forget_marks();
        assert!(pool.mark().is_ok());
        len
    }
    assert_eq!((count::<Eight>(), count::<One>(), count::<Most>()), (8, 1, 255));
}

#[test]
fn marks_of_another_pool_are_foreign() {
    let mut pools = [EightPool::new(), EightPool::new()];
    let [one, other] = &mut pools;
    let mark = one.mark().unwrap();
    // The other pool has no number yet.
    assert_eq!(other.release_since(mark), Err(MarkError::Foreign));
    let marks = [one.mark().unwrap(), other.mark().unwrap()];
    let _ = (one.insert(1), other.insert(2));
    let [first, second] = marks;
    assert_eq!(other.keep_since(first), Err(MarkError::Foreign));
    assert_eq!(one.release_since(second), Err(MarkError::Foreign));
    assert_eq!((one.len(), other.len()), (1, 1));
    // The identity of a pool moves with the pool.
    let mark = one.mark().unwrap();
    let _ = one.insert(3);
    std::mem::swap(one, other);
    assert_eq!(other.release_since(mark), Ok(1));
}

#[test]
fn a_clone_has_no_marks_out() {
    let mut pool = EightPool::new();
    let marks = [pool.mark().unwrap(), pool.mark().unwrap()];
    let mut clone = pool.clone();
    let [outer, inner] = marks;
    assert_eq!(clone.release_since(inner), Err(MarkError::Foreign));
    let marks: Vec<_> = std::iter::from_fn(|| clone.mark().ok()).collect();
    assert_eq!(marks.len(), 8);
    pool.clone_from(&clone);
    assert_eq!(pool.release_since(outer), Err(MarkError::Stale));
}

/// The items in the order of insertion.
fn in_order<P: PoolSpec<Item: Copy, Layout: Marked>>(pool: &Pool<P>) -> Vec<P::Item> {
    pool.iter_in_order().map(|(_, item)| *item).collect()
}

#[test]
fn a_clone_has_the_order() {
    let mut pool = EightPool::new();
    let handles = [1, 2, 3].map(|item| pool.insert(item).unwrap());
    let _mark = pool.mark().unwrap();
    let item = pool.remove(handles[0]).unwrap();
    pool.insert_at(handles[0], item).unwrap();
    pool.insert(4).unwrap();
    let mut clone = pool.clone();
    assert_eq!((in_order(&clone), &clone), (vec![2, 3, 1, 4], &pool));
    assert_eq!(clone.newest(), pool.newest());
    clone.remove(handles[1]);
    clone.insert(5).unwrap();
    pool.clone_from(&clone);
    assert_eq!(in_order(&pool), [3, 1, 4, 5]);
    let mut pool = EightPool::from_iter([9; 20]);
    pool.clone_from(&clone);
    assert_eq!(in_order(&pool), [3, 1, 4, 5]);
}

/// Pools that hold the same objects, and differ in what they replace next, are not equal.
#[test]
fn the_order_is_compared() {
    let hash = |pool: &EightPool| {
        let mut state = DefaultHasher::new();
        pool.hash(&mut state);
        state.finish()
    };
    let mut pool = EightPool::new();
    let handles = [1, 2].map(|item| pool.insert(item).unwrap());
    let mut other = EightPool::new();
    other.insert_at(handles[1], 2).unwrap();
    other.insert_at(handles[0], 1).unwrap();
    assert!(pool.iter().eq(other.iter()) && pool != other);
    assert_ne!(hash(&pool), hash(&other));
    other.remove(handles[1]);
    other.insert_at(handles[1], 2).unwrap();
    assert_eq!((hash(&pool), &pool), (hash(&other), &other));
}

/// Items that own something, so that each is cloned by itself, and a `clone` may panic.
#[test]
fn a_clone_that_panics_leaves_no_order() {
    pool! { Cloned: [Panics; 8], marks = 1; }

    #[derive(Debug)]
    struct Panics(Box<u32>);

    impl Clone for Panics {
        fn clone(&self) -> Self {
            assert_ne!(*self.0, 66, "no clone");
            Panics(self.0.clone())
        }
    }

    let item = |number| Panics(Box::new(number));
    let ids = |pool: &ClonedPool| pool.iter_in_order().map(|(_, item)| *item.0).collect::<Vec<_>>();
    let mut pool = ClonedPool::new();
    let handles = [1, 2, 66].map(|number| pool.insert(item(number)).unwrap());
    let mut target = ClonedPool::from_iter([item(7), item(8)]);
    let result = catch_unwind(AssertUnwindSafe(|| target.clone_from(&pool)));
    assert_eq!((result.is_err(), ids(&target)), (true, vec![]));
    target.extend([item(9)]);
    assert_eq!(ids(&target), [9]);
    // Without the panic.
    *pool[handles[2]].0 = 3;
    let first = pool.remove(handles[0]).unwrap();
    pool.insert_at(handles[0], first).unwrap();
    target.clone_from(&pool);
    assert_eq!(ids(&target), [2, 3, 1]);
}

#[test]
fn mapped_objects_keep_their_order() {
    pool! {
        Numbers: [u32; 8], marks = 1;
        Texts: [String; 8], marks = 1;
    }
    let mut numbers = NumbersPool::new();
    let handles = [1, 2, 3].map(|item| numbers.insert(item).unwrap());
    let first = numbers.remove(handles[0]).unwrap();
    numbers.insert_at(handles[0], first).unwrap();
    let texts = |pool: &TextsPool| pool.iter_in_order().map(|(_, text)| text.clone()).collect::<Vec<_>>();
    let mut pool = TextsPool::from_iter(["old".to_owned()]);
    let mark = pool.mark().unwrap();
    numbers.map_into(&mut pool, |_, number| number.to_string());
    assert_eq!(texts(&pool), ["2", "3", "1"]);
    assert_eq!((pool.release_since(mark), numbers.oldest()), (Err(MarkError::Stale), None));
    // Both pools are empty after a panic.
    numbers.extend([4, 66]);
    let result = catch_unwind(AssertUnwindSafe(|| {
        numbers.map_into(&mut pool, |_, number| {
            if number == 66 {
                resume_unwind(Box::new("no text"));
            }
            number.to_string()
        });
    }));
    assert!(result.is_err());
    assert_eq!((texts(&pool), numbers.oldest()), (vec![], None));
    numbers.extend([5]);
    pool.extend(["new".to_owned()]);
    assert_eq!((texts(&pool), in_order(&numbers)), (vec!["new".to_owned()], vec![5]));
}

#[test]
fn an_object_that_goes_back_has_its_place() {
    let mut pool = EightPool::new();
    let handles: Vec<_> = (0..5).map(|item| pool.insert(item).unwrap()).collect();
    for (out, removed, expected) in [
        // The one before it is removed, the one after it, another one, none.
        (2, Some(1), vec![0, 2, 3, 4, 9]),
        (2, Some(3), vec![0, 1, 2, 4, 9]),
        (0, Some(1), vec![0, 2, 3, 4, 9]),
        (1, Some(0), vec![1, 2, 3, 4, 9]),
        (4, Some(3), vec![0, 1, 2, 4, 9]),
        (4, None, vec![0, 1, 2, 3, 4, 9]),
    ] {
        let mut pool = pool.clone();
        let (item, mut others) = pool.detach(handles[out]).unwrap();
        others.insert(9).unwrap();
        assert_eq!(others.remove(handles[out]), None);
        if let Some(removed) = removed {
            others.remove(handles[removed]).unwrap();
        }
        assert!(others.iter_in_order().all(|(handle, _)| handle != handles[out]));
        others.reattach(item);
        assert_eq!(in_order(&pool), expected);
    }
    // It stays on its side of a mark.
    let mark = pool.mark().unwrap();
    let (item, others) = pool.detach(handles[4]).unwrap();
    others.reattach(item);
    pool.insert(9).unwrap();
    assert_eq!(pool.release_since(mark), Ok(1));
    assert_eq!(in_order(&pool), [0, 1, 2, 3, 4]);
    // An object that does not go back is removed.
    assert!(pool.detach(handles[0]).is_some());
    assert_eq!(in_order(&pool), [1, 2, 3, 4]);
}

#[test]
fn a_mark_that_ended_is_stale_when_its_level_is_out_again() {
    let mut pool = EightPool::new();
    let outer = pool.mark().unwrap();
    let inner = pool.mark().unwrap();
    pool.release_since(outer).unwrap();
    let _again = (pool.mark().unwrap(), pool.mark().unwrap());
    let _ = pool.insert(1);
    assert_eq!(pool.release_since(inner), Err(MarkError::Stale));
    assert_eq!(pool.len(), 1);
}

#[test]
fn what_is_restored_is_from_before_any_mark() {
    let mut pool = EightPool::new();
    let before = pool.mark().unwrap();
    pool.extend([1, 2, 3]);
    let mut buffer = [0; EightPool::SAVED_BYTES];
    let saved = &*pool.save_into(&mut buffer).unwrap();
    pool.extend([4, 5]);
    assert!(pool.restore(&saved[1..]).is_err());
    let inner = pool.mark().unwrap();
    pool.restore(saved).unwrap();
    assert_eq!(pool.release_since(inner), Err(MarkError::Stale));
    assert_eq!(pool.release_since(before), Err(MarkError::Stale));
    let after = pool.mark().unwrap();
    pool.extend([6, 7]);
    assert_eq!(pool.release_since(after), Ok(2));
    assert!(pool.values().eq(&[1, 2, 3]));

    // Marks do not change the bytes.
    pool.restore(saved).unwrap();
    let _mark = pool.mark().unwrap();
    let mut again = [1; EightPool::SAVED_BYTES];
    assert_eq!(pool.save_into(&mut again).unwrap(), saved);
}

#[cfg(feature = "serde")]
#[test]
fn what_is_deserialized_is_from_before_any_mark() {
    let mut pool = EightPool::new();
    let before = pool.mark().unwrap();
    pool.extend([1, 2, 3]);
    let json = serde_json::to_string(&pool).unwrap();
    for json in [&*json, "{}"] {
        let was_read = pool.deserialize_from(&mut serde_json::Deserializer::from_str(json)).is_ok();
        assert_eq!(was_read, json != "{}");
        let mark = pool.mark().unwrap();
        pool.extend([6, 7]);
        assert_eq!(pool.release_since(mark), Ok(2));
        assert_eq!(pool.len(), if was_read { 3 } else { 0 });
    }
    assert_eq!(pool.release_since(before), Err(MarkError::Stale));
}

#[test]
fn what_is_cleared_is_gone_and_marks_stay() {
    let mut pool = EightPool::new();
    pool.extend([1, 2]);
    let outer = pool.mark().unwrap();
    pool.extend([3]);
    let inner = pool.mark().unwrap();
    pool.extend([4, 5]);
    pool.clear();
    pool.extend([6]);
    drop(pool.drain());
    pool.extend([7, 8]);
    assert_eq!(pool.release_since(inner), Ok(2));
    pool.extend([9]);
    assert_eq!(pool.release_since(outer), Ok(1));
    assert!(pool.is_empty());
}

#[test]
fn what_a_panicking_drain_did_not_yield_is_gone_too() {
    let mut pool = EightPool::new();
    let mark = pool.mark().unwrap();
    pool.extend([1, 2, 3]);
    let drained = catch_unwind(AssertUnwindSafe(|| {
        pool.drain().for_each(|(_, item)| {
            if item == 2 {
                resume_unwind(Box::new("two"));
            }
        });
    }));
    assert!(drained.is_err() && pool.is_empty());
    pool.extend([4]);
    assert_eq!(pool.release_since(mark), Ok(1));
    assert!(pool.is_empty());
}

#[test]
fn a_destructor_that_panics_leaves_nothing_of_the_rest() {
    fn check<P: PoolSpec<Item = Logged>>(armed: u32)
    where
        P::Layout: Marked + Tracked,
    {
        let log = Rc::default();
        let item = |id| Logged { id, armed: id == armed, log: Rc::clone(&log) };
        let mut pool = Pool::<P>::new();
        let kept = pool.insert(item(100)).unwrap();
        let outer = pool.mark().unwrap();
        pool.extend((0..2).map(item));
        let inner = pool.mark().unwrap();
        pool.extend((2..4).map(item));
        let result = catch_unwind(AssertUnwindSafe(|| pool.release_since(outer)));
        assert_eq!(result.is_err(), armed < 4);
        assert_eq!(*log.borrow(), [3, 2, 1, 0]);
        assert!(pool.handles().eq([kept]));
        assert_eq!(pool.release_since(inner), Err(MarkError::Stale));
        // All slots and all marks can be used again.
        let marks: Vec<_> = (0..3).map(|_| pool.mark().unwrap()).collect();
        pool.extend((4..15).map(item));
        assert!(pool.is_full());
        assert_eq!(pool.release_since(marks.into_iter().next().unwrap()), Ok(11));
    }
    // With 99 no object is armed.
    for armed in [0, 1, 2, 3, 99] {
        check::<Generational>(armed);
        check::<Live>(armed);
        check::<Retiring>(armed);
    }
}

/// An object whose constructor panics does not belong to the mark.
#[test]
fn an_insertion_that_failed_is_not_released() {
    let mut pool = EightPool::new();
    let mark = pool.mark().unwrap();
    let result = catch_unwind(AssertUnwindSafe(|| pool.insert_with(|_| resume_unwind(Box::new(())))));
    assert!(result.is_err());
    let _ = pool.insert(1);
    assert_eq!(pool.release_since(mark), Ok(1));
}

#[test]
fn all_zero_bytes_are_a_pool_with_marks() {
    pool! {
        Static: [u16; 300], marks;
    }
    let pool = Static::take_pool().unwrap();
    pool.extend(0..10);
    let mark = pool.mark().unwrap();
    pool.extend(0..290);
    assert_eq!(pool.release_since(mark), Ok(290));
}

#[test]
fn marks_show_their_level() {
    let mut pool = EightPool::new();
    let marks = [pool.mark().unwrap(), pool.mark().unwrap()];
    assert_eq!(format!("{marks:?}"), "[Mark { level: 0, .. }, Mark { level: 1, .. }]");
    assert!(TooManyMarks.to_string().contains("`marks = ..`"));
    assert_ne!(MarkError::Stale.to_string(), MarkError::Foreign.to_string());
}

/// A mark depends only on the pool definition, not on the items.
#[test]
fn marks_are_send_and_sync_whatever_the_items_are() {
    fn check<T: Send + Sync + Unpin>() {}
    check::<Mark<Generational>>();
}
