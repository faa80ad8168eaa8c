//! The same steps on the reference and on the pools under test.

use super::abilities::Abilities;
use super::item::Item;
use super::record::Record;
use super::reference::{Reference, Rules};
use super::step::{Items, Step};
use super::tested::{Subject, Tested};
use stackpool::layout::Tracked;
use stackpool::{Pool, PoolSpec};

/// How many of the last steps are shown when one of them fails, unless there are few.
const SHOWN: usize = 12;

/// Pools under test, and what they should be.
pub(crate) struct Run {
    reference: Reference,
    subjects: Vec<Box<dyn Subject>>,
    /// The steps so far, which are shown when one fails.
    trace: Vec<Step>,
}

impl Drop for Run {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let first = if self.trace.len() <= 3 * SHOWN { 0 } else { self.trace.len() - SHOWN };
            for (number, step) in self.trace.iter().enumerate().skip(first) {
                eprintln!("{number:5}  {step:?}");
            }
            // A pool that is not what it should be may not survive its own destructor.
            std::mem::forget(std::mem::take(&mut self.subjects));
        }
    }
}

impl Run {
    /// Of pools of the same capacity and generations.
    ///
    /// # Panics
    ///
    /// When they differ in that.
    pub(crate) fn new(subjects: Vec<Box<dyn Subject>>) -> Self {
        let all: Vec<Rules> = subjects.iter().map(|subject| subject.rules()).collect();
        let first = all.first().expect("a pool to test").clone();
        let mut marks = all.iter().map(|rules| rules.marks).filter(|&marks| marks > 0);
        let most = marks.next().unwrap_or(0);
        assert!(marks.all(|marks| marks == most), "pools of different marks");
        for rules in &all {
            assert_eq!(
                (rules.capacity, rules.generations, rules.retires),
                (first.capacity, first.generations, first.retires)
            );
        }
        let inserts_at = all.iter().all(|rules| rules.inserts_at);
        let reference = Reference::new(with_limits(Rules { marks: most, inserts_at, ..first }));
        Run { reference, subjects, trace: Vec::new() }
    }

    /// Does what the records say, and compares after each of them.
    pub(crate) fn play(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let step = record.read(&self.reference);
            self.step(step);
            let everything = record.asks_for_everything();
            self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, everything));
        }
    }

    fn step(&mut self, step: Step) {
        self.trace.push(step.clone());
        let expected = self.reference.apply(&step);
        self.subjects.iter_mut().for_each(|subject| subject.play(&step, &expected));
        if matches!(step, Step::Keep) {
            self.compare_bytes();
        }
    }

    /// Equal pools are equal bytes, whatever their table.
    fn compare_bytes(&self) {
        let kept: Vec<_> = self.subjects.iter().flat_map(|subject| subject.kept()).collect();
        for (format, bytes) in &kept {
            let first = kept.iter().find(|(other, _)| other == format);
            assert!(
                first.is_some_and(|(_, first)| first == bytes),
                "equal pools, and other bytes as {format}"
            );
        }
    }

    /// Takes all free slots, up to 2,000, which shows their order, and drops the pools.
    pub(crate) fn finish(mut self) {
        let everything = true;
        self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, everything));
        for _ in 0..=self.reference.now.free.len().min(2_000) {
            self.step(Step::Insert(self.reference.next_id()));
        }
        let rest = Items { first: self.reference.next_id(), count: 3 };
        self.step(Step::TryExtend(rest));
        self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, everything));
        for subject in std::mem::take(&mut self.subjects) {
            subject.end(&self.reference);
        }
    }
}

/// A pool with which this was done.
pub(crate) fn played<P>(abilities: Abilities<P>, records: impl IntoIterator<Item = Record>) -> Box<Pool<P>>
where
    P: PoolSpec<Item: Item, Layout: Tracked>,
{
    let mut tested = Tested::new(abilities);
    let mut reference = Reference::new(with_limits(tested.rules()));
    for record in records {
        let step = record.read(&reference);
        let expected = reference.apply(&step);
        tested.play(&step, &expected);
    }
    tested.pool
}

/// The rules, and how much is done at once.
fn with_limits(rules: Rules) -> Rules {
    Rules { most_wear: if cfg!(miri) { 128 } else { 1 << 14 }, ..rules }
}
