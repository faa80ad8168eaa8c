//! Tasks that wait for the slots of a stack, as with the key `wait`.

use crate::boxes::waiting::queue::{Wait, Waiters};
use crate::slots::{Range, Slot};
use crate::stack::Stack;
use loom::sync::Notify;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

/// A stack, and the tasks that wait for its slots.
#[derive(Debug)]
pub struct Waited {
    stack: Stack,
    waiters: Waiters<Slot>,
}

impl Waited {
    /// Makes a stack in which all slots are free.
    #[must_use]
    pub fn full(slots: Range) -> Self {
        Waited { stack: Stack::full(slots), waiters: Waiters::new() }
    }

    /// Takes a slot, if one is free.
    #[must_use]
    pub fn take(&self) -> Option<Slot> {
        self.stack.pop()
    }

    /// Frees a slot, as dropping a box does.
    pub fn free(&self, slot: Slot) {
        self.stack.push(slot);
        self.waiters.serve(|| self.stack.pop());
    }

    /// Waits for a slot.
    pub fn wait(&self) -> Slot {
        let task = Arc::new(Task(Notify::new()));
        let waker = Waker::from(Arc::clone(&task));
        let mut wait = pin!(self.waiters.wait());
        loop {
            match self.poll(wait.as_mut(), &waker) {
                Poll::Ready(slot) => return slot,
                Poll::Pending => task.0.wait(),
            }
        }
    }

    /// Begins to wait for a slot, and drops the future. A slot that it got by then is freed.
    pub fn wait_in_vain(&self) {
        let mut wait = Box::pin(self.waiters.wait());
        if let Poll::Ready(slot) = self.poll(wait.as_mut(), Waker::noop()) {
            self.free(slot);
        }
        // In the runtime, this is the drop of what the future got.
        if let Some(slot) = wait.leave() {
            self.free(slot);
        }
    }

    fn poll(&self, wait: Pin<&mut Wait<'_, Slot>>, waker: &Waker) -> Poll<Slot> {
        wait.poll(&mut Context::from_waker(waker), || self.stack.pop())
    }

    /// Panics unless every slot is free exactly once.
    pub fn assert_whole(&self) {
        self.stack.assert_whole();
    }
}

/// A task that sleeps until it is woken.
struct Task(Notify);

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        self.0.notify();
    }
}
