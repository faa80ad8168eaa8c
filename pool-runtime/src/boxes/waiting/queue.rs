//! A queue of tasks that wait for values, first come, first served. The entry of a task is in its future, so the queue
//! needs no heap, and any number of tasks can wait.
//!
//! Invariants, whenever the lock is free:
//!
//! - An entry has a waker exactly if it is in the queue. It leaves the queue when it gets a value, or when its future
//!   is dropped.
//! - A value that could be acquired while tasks wait is on its way to the first of them: whoever frees one calls
//!   [`serve`](Waiters::serve) afterwards.
//!
//! Wakers are cloned, called and dropped outside of the lock, because they are foreign code.
//!
//! The list in futures and the hand-over of values are those of `tokio::sync::Semaphore` and of `WaitQueue` in
//! maitake-sync.

#![expect(unsafe_code, reason = "the entries of the queue are in the futures of its tasks")]

use crate::boxes::sync::lock::Lock;
use core::cell::{Cell, UnsafeCell};
use core::marker::PhantomPinned;
use core::pin::Pin;
use core::ptr;
use core::task::{Context, Poll, Waker};

/// The tasks that wait for values of type `T`.
#[derive(Debug)]
pub(crate) struct Waiters<T>(Lock<Queue<T>>);

/// The entries, in the order in which they came.
#[derive(Debug)]
struct Queue<T> {
    first: *const Place<T>,
    last: *const Place<T>,
}

// SAFETY: the queue is the only way to its entries, and the futures that they are in reach them only with the queue
// locked. Only a waker, which is `Send`, and a value move from one thread to another through an entry.
unsafe impl<T: Send> Send for Queue<T> {}

/// An entry, which is read and written by whoever has the queue.
type Place<T> = UnsafeCell<Entry<T>>;

#[derive(Debug)]
struct Entry<T> {
    previous: *const Place<T>,
    next: *const Place<T>,
    /// The waker of the task, while the entry is in the queue.
    waker: Option<Waker>,
    /// The value that the task got, and did not take yet.
    given: Option<T>,
}

/// The future of a task that waits. Dropped, it leaves the queue, and what the task got is dropped.
#[derive(Debug)]
pub(crate) struct Wait<'a, T> {
    waiters: &'a Waiters<T>,
    /// Whether others may know the entry: it was in the queue, and the task took nothing since.
    is_known: Cell<bool>,
    entry: Place<T>,
    /// The queue has the address of the entry.
    _pinned: PhantomPinned,
}

// SAFETY: before it is known, an entry belongs to the future. Afterwards the future does not move, and everybody
// reaches the entry with the queue locked.
unsafe impl<T: Send> Send for Wait<'_, T> {}

impl<T> Waiters<T> {
    /// Nobody waits.
    pub(crate) const fn new() -> Self {
        Waiters(Lock::new(Queue { first: ptr::null(), last: ptr::null() }))
    }

    /// A future that waits for a value once it is polled.
    pub(crate) fn wait(&self) -> Wait<'_, T> {
        let entry = Entry { previous: ptr::null(), next: ptr::null(), waker: None, given: None };
        Wait {
            waiters: self,
            is_known: Cell::new(false),
            entry: UnsafeCell::new(entry),
            _pinned: PhantomPinned,
        }
    }

    /// After a value was freed: gives what `acquire` returns to the task that waits for the longest time, and wakes it.
    /// If nobody waits, `acquire` is not called.
    pub(crate) fn serve(&self, acquire: impl FnOnce() -> Option<T>) {
        let waker = self.0.with(|queue| {
            let first = queue.first;
            if first.is_null() {
                return None;
            }
            let value = acquire()?;
            // SAFETY: 1. the first entry is in the queue.
            unsafe { queue.remove(first) };
            // SAFETY: 1. the entry was in the queue, which is locked, and no other reference to an entry is used.
            let entry = unsafe { queue.entry(first) };
            entry.given = Some(value);
            entry.waker.take()
        });
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Queue<T> {
    /// An entry.
    ///
    /// # Safety
    ///
    /// 1. The future of the entry is alive, and this is the queue that it is for. No other reference to an entry is
    ///    used as long as this one is.
    unsafe fn entry<'a>(&mut self, place: *const Place<T>) -> &'a mut Entry<T> {
        let entry = UnsafeCell::raw_get(place);
        // SAFETY: the future of the entry is alive (1. above), and whoever has `&mut self` has the lock, without which
        // nobody reads or writes an entry.
        unsafe { &mut *entry }
    }

    /// Appends an entry.
    ///
    /// # Safety
    ///
    /// 1. The future of the entry is alive, and in no queue. It does not move, and does not end before the entry is
    ///    removed.
    unsafe fn push(&mut self, place: *const Place<T>, waker: Waker) {
        let last = self.last;
        // SAFETY: 1. the caller promises it, and the reference is not used below.
        let entry = unsafe { self.entry(place) };
        (entry.previous, entry.next, entry.waker) = (last, ptr::null(), Some(waker));
        if last.is_null() {
            self.first = place;
        } else {
            // SAFETY: 1. `last` is in the queue, so its future is alive.
            unsafe { self.entry(last) }.next = place;
        }
        self.last = place;
    }

    /// Removes an entry.
    ///
    /// # Safety
    ///
    /// 1. The entry is in this queue.
    unsafe fn remove(&mut self, place: *const Place<T>) {
        // SAFETY: 1. the entry is in the queue, so its future is alive, and the reference is not used below.
        let &mut Entry { previous, next, .. } = unsafe { self.entry(place) };
        if previous.is_null() {
            self.first = next;
        } else {
            // SAFETY: 1. the entry before one in the queue is in the queue.
            unsafe { self.entry(previous) }.next = next;
        }
        if next.is_null() {
            self.last = previous;
        } else {
            // SAFETY: 1. the entry after one in the queue is in the queue.
            unsafe { self.entry(next) }.previous = previous;
        }
    }
}

impl<T> Wait<'_, T> {
    /// Takes what the task got. If the task is new and nobody waits before it, takes what `acquire` returns.
    pub(crate) fn poll(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut acquire: impl FnMut() -> Option<T>,
    ) -> Poll<T> {
        let this = self.into_ref().get_ref();
        let is_known = this.is_known.get();
        // A task that was woken for its value needs no other waker.
        let mut waker = (!is_known).then(|| context.waker().clone());
        loop {
            let poll = this.waiters.0.with(|queue| {
                if !is_known && queue.first.is_null() {
                    if let Some(value) = acquire() {
                        return Some(Poll::Ready(value));
                    }
                }
                // SAFETY: 1. the future is alive, as it is polled, and its entry is for this queue. Each of the two
                // calls below is the last use of an entry.
                let entry = unsafe { queue.entry(&this.entry) };
                if let Some(value) = entry.given.take() {
                    return Some(Poll::Ready(value));
                }
                if entry.waker.as_ref().is_some_and(|known| known.will_wake(context.waker())) {
                    return Some(Poll::Pending);
                }
                let next = waker.take()?;
                if is_known {
                    waker = entry.waker.replace(next);
                } else {
                    // SAFETY: 1. the entry is not known, so it is in no queue. The future is pinned: it does not move,
                    // and ends by `drop`, which removes the entry.
                    unsafe { queue.push(&this.entry, next) };
                }
                Some(Poll::Pending)
            });
            match poll {
                Some(poll) => {
                    this.is_known.set(poll.is_pending());
                    return poll;
                }
                None => waker = Some(context.waker().clone()),
            }
        }
    }
}

impl<T> Wait<'_, T> {
    /// Leaves the queue. Returns what the task got, and did not take.
    #[inline]
    pub(crate) fn leave(&self) -> Option<T> {
        if self.is_known.replace(false) { self.leave_known() } else { None }
    }

    /// Leaves the queue, or returns the value. It is not a part of the function that polls, which calls it on each way
    /// out.
    #[cold]
    #[inline(never)]
    fn leave_known(&self) -> Option<T> {
        let place = &raw const self.entry;
        let (_waker, given) = self.waiters.0.with(|queue| {
            // SAFETY: 1. the future is alive, as it is being dropped, and its entry is for this queue. The reference is
            // not used after `remove`.
            let entry = unsafe { queue.entry(place) };
            let (waker, given) = (entry.waker.take(), entry.given.take());
            if waker.is_some() {
                // SAFETY: 1. an entry with a waker is in the queue.
                unsafe { queue.remove(place) };
            }
            (waker, given)
        });
        given
    }
}

impl<T> Drop for Wait<'_, T> {
    fn drop(&mut self) {
        // Outside of the lock: a slot that is freed goes to the next task.
        drop(self.leave());
    }
}
