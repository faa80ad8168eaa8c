//! Owning boxes.

use crate::post::Post;
use crate::stamp::{Object, Stamp, all_dropped};
use crate::tally::{Operation, Tally};
use crate::{Actor, Task, makes};
use stackpool::{BoxSpec, PoolBox};
use stackpool_soak::Random;
use std::collections::HashSet;

/// A box, and the stamp that its object must have.
type Owned<P> = (PoolBox<P>, Stamp);

/// The boxes of a thread.
pub(crate) struct Boxes<P: BoxSpec> {
    owned: Vec<Owned<P>>,
    post: Post<Owned<P>>,
    tally: Tally,
}

impl<P> Boxes<P>
where
    P: BoxSpec<Item: Object> + 'static,
    PoolBox<P>: Send,
{
    pub(crate) fn task(name: &'static str, threads: usize) -> Task {
        let actor = |post| -> Box<dyn Actor + Send> {
            Box::new(Boxes::<P> { owned: Vec::new(), post, tally: Tally::default() })
        };
        Task { name, actors: Post::of(threads).into_iter().map(actor).collect(), check: all_slots_again::<P> }
    }

    fn make(&mut self, random: &mut Random) {
        let stamp = Stamp::new();
        let made = if random.percent(30) {
            self.tally.count(Operation::MakeInPlace);
            PoolBox::new_with(|slot| slot.write(P::Item::new(stamp))).ok()
        } else {
            self.tally.count(Operation::Make);
            let refused = |full: stackpool::Full<P::Item>| full.into_inner().check(stamp);
            PoolBox::new(P::Item::new(stamp)).map_err(refused).ok()
        };
        match made {
            Some(made) => self.owned.push((made, stamp)),
            None => self.tally.count(Operation::Refuse),
        }
    }
}

impl<P> Actor for Boxes<P>
where
    P: BoxSpec<Item: Object> + 'static,
    PoolBox<P>: Send,
{
    fn act(&mut self, random: &mut Random) {
        if makes(random) || self.owned.is_empty() {
            if let Some(owned) = self.post.receive() {
                self.tally.count(Operation::Receive);
                owned.0.check(owned.1);
                self.owned.push(owned);
            }
            return self.make(random);
        }
        let at = random.below(self.owned.len());
        match random.below(100) {
            0..20 => {
                self.tally.count(Operation::Check);
                let (owned, stamp) = &self.owned[at];
                owned.check(*stamp);
            }
            20..40 => {
                self.tally.count(Operation::Write);
                let (owned, stamp) = &mut self.owned[at];
                owned.check(*stamp);
                *stamp = Stamp::new();
                owned.write(*stamp);
            }
            40..60 => {
                self.tally.count(Operation::Send);
                self.post.send(self.owned.swap_remove(at), random);
            }
            60..70 => {
                self.tally.count(Operation::MoveOut);
                let (owned, stamp) = self.owned.swap_remove(at);
                PoolBox::into_inner(owned).check(stamp);
            }
            70..71 => {
                self.tally.count(Operation::Flush);
                PoolBox::<P>::flush_thread_cache();
            }
            _ => {
                self.tally.count(Operation::Drop);
                let (owned, stamp) = self.owned.swap_remove(at);
                owned.check(stamp);
            }
        }
    }

    fn finish(mut self: Box<Self>) -> Tally {
        self.owned.extend(std::iter::from_fn(|| self.post.receive()));
        self.owned.iter().for_each(|(owned, stamp)| owned.check(*stamp));
        self.tally
    }
}

/// Every object was dropped, and every slot is handed out once. Returns the figures.
pub(crate) fn all_slots_again<P: BoxSpec<Item: Object>>() -> String {
    let made = all_dropped(P::Item::KIND);
    PoolBox::<P>::flush_thread_cache();
    let most = PoolBox::<P>::high_water_mark();
    assert_eq!(PoolBox::<P>::len(), 0, "a slot was lost");
    let make = || PoolBox::<P>::new(P::Item::new(Stamp::new()));
    let all: Vec<_> = (0..PoolBox::<P>::CAPACITY).map(|_| make().expect("a slot was lost")).collect();
    assert!(make().is_err(), "there are more slots than the capacity");
    let slots: HashSet<_> = all.iter().map(|owned| PoolBox::handle(owned).index()).collect();
    assert_eq!(slots.len(), all.len(), "a slot was handed out twice");
    drop(all);
    all_dropped(P::Item::KIND);
    format!("{made} objects, {most} at once:")
}
