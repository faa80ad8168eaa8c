//! Shared boxes and weak pointers.

use crate::boxes::all_slots_again;
use crate::post::Post;
use crate::stamp::{Object, Stamp};
use crate::tally::{Operation, Tally};
use crate::{Actor, Task, makes};
use stackpool::{BoxSpec, PoolBox, SharedBox, WeakBox, WeakSpec};
use stackpool_soak::Random;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The owners and the weak pointers that a thread has at most, so that objects go, too.
const MOST: usize = 200;

/// A weak pointer, the stamp of its object, and the slot and how many weak pointers this had by then.
struct Weak<P: WeakSpec> {
    weak: WeakBox<P>,
    stamp: Stamp,
    slot: usize,
    born: u32,
}

enum Parcel<P: WeakSpec> {
    Owner(SharedBox<P>, Stamp),
    Weak(Weak<P>),
}

/// The pointers of a thread.
pub(crate) struct Shared<P: WeakSpec> {
    owners: Vec<(SharedBox<P>, Stamp)>,
    weak: Vec<Weak<P>>,
    post: Post<Parcel<P>>,
    /// The weak pointers that each slot had. A slot has 2,048 generations of them: after as many others, an old pointer
    /// is valid again.
    born: Arc<[AtomicU32]>,
    tally: Tally,
}

impl<P> Shared<P>
where
    P: WeakSpec + BoxSpec<Item: Object> + 'static,
    SharedBox<P>: Send,
    WeakBox<P>: Send,
{
    pub(crate) fn task(name: &'static str, threads: usize) -> Task {
        let born: Arc<[_]> = (0..SharedBox::<P>::CAPACITY).map(|_| AtomicU32::new(0)).collect();
        let actor = |post| -> Box<dyn Actor + Send> {
            let born = Arc::clone(&born);
            Box::new(Shared::<P> {
                owners: Vec::new(),
                weak: Vec::new(),
                post,
                born,
                tally: Tally::default(),
            })
        };
        Task { name, actors: Post::of(threads).into_iter().map(actor).collect(), check: all_slots_again::<P> }
    }

    fn make(&mut self, random: &mut Random) {
        let stamp = Stamp::new();
        let made = match random.below(4) {
            0 => {
                self.tally.count(Operation::MakeCyclic);
                let mut weak = None;
                let made = SharedBox::new_cyclic(|me| {
                    assert!(me.upgrade().is_none(), "the object is not made yet");
                    weak = Some(me);
                    P::Item::new(stamp)
                });
                if let (Ok(made), Some(weak)) = (&made, weak) {
                    self.keep_weak(made, weak, stamp);
                }
                made.ok()
            }
            1 => {
                self.tally.count(Operation::MakeInPlace);
                SharedBox::new_with(|slot| slot.write(P::Item::new(stamp))).ok()
            }
            2 => {
                self.tally.count(Operation::OwnAndShare);
                PoolBox::new(P::Item::new(stamp)).ok().map(SharedBox::from)
            }
            _ => {
                self.tally.count(Operation::Make);
                SharedBox::new(P::Item::new(stamp)).ok()
            }
        };
        match made {
            Some(made) => self.owners.push((made, stamp)),
            None => self.tally.count(Operation::Refuse),
        }
    }

    fn keep_weak(&mut self, owner: &SharedBox<P>, weak: WeakBox<P>, stamp: Stamp) {
        let slot = SharedBox::handle(owner).index();
        let born = self.born[slot].fetch_add(1, Ordering::Relaxed);
        self.weak.push(Weak { weak, stamp, slot, born });
    }

    /// Asks a weak pointer for an owner.
    fn upgrade(&mut self, at: usize) {
        let Weak { weak, stamp, slot, born } = &self.weak[at];
        let Some(owner) = weak.upgrade() else {
            self.tally.count(Operation::FindStale);
            self.weak.swap_remove(at);
            return;
        };
        self.tally.count(Operation::Upgrade);
        assert_eq!(SharedBox::handle(&owner).index(), *slot);
        let later = self.born[*slot].load(Ordering::Relaxed).wrapping_sub(*born);
        if (later as usize) < WeakBox::<P>::GENERATIONS / 2 {
            owner.check(*stamp);
            self.owners.push((owner, *stamp));
        }
    }

    /// Does something with one of the owners.
    fn use_owner(&mut self, random: &mut Random) {
        let at = random.below(self.owners.len());
        match random.below(100) {
            0..15 => {
                self.tally.count(Operation::Clone);
                let (owner, stamp) = &self.owners[at];
                owner.check(*stamp);
                self.owners.push((owner.clone(), *stamp));
            }
            15..30 => {
                self.tally.count(Operation::Downgrade);
                let (owner, stamp) = self.owners.swap_remove(at);
                self.keep_weak(&owner, SharedBox::downgrade(&owner), stamp);
                self.owners.push((owner, stamp));
            }
            30..35 => {
                self.tally.count(Operation::Revoke);
                SharedBox::revoke_weak(&self.owners[at].0);
            }
            35..50 => {
                self.tally.count(Operation::Send);
                let (owner, stamp) = self.owners.swap_remove(at);
                self.post.send(Parcel::Owner(owner, stamp), random);
            }
            50..60 => {
                // The only owner writes, unless a weak pointer could give another one.
                let (owner, stamp) = &mut self.owners[at];
                owner.check(*stamp);
                if let Some(object) = SharedBox::get_mut(owner) {
                    self.tally.count(Operation::Write);
                    *stamp = Stamp::new();
                    object.write(*stamp);
                }
            }
            60..65 => {
                // The only owner takes the object away from weak pointers.
                let (owner, mut stamp) = self.owners.swap_remove(at);
                let owner = SharedBox::into_box(owner).map(|mut owned| {
                    self.tally.count(Operation::OwnAndShare);
                    owned.check(stamp);
                    stamp = Stamp::new();
                    owned.write(stamp);
                    SharedBox::from(owned)
                });
                self.owners.push((owner.unwrap_or_else(|owner| owner), stamp));
            }
            65..70 => {
                let (owner, stamp) = self.owners.swap_remove(at);
                if let Some(object) = SharedBox::into_inner(owner) {
                    self.tally.count(Operation::MoveOut);
                    object.check(stamp);
                }
            }
            70..71 => {
                self.tally.count(Operation::Flush);
                SharedBox::<P>::flush_thread_cache();
            }
            _ => {
                self.tally.count(Operation::Drop);
                let (owner, stamp) = self.owners.swap_remove(at);
                owner.check(stamp);
            }
        }
    }

    fn use_weak(&mut self, random: &mut Random) {
        let at = random.below(self.weak.len());
        if random.percent(20) {
            let weak = self.weak.swap_remove(at);
            self.tally.count(Operation::Send);
            self.post.send(Parcel::Weak(weak), random);
        } else {
            self.upgrade(at);
        }
    }
}

impl<P> Actor for Shared<P>
where
    P: WeakSpec + BoxSpec<Item: Object> + 'static,
    SharedBox<P>: Send,
    WeakBox<P>: Send,
{
    fn act(&mut self, random: &mut Random) {
        if let Some(parcel) = self.post.receive() {
            self.tally.count(Operation::Receive);
            match parcel {
                Parcel::Owner(owner, stamp) => self.owners.push((owner, stamp)),
                Parcel::Weak(weak) => self.weak.push(weak),
            }
        }
        // The oldest pointers go.
        if self.owners.len() > MOST {
            self.owners.drain(..MOST / 2);
        }
        if self.weak.len() > MOST {
            self.weak.drain(..MOST / 2);
        }
        if !self.weak.is_empty() && random.percent(20) {
            self.use_weak(random);
        } else if self.owners.is_empty() || makes(random) {
            self.make(random);
        } else {
            self.use_owner(random);
        }
    }

    fn finish(mut self: Box<Self>) -> Tally {
        while let Some(parcel) = self.post.receive() {
            if let Parcel::Owner(owner, stamp) = parcel {
                self.owners.push((owner, stamp));
            }
        }
        self.owners.iter().for_each(|(owner, stamp)| owner.check(*stamp));
        self.tally
    }
}
