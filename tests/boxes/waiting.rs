//! Tasks that wait for a free slot (`wait`), and the function that is called when one was freed (`on_free`).

use crate::size::miri_or;
use stackpool::pool;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Counts how often it was woken.
#[derive(Default)]
struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// A task: a future, and how often it was woken.
struct Task<F> {
    future: Pin<Box<F>>,
    woken: Arc<Count>,
}

impl<F: Future> Task<F> {
    fn new(future: F) -> Self {
        Task { future: Box::pin(future), woken: Arc::default() }
    }

    /// A task that was polled once, and waits.
    fn waiting(future: F) -> Self {
        let mut task = Task::new(future);
        assert!(task.poll().is_none(), "it had a slot at once");
        task
    }

    fn poll(&mut self) -> Option<F::Output> {
        match self.future.as_mut().poll(&mut Context::from_waker(&Waker::from(self.woken.clone()))) {
            Poll::Ready(output) => Some(output),
            Poll::Pending => None,
        }
    }

    fn woken(&self) -> usize {
        self.woken.0.load(Relaxed)
    }
}

/// Runs a future in this thread, which sleeps until it is woken.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[test]
fn tasks_get_slots_in_the_order_in_which_they_came() {
    pool! { Two: [u32; 2], boxed, wait; }
    let mut owned = vec![TwoBox::new(0).unwrap(), TwoBox::new(1).unwrap()];
    let mut tasks: Vec<_> = (2..6).map(|number| Task::waiting(TwoBox::new_async(number))).collect();
    for number in 2..6 {
        drop(owned.remove(0));
        assert!(TwoBox::new(9).is_err(), "the slot belongs to the task");
        for (place, task) in tasks.iter().enumerate() {
            assert_eq!(task.woken(), usize::from(place == 0), "{place} of {number}");
        }
        assert!(tasks[1..].iter_mut().all(|task| task.poll().is_none()));
        owned.push(tasks.remove(0).poll().expect("it has a slot"));
        assert_eq!(*owned[1], number);
    }
    drop(owned);
    assert_eq!(TwoBox::len(), 0);
}

#[test]
fn a_task_does_not_overtake_one_that_waits() {
    pool! { One: [u32; 1], boxed, wait; }
    let owned = OneBox::new(0).unwrap();
    let mut first = Task::waiting(OneBox::new_async(1));
    drop(owned);
    let mut second = Task::waiting(OneBox::new_async(2));
    drop(first.poll().expect("it has a slot"));
    assert_eq!(second.poll().as_deref(), Some(&2));
    assert_eq!((first.woken(), second.woken()), (1, 1));
}

#[test]
fn what_a_dropped_future_got_goes_to_the_next_task() {
    pool! { One: [u32; 1], boxed, wait; }
    let owned = OneBox::new(0).unwrap();
    let [first, middle, mut last] = [1, 2, 3].map(|number| Task::waiting(OneBox::new_async(number)));
    drop(middle); // in the middle of the queue
    drop(owned);
    assert_eq!(first.woken(), 1);
    drop(first); // it has the slot
    assert_eq!(last.woken(), 1);
    let boxed = last.poll().expect("it has a slot");
    let only = Task::waiting(OneBox::new_async(4));
    drop(only); // alone in the queue
    drop(boxed);
    assert_eq!(OneBox::len(), 0, "a dropped future leaves nothing behind");
    drop(Task::new(OneBox::new_async(5))); // never polled
    assert!(OneBox::new(6).is_ok());
}

#[test]
fn every_place_in_the_queue_can_be_left() {
    pool! { One: [u8; 1], boxed, wait; }
    for left in 0..4 {
        let owned = OneBox::new(9).unwrap();
        let mut tasks: Vec<_> = (0..4).map(|number| Task::waiting(OneBox::new_async(number))).collect();
        drop(tasks.remove(left));
        drop(owned);
        let order: Vec<u8> = tasks.iter_mut().map(|task| *task.poll().expect("each in turn")).collect();
        let expected: Vec<u8> = (0..4).filter(|&number| usize::from(number) != left).collect();
        assert_eq!(order, expected);
    }
}

#[test]
fn the_last_waker_is_woken_and_no_other() {
    pool! { One: [u32; 1], boxed, wait; }
    let owned = OneBox::new(0).unwrap();
    let mut task = Task::waiting(OneBox::new_async(1));
    let before = std::mem::take(&mut task.woken);
    assert!(task.poll().is_none());
    assert!(task.poll().is_none(), "the waker is known");
    drop(owned);
    assert_eq!((before.0.load(Relaxed), task.woken()), (0, 1));
    assert_eq!(Arc::strong_count(&before), 1, "the other waker was dropped");
    assert_eq!(task.poll().as_deref(), Some(&1));
    assert_eq!(Arc::strong_count(&task.woken), 1);
}

#[test]
fn objects_and_shared_boxes_are_waited_for() {
    pool! { Frames: [[u8; 4]; 1], objects, wait, on_free = freed; Texts: [String; 1], shared, wait; }
    static FREED: AtomicU32 = AtomicU32::new(0);
    fn freed() {
        FREED.fetch_add(1, Relaxed);
    }
    let mut frame = Task::new(FramesObject::acquire_async()).poll().expect("it is free");
    frame[0] = 7;
    let mut next = Task::waiting(FramesObject::acquire_async());
    drop(frame);
    assert_eq!((next.woken(), FREED.load(Relaxed)), (1, 1));
    assert_eq!(next.poll().map(|frame| frame[0]), Some(7));

    let text = Task::new(TextsArc::new_async("a".to_owned())).poll().expect("it is free");
    let other = text.clone();
    let mut next = Task::waiting(TextsArc::new_with_async(|slot| slot.write("b".to_owned())));
    drop(text);
    assert_eq!(next.woken(), 0, "the object has an owner still");
    drop(other);
    assert_eq!(next.poll().as_deref().map(String::as_str), Some("b"));
}

#[test]
fn a_value_is_dropped_with_its_future() {
    pool! { One: [Arc<()>; 1], boxed, wait; }
    let value = Arc::new(());
    let owned = OneBox::new(value.clone()).unwrap();
    drop(Task::waiting(OneBox::new_async(value.clone())));
    assert_eq!(Arc::strong_count(&value), 2);
    drop(owned);
    let with = Task::new(OneBox::new_with_async(|slot| slot.write(value.clone()))).poll();
    assert_eq!(Arc::strong_count(&value), 2);
    drop(with);
    assert_eq!(Arc::strong_count(&value), 1);
}

#[test]
fn a_slot_whose_object_was_not_made_goes_to_the_next_task() {
    pool! { One: [u32; 1], boxed, wait; }
    let owned = OneBox::new(0).unwrap();
    let mut wrong = Task::waiting(OneBox::new_with_async(|_| panic!("no object")));
    let mut next = Task::waiting(OneBox::new_async(2));
    drop(owned);
    assert!(catch_unwind(AssertUnwindSafe(|| wrong.poll())).is_err());
    assert_eq!(next.poll().as_deref(), Some(&2));
    drop(wrong);
    assert_eq!(OneBox::len(), 0);
}

/// A waker that makes, drops and waits for boxes when it is cloned, woken or dropped.
#[test]
fn wakers_may_use_the_pool() {
    pool! { Two: [u32; 2], boxed, wait; }
    struct Busy;
    fn use_pool() {
        drop(TwoBox::new(7));
        drop(Task::new(TwoBox::new_async(8)).poll());
    }
    impl Wake for Busy {
        fn wake(self: Arc<Self>) {
            use_pool();
        }
    }
    impl Drop for Busy {
        fn drop(&mut self) {
            use_pool();
        }
    }
    let mut owned = vec![TwoBox::new(0).unwrap(), TwoBox::new(1).unwrap()];
    let mut future = Box::pin(TwoBox::new_async(2));
    for _ in 0..2 {
        let waker = Waker::from(Arc::new(Busy));
        assert!(future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    }
    owned.pop();
    assert!(
        matches!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(two) if *two == 2)
    );
    drop(owned);
    assert_eq!(TwoBox::len(), 0);
}

#[test]
fn the_function_is_called_after_the_slot_is_free() {
    pool! { One: [Guarded; 1], boxed, on_free = Counter::freed; }
    struct Guarded(Option<Arc<()>>);
    impl Drop for Guarded {
        fn drop(&mut self) {
            assert!(self.0.is_none() || OneBox::new(Guarded(None)).is_err(), "the slot is not free yet");
        }
    }
    static FREED: AtomicU32 = AtomicU32::new(0);
    static FREE: AtomicU32 = AtomicU32::new(0);
    struct Counter;
    impl Counter {
        fn freed() {
            // Not again for the box that it makes itself.
            if FREED.fetch_add(1, Relaxed) == 0 {
                FREE.fetch_add(u32::from(OneBox::new(Guarded(None)).is_ok()), Relaxed);
            }
        }
    }
    drop(OneBox::new(Guarded(Some(Arc::new(())))));
    assert_eq!((FREE.load(Relaxed), FREED.load(Relaxed)), (1, 2));
}

#[test]
fn threads_wait_for_each_other() {
    pool! {
        Threads: [usize; 3], boxed, wait;
        #[cfg(feature = "critical-section")]
        Sections: [usize; 3], boxed, wait, sync = critical_section;
        Many: [usize; 300], boxed, wait;
    }
    macro_rules! run {
        ($($boxes:ident),*) => {$({
            static OWNED: AtomicUsize = AtomicUsize::new(0);
            const CAPACITY: usize = $boxes::CAPACITY;
            const THREADS: usize = 4;
            let each = CAPACITY / 2 + 1;
            assert_eq!($boxes::CACHE, 0, "no thread keeps slots that others wait for");
            thread::scope(|scope| {
                for number in 0..THREADS {
                    scope.spawn(move || {
                        for round in 0..miri_or(8, 2_000) / each {
                            // All at once would wait for each other for ever.
                            let mut boxes = Vec::new();
                            for _ in 0..each {
                                if boxes.is_empty() {
                                    boxes.push(block_on($boxes::new_async(number)));
                                } else {
                                    boxes.extend($boxes::new(number));
                                }
                            }
                            assert!(OWNED.fetch_add(boxes.len(), Relaxed) + boxes.len() <= CAPACITY);
                            if round % 3 == 0 {
                                // A future that is dropped, with or without a slot.
                                let mut future = pin!($boxes::new_async(number));
                                let mut context = Context::from_waker(Waker::noop());
                                drop(future.as_mut().poll(&mut context));
                            }
                            assert!(boxes.iter().all(|boxed| **boxed == number));
                            OWNED.fetch_sub(boxes.len(), Relaxed);
                            drop(boxes);
                        }
                    });
                }
            });
            assert_eq!($boxes::len(), 0);
        })*};
    }
    run!(ThreadsBox, ManyBox);
    #[cfg(feature = "critical-section")]
    run!(SectionsBox);
}
