//! An object with counted owners under loom.

#![expect(unsafe_code, reason = "owners are counted, each once")]

use crate::boxes::shared_box::{Counter, SharedCounter, Word, first_owner, first_weak};
use loom::cell::Cell;
use loom::sync::atomic::Ordering;

/// An object that several threads own. The last owner drops it, and may use its slot again.
#[derive(Debug)]
pub struct Counted {
    counter: SharedCounter,
    /// What owners did to the object: how often they changed it while they were alone. Dropped, it is `None`. Loom
    /// reports two accesses if neither happens before the other.
    object: Cell<Option<u32>>,
    /// Of each owner: whether it read the object. Owners of different threads have different cells.
    reads: [Cell<u32>; 3],
}

/// An owner of the object.
#[derive(Debug)]
#[must_use]
pub struct Owner(());

/// A weak pointer.
#[derive(Clone, Copy, Debug)]
pub struct Weak(u16);

impl Counted {
    /// An object with one owner.
    pub fn new() -> (Self, Owner) {
        let reads = [Cell::new(0), Cell::new(0), Cell::new(0)];
        (Counted { counter: first_owner(), object: Cell::new(Some(0)), reads }, Owner(()))
    }

    /// An object that has a weak pointer and is not made yet, as in `SharedBox::new_cyclic`.
    pub fn unmade() -> (Self, Weak) {
        let reads = [Cell::new(0), Cell::new(0), Cell::new(0)];
        let (counter, word) = first_weak();
        (Counted { counter, object: Cell::new(None), reads }, Weak(word.generation()))
    }

    /// Makes that object, as `SharedBox::new_cyclic` does.
    pub fn make(&self) -> Owner {
        assert!(self.object.replace(Some(0)).is_none(), "a slot with an object");
        // SAFETY: 1. the slot belongs to the caller, and is not shared.
        let before = unsafe { self.counter.update(Ordering::Release, |word| Some(word.made())) };
        assert!(before.is_ok());
        Owner(())
    }

    /// Reads the object.
    pub fn look(&self, _: &Owner) {
        assert!(self.object.get().is_some(), "an owner of nothing");
    }

    /// Another owner.
    pub fn clone(&self, _: &Owner) -> Owner {
        // SAFETY: 1. there is an owner, which is borrowed.
        assert!(unsafe { self.counter.join() }, "there is room");
        Owner(())
    }

    /// Does what only owners may do, in a thread that has a number: it writes to memory of its own, which the last
    /// owner reads.
    pub fn use_it(&self, _: &Owner, thread: usize) {
        let reads = &self.reads[thread];
        reads.set(reads.get() + 1);
    }

    /// One owner less. The last one drops the object. Returns whether it did.
    pub fn leave(&self, owner: Owner) -> bool {
        let Owner(()) = owner;
        // SAFETY: 1. this was an owner.
        let is_last = unsafe { self.counter.leave() };
        if is_last {
            assert!(self.object.replace(None).is_some(), "dropped twice");
            self.reads.iter().for_each(|reads| _ = reads.replace(0));
        }
        is_last
    }

    /// Changes the object if the owner is alone. Returns whether it is.
    pub fn change_if_alone(&self, _: &mut Owner) -> bool {
        // SAFETY: 1. there is an owner, which is borrowed.
        let is_alone = unsafe { self.counter.get() }.is_alone();
        if is_alone {
            let changes = self.object.get().expect("there is an owner");
            self.object.set(Some(changes + 1));
            self.reads.iter().for_each(|reads| _ = reads.replace(0));
        }
        is_alone
    }

    /// A weak pointer, as `SharedBox::downgrade` makes it.
    pub fn downgrade(&self, _: &Owner) -> Weak {
        let change = |word: Word| (!word.is_weak()).then_some(word.with_weak());
        // SAFETY: 1. there is an owner, which is borrowed.
        let (Ok(word) | Err(word)) = unsafe { self.counter.update(Ordering::Release, change) };
        Weak(word.generation())
    }

    /// Another owner, if there still is one, as `WeakBox::upgrade` makes it.
    pub fn upgrade(&self, weak: Weak) -> Option<Owner> {
        let is_of = |word: Word| word.is_weak() && word.generation() == weak.0;
        let change = |word: Word| if is_of(word) { word.one_more() } else { None };
        // SAFETY: 1. this is a weak pointer.
        let owner = unsafe { self.counter.update(Ordering::Acquire, change) };
        owner.is_ok().then_some(Owner(()))
    }

    /// A weak pointer of an earlier object, whose generation comes again with the next object that has weak pointers.
    #[must_use]
    pub fn stale(weak: Weak) -> Weak {
        Weak(weak.0 + 1)
    }

    /// Puts another object into the slot, after the last owner left.
    pub fn renew(&self) -> Owner {
        assert!(self.object.replace(Some(0)).is_none(), "a slot with an object");
        // SAFETY: 1. the caller was the last owner, and nobody has the slot.
        let word = unsafe { self.counter.get() };
        // SAFETY: 1. as above.
        unsafe { self.counter.start(word.first_owner()) };
        Owner(())
    }

    /// Whether the object was dropped.
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        self.object.get().is_none()
    }
}
