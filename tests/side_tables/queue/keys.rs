//! Keys whose `Ord`, `Clone` or `Drop` lies or panics: each member stays in the queue once.

use super::{Listed, Live, first, handles};
use crate::drops::Drops;
use crate::size::miri_or;
use stackpool::{Handle, HandleQueue, PoolSpec, Snapshot};
use std::cell::Cell;
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// How many calls of the code of a key return before one panics.
    static CALLS: Cell<usize> = const { Cell::new(usize::MAX) };
    static RANDOM: Cell<u32> = const { Cell::new(1) };
}

fn random() -> u32 {
    RANDOM.set(RANDOM.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    RANDOM.get() >> 8
}

/// Panics if it is the turn of this call.
fn call() {
    let left = CALLS.get();
    CALLS.set(left.wrapping_sub(1));
    assert_ne!(left, 0, "a planned panic");
}

/// Runs something whose `calls`th call of the code of a key panics.
fn panics_after<T>(calls: usize, run: impl FnOnce() -> T) -> Option<T> {
    CALLS.set(calls);
    let result = catch_unwind(AssertUnwindSafe(run));
    CALLS.set(usize::MAX);
    result.ok()
}

/// All that the queue has can be reached from both ends, once, and all links are those of a tree.
fn is_whole<P: PoolSpec, K: Clone>(queue: &HandleQueue<P, K>) {
    let mut members: Vec<_> = queue.iter().map(|(member, _)| member).collect();
    let mut backwards: Vec<_> = queue.iter().rev().map(|(member, _)| member).collect();
    backwards.reverse();
    assert_eq!(members, backwards);
    assert_eq!(queue.peek().map(|(member, _)| member), members.first().copied());
    assert!(members.iter().all(|&member| queue.contains(member)));
    members.sort_unstable();
    members.dedup();
    assert_eq!(members.len(), queue.len());
    let mut rest = queue.clone();
    assert_eq!(std::iter::from_fn(|| rest.pop()).count(), members.len());
    assert!(rest.is_empty());
}

/// A key that is greater, less or equal by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Liar;

impl Ord for Liar {
    fn cmp(&self, _: &Self) -> Ordering {
        [Ordering::Less, Ordering::Equal, Ordering::Greater][random() as usize % 3]
    }
}

impl PartialOrd for Liar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[test]
fn keys_that_lie_leave_each_member_once() {
    let handles = handles::<Listed>(miri_or(6, 40), 2);
    let mut queue = HandleQueue::<Listed, Liar>::on_heap();
    for _ in 0..miri_or(20, 400) {
        let member = handles[random() as usize % handles.len()];
        let (was_there, len) = (queue.contains(member), queue.len());
        match random() % 4 {
            0 | 1 => {
                assert_eq!(queue.push(member, Liar).is_some(), was_there);
                assert!(queue.contains(member) && queue.len() >= len);
            }
            2 => assert_eq!(queue.change_key(member, Liar).is_some(), was_there),
            _ => assert_eq!(queue.remove(member).is_some(), was_there),
        }
        is_whole(&queue);
    }
}

/// A key whose `Ord`, `Clone` and `Drop` panic when it is their turn.
#[derive(Debug, PartialEq, Eq)]
struct Bomb(u32);

impl Ord for Bomb {
    fn cmp(&self, other: &Self) -> Ordering {
        call();
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Bomb {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Clone for Bomb {
    fn clone(&self) -> Self {
        call();
        Bomb(self.0)
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            call();
        }
    }
}

fn filled() -> HandleQueue<Live, Bomb> {
    let mut queue = HandleQueue::new();
    for (member, key) in handles(4, 1).into_iter().zip([3, 1, 4, 1]) {
        queue.push(member, Bomb(key));
    }
    queue
}

/// Each call of the code of a key panics once. Afterwards the queue has what it had, or what it would have.
#[test]
fn a_panic_leaves_each_member_once() {
    type Change = fn(&mut HandleQueue<Live, Bomb>);
    let other = || {
        let mut other = filled();
        other.remove(first(0));
        other.push(first(4), Bomb(2));
        other
    };
    let changes: &[(Change, &[usize])] = &[
        (|queue| drop(queue.push(first(4), Bomb(2))), &[4, 5]),
        (|queue| drop(queue.push(first(2), Bomb(0))), &[4]),
        (|queue| drop(queue.change_key(first(1), Bomb(9))), &[4]),
        (|queue| drop(queue.pop()), &[3]),
        (|queue| drop(queue.remove(first(0))), &[3]),
        (|queue| queue.retain(|_, key| key.0 == 1), &[2, 3]),
        (HandleQueue::clear, &[0, 1, 2, 3]),
    ];
    for (change, lens) in changes {
        let mut panics = 0;
        while panics < 20 {
            let mut queue = filled();
            let done = panics_after(panics, || change(&mut queue)).is_some();
            is_whole(&queue);
            assert!(lens.contains(&queue.len()), "{lens:?} {queue:?}");
            assert!(queue.iter().is_sorted_by_key(|(_, key)| key.0));
            if done {
                break;
            }
            panics += 1;
        }
        assert!((1..20).contains(&panics));
    }
    // While it is filled from another one, it can be empty.
    for calls in 0..20 {
        let (mut queue, source) = (filled(), other());
        let is_done = panics_after(calls, || queue.clone_from(&source)).is_some();
        is_whole(&queue);
        assert_eq!(is_done, queue == source);
        assert!(is_done || queue.len() < 4);
        if is_done {
            assert_eq!(calls, 8);
            return;
        }
    }
    panic!("`clone_from` makes few calls");
}

/// Every key is dropped once, whatever happens to its member.
#[test]
fn each_key_is_dropped_once() {
    #[derive(Debug)]
    struct Key(u32, #[expect(dead_code, reason = "it is there to be dropped")] crate::drops::Token);
    impl PartialEq for Key {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl Eq for Key {}
    impl Ord for Key {
        fn cmp(&self, other: &Self) -> Ordering {
            self.0.cmp(&other.0)
        }
    }
    impl PartialOrd for Key {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    let drops = Drops::default();
    let key = |number| Key(number, drops.token(number));
    let [a, b, c] = [0, 1, 2].map(|generation| Handle::<Listed>::from_parts(5, generation).unwrap());
    let mut queue = HandleQueue::<Listed, Key>::on_heap();
    queue.push(a, key(1));
    queue.push(first(7), key(2));
    assert_eq!(queue.push(b, key(3)), None);
    assert_eq!(drops.take_dropped(), [1]);
    assert_eq!(queue.change_key(b, key(4)).unwrap().0, 3);
    assert!(queue.change_key(c, key(5)).is_none());
    assert_eq!(drops.take_dropped(), [3, 5]);
    assert_eq!(queue.pop().unwrap().1.0, 2);
    queue.push(first(9), key(6));
    queue.clear();
    assert_eq!(drops.take_dropped(), [2, 4, 6]);
    queue.push(a, key(7));
    drop(queue);
    assert_eq!((drops.take_dropped(), drops.alive()), (vec![7], vec![]));
}

/// A save by keys that lie is an error or a whole queue.
#[test]
fn a_restore_compares_keys() {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
    #[repr(transparent)]
    struct Turned(u32);
    thread_local!(static IS_TURNED: Cell<bool> = const { Cell::new(false) });
    impl Ord for Turned {
        fn cmp(&self, other: &Self) -> Ordering {
            call();
            if IS_TURNED.get() { other.0.cmp(&self.0) } else { self.0.cmp(&other.0) }
        }
    }
    impl PartialOrd for Turned {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    let mut queue = HandleQueue::<Live, Turned>::new();
    for (member, key) in handles(3, 1).into_iter().zip([2, 1, 3]) {
        queue.push(member, Turned(key));
    }
    let saved = queue.save();
    let base = queue.clone();
    queue.pop();
    let before = queue.clone();
    assert_eq!(panics_after(1, || queue.restore(&saved)), None);
    assert_eq!(queue, before);
    IS_TURNED.set(true);
    assert!(queue.restore(&saved).is_err());
    assert_eq!(queue, before);
    IS_TURNED.set(false);
    queue.restore(&saved).unwrap();
    assert_eq!(queue, base);
}
