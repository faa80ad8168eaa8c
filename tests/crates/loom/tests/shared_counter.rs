//! The counts of shared boxes: the last owner drops the object, alone, after it sees what all others did.

use loom::cell::Cell;
use stackpool_loom::check::{at_once, exhaustively, with_preemptions};
use stackpool_loom::counted::{Counted, Owner, Weak};
use std::rc::Rc;

/// An object, and what the threads begin with: an owner each, or a weak pointer.
struct Model {
    object: Counted,
    owners: [Cell<Option<Owner>>; 3],
    weak: Option<Weak>,
}

impl Model {
    /// Gives each thread an owner, with a weak pointer to the object if threads ask for one.
    fn new(threads: usize, is_weak: bool) -> Rc<Self> {
        let (object, first) = Counted::new();
        let weak = is_weak.then(|| object.downgrade(&first));
        let owners = [1, 2].map(|thread| Cell::new((thread < threads).then(|| object.clone(&first))));
        let [second, third] = owners;
        Rc::new(Model { object, owners: [Cell::new(Some(first)), second, third], weak })
    }

    /// An object that is not made yet, with a weak pointer to it.
    fn unmade() -> Rc<Self> {
        let (object, weak) = Counted::unmade();
        Rc::new(Model { object, owners: [(); 3].map(|()| Cell::new(None)), weak: Some(weak) })
    }

    fn owner(&self, thread: usize) -> Owner {
        self.owners[thread].replace(None).expect("an owner per thread")
    }

    /// Uses the object, and leaves it.
    fn use_and_leave(&self, thread: usize) {
        let owner = self.owner(thread);
        self.object.use_it(&owner, thread);
        self.object.leave(owner);
    }

    /// Makes another owner, and leaves both.
    fn clone_and_leave(&self, thread: usize) {
        let owner = self.owner(thread);
        let other = self.object.clone(&owner);
        self.object.leave(owner);
        self.object.use_it(&other, thread);
        self.object.leave(other);
    }

    /// Changes the object if it is alone, before and after.
    fn change_and_leave(&self, thread: usize) {
        let mut owner = self.owner(thread);
        self.object.use_it(&owner, thread);
        self.object.change_if_alone(&mut owner);
        let other = self.object.clone(&owner);
        assert!(!self.object.change_if_alone(&mut owner), "with another owner");
        self.object.leave(other);
        self.object.leave(owner);
    }

    /// Becomes an owner if there still is one.
    fn upgrade_and_leave(&self, thread: usize) {
        if let Some(owner) = self.object.upgrade(self.weak.expect("a weak pointer")) {
            self.object.look(&owner);
            self.object.use_it(&owner, thread);
            self.object.leave(owner);
        }
    }

    /// Makes the object that has a weak pointer already, and leaves it.
    fn make_and_leave(&self, thread: usize) {
        let owner = self.object.make();
        self.object.use_it(&owner, thread);
        self.object.leave(owner);
    }

    /// Becomes an owner of the next object in the slot, by a pointer that is older than all generations.
    fn upgrade_a_stale_one(&self, thread: usize) {
        let stale = Counted::stale(self.weak.expect("a weak pointer"));
        if let Some(owner) = self.object.upgrade(stale) {
            self.object.use_it(&owner, thread);
            self.object.leave(owner);
        }
    }

    /// Leaves. If it was the last owner, it puts another object into the slot, and leaves that too.
    fn leave_and_renew(&self, thread: usize) {
        let owner = self.owner(thread);
        self.object.use_it(&owner, thread);
        if self.object.leave(owner) {
            let mut owner = self.object.renew();
            self.object.use_it(&owner, thread);
            assert!(self.object.change_if_alone(&mut owner), "nobody has a pointer to the new object");
            self.object.downgrade(&owner);
            self.object.leave(owner);
        }
    }
}

/// Runs these closures at the same time. Afterwards the object must be dropped.
fn model<const N: usize>(is_weak: bool, things: [fn(&Model); N]) -> impl Fn() {
    move || {
        let owners = things.len() - usize::from(is_weak);
        let model = Model::new(owners, is_weak);
        at_once(&model, things);
        assert!(model.object.is_dropped(), "without an owner");
    }
}

#[test]
fn the_last_of_two_or_three_owners_drops_the_object() {
    exhaustively(model(false, [|it| it.use_and_leave(0), |it| it.use_and_leave(1)]));
    exhaustively(model(false, [|it| it.clone_and_leave(0), |it| it.use_and_leave(1)]));
    with_preemptions(
        3,
        model(false, [|it| it.use_and_leave(0), |it| it.use_and_leave(1), |it| it.clone_and_leave(2)]),
    );
}

#[test]
fn an_owner_that_is_alone_changes_the_object() {
    exhaustively(model(false, [|it| it.change_and_leave(0), |it| it.use_and_leave(1)]));
    with_preemptions(3, model(false, [|it| it.change_and_leave(0), |it| it.change_and_leave(1)]));
    with_preemptions(
        2,
        model(false, [|it| it.change_and_leave(0), |it| it.use_and_leave(1), |it| it.clone_and_leave(2)]),
    );
}

#[test]
fn a_weak_pointer_gives_an_owner_or_none() {
    exhaustively(model(true, [|it| it.use_and_leave(0), |it| it.upgrade_and_leave(1)]));
    with_preemptions(3, model(true, [|it| it.change_and_leave(0), |it| it.upgrade_and_leave(1)]));
    with_preemptions(
        2,
        model(true, [|it| it.use_and_leave(0), |it| it.clone_and_leave(1), |it| it.upgrade_and_leave(2)]),
    );
}

#[test]
fn a_weak_pointer_from_before_the_object_gives_one_that_is_made() {
    fn unmade<const N: usize>(things: [fn(&Model); N]) -> impl Fn() {
        move || {
            let model = Model::unmade();
            at_once(&model, things);
            assert!(model.object.is_dropped(), "without an owner");
        }
    }
    exhaustively(unmade([|it| it.make_and_leave(0), |it| it.upgrade_and_leave(1)]));
    let twice: [fn(&Model); 3] =
        [|it| it.make_and_leave(0), |it| it.upgrade_and_leave(1), |it| it.upgrade_and_leave(2)];
    with_preemptions(3, unmade(twice));
}

#[test]
fn a_slot_that_is_used_again_has_nothing_of_the_object_before() {
    exhaustively(model(true, [|it| it.leave_and_renew(0), |it| it.upgrade_and_leave(1)]));
    exhaustively(model(true, [|it| it.leave_and_renew(0), |it| it.upgrade_a_stale_one(1)]));
    with_preemptions(3, model(false, [|it| it.leave_and_renew(0), |it| it.leave_and_renew(1)]));
    with_preemptions(
        2,
        model(true, [|it| it.leave_and_renew(0), |it| it.use_and_leave(1), |it| it.upgrade_and_leave(2)]),
    );
}
