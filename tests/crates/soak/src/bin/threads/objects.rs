//! Objects that stay in their slots.

use crate::post::Post;
use crate::stamp::{KINDS, Stamp, Words, all_dropped, count_dropped, count_made};
use crate::tally::{Operation, Tally};
use crate::{Actor, Task, makes};
use stackpool::Pool;
use stackpool_soak::Random;
use std::collections::HashSet;

const KIND: usize = KINDS - 1;

/// An object that nobody has is one of `NOBODY`.
#[derive(Pool)]
#[pool(capacity = 300, objects = Buffer { words: Words::NOBODY, stamp: Stamp::NOBODY }, clear)]
struct Buffer {
    words: Words,
    stamp: Stamp,
}

impl Buffer {
    fn clear(&mut self) {
        self.words.check(self.stamp);
        self.write(Stamp::NOBODY);
        count_dropped(KIND);
    }

    fn write(&mut self, stamp: Stamp) {
        self.words.write(stamp);
        self.stamp = stamp;
    }
}

type Lent = (BufferObject, Stamp);

/// The objects of a thread.
pub(crate) struct Objects {
    lent: Vec<Lent>,
    post: Post<Lent>,
    tally: Tally,
}

impl Objects {
    pub(crate) fn task(name: &'static str, threads: usize) -> Task {
        let actor = |post| -> Box<dyn Actor + Send> {
            Box::new(Objects { lent: Vec::new(), post, tally: Tally::default() })
        };
        Task { name, actors: Post::of(threads).into_iter().map(actor).collect(), check: all_slots_again }
    }

    fn acquire() -> Option<Lent> {
        let mut object = BufferObject::acquire().ok()?;
        count_made(KIND);
        object.words.check(Stamp::NOBODY);
        let stamp = Stamp::new();
        object.write(stamp);
        Some((object, stamp))
    }
}

impl Actor for Objects {
    fn act(&mut self, random: &mut Random) {
        if makes(random) || self.lent.is_empty() {
            if let Some((object, stamp)) = self.post.receive() {
                self.tally.count(Operation::Receive);
                object.words.check(stamp);
                self.lent.push((object, stamp));
            }
            self.tally.count(Operation::Make);
            match Objects::acquire() {
                Some(lent) => self.lent.push(lent),
                None => self.tally.count(Operation::Refuse),
            }
            return;
        }
        let at = random.below(self.lent.len());
        match random.below(100) {
            0..30 => {
                self.tally.count(Operation::Write);
                let (object, stamp) = &mut self.lent[at];
                object.words.check(*stamp);
                *stamp = Stamp::new();
                object.write(*stamp);
            }
            30..50 => {
                self.tally.count(Operation::Send);
                self.post.send(self.lent.swap_remove(at), random);
            }
            50..51 => {
                self.tally.count(Operation::Flush);
                BufferObject::flush_thread_cache();
            }
            _ => {
                self.tally.count(Operation::Drop);
                let (object, stamp) = self.lent.swap_remove(at);
                object.words.check(stamp);
            }
        }
    }

    fn finish(mut self: Box<Self>) -> Tally {
        self.lent.extend(std::iter::from_fn(|| self.post.receive()));
        self.lent.iter().for_each(|(object, stamp)| object.words.check(*stamp));
        self.tally
    }
}

/// Every object was released, and each is lent once more. Returns the figures.
fn all_slots_again() -> String {
    let lent = all_dropped(KIND);
    BufferObject::flush_thread_cache();
    let most = BufferObject::high_water_mark();
    assert_eq!(BufferObject::len(), 0, "a slot was lost");
    let all: Vec<_> =
        (0..BufferObject::CAPACITY).map(|_| Objects::acquire().expect("a slot was lost")).collect();
    assert!(Objects::acquire().is_none(), "there are more slots than the capacity");
    let slots: HashSet<_> = all.iter().map(|(object, _)| BufferObject::handle(object).index()).collect();
    assert_eq!(slots.len(), all.len(), "a slot was handed out twice");
    drop(all);
    all_dropped(KIND);
    format!("{lent} objects, {most} at once:")
}
