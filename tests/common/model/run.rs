//! Plays the same steps on the reference and on the pools under test.

use super::abilities::Abilities;
use super::changed::Effect;
use super::item::Item;
use super::record::Record;
use super::reference::{Reference, Rules};
use super::step::{Items, Step};
use super::tested::{Subject, Tested};
use stackpool::layout::Tracked;
use stackpool::{Pool, PoolSpec};
use std::hash::{DefaultHasher, Hasher};

/// How many free slots the end of a run takes at most. Miri plays other runs in which fewer are left.
const MOST_TAKEN: usize = if cfg!(miri) { 5 } else { 2_000 };

/// How many of the last steps are printed after a failure. If there are few steps, all are printed.
const SHOWN: usize = 12;

/// The pools under test, and their expected state.
pub(crate) struct Run {
    reference: Reference,
    subjects: Vec<Box<dyn Subject>>,
    /// Whether one of them notes changes.
    is_watched: bool,
    /// The steps so far, which are printed after a failure.
    trace: Vec<Step>,
}

impl Drop for Run {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let first = if self.trace.len() <= 3 * SHOWN { 0 } else { self.trace.len() - SHOWN };
            for (number, step) in self.trace.iter().enumerate().skip(first) {
                eprintln!("{number:5}  {step:?}");
            }
            // The destructor of a pool in a wrong state may crash.
            std::mem::forget(std::mem::take(&mut self.subjects));
        }
    }
}

impl Run {
    /// Makes a run for pools with the same capacity, the same number of generations and the same quarantine.
    ///
    /// # Panics
    ///
    /// Panics if the pools differ in capacity, generations or quarantine.
    pub(crate) fn new(subjects: Vec<Box<dyn Subject>>) -> Self {
        let all: Vec<Rules> = subjects.iter().map(|subject| subject.rules()).collect();
        let first = all.first().expect("a pool to test").clone();
        let mut marks = all.iter().map(|rules| rules.marks).filter(|&marks| marks > 0);
        let most = marks.next().unwrap_or(0);
        assert!(marks.all(|marks| marks == most), "pools of different marks");
        for rules in &all {
            assert_eq!(
                (rules.capacity, rules.generations, rules.retires, rules.quarantine, rules.is_dense),
                (first.capacity, first.generations, first.retires, first.quarantine, first.is_dense)
            );
            assert_eq!(rules.is_strict, first.is_strict);
        }
        let inserts_at = all.iter().all(|rules| rules.inserts_at);
        let detaches = all.iter().all(|rules| rules.detaches);
        let rules = Rules { marks: most, inserts_at, detaches, ..first };
        let reference = Reference::new(with_limits(rules));
        let is_watched = subjects.iter().any(|subject| subject.notes_changes());
        Run { reference, subjects, is_watched, trace: Vec::new() }
    }

    /// Plays the steps of these records, and compares the pools with the reference after each step.
    pub(crate) fn play(&mut self, records: impl IntoIterator<Item = Record>) {
        for record in records {
            let step = record.read(&self.reference);
            self.step(step);
            let everything = record.asks_for_everything();
            self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, everything));
        }
    }

    /// All steps that the state allows, with all small arguments.
    pub(crate) fn every_step(&self) -> Vec<Step> {
        self.reference.every_step(self.is_watched)
    }

    /// A number for the state: two runs go on in the same way if it is the same.
    pub(crate) fn state(&self) -> u64 {
        let (numbers, mut hasher) = (self.reference.numbers(), DefaultHasher::new());
        self.reference.hash_state(&numbers, &mut hasher);
        self.subjects.iter().for_each(|subject| subject.hash_state(&numbers, &mut hasher));
        hasher.finish()
    }

    /// Compares the pools with the reference, except for what takes long, and drops them.
    pub(crate) fn end(mut self) {
        self.compare_changes();
        self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, false));
        self.end_subjects();
    }

    fn end_subjects(mut self) {
        for subject in std::mem::take(&mut self.subjects) {
            subject.end(&self.reference);
        }
    }

    /// Plays a step, and takes the changes.
    fn step(&mut self, step: Step) {
        self.go(step);
        self.compare_changes();
        self.subjects.iter_mut().for_each(|subject| subject.take_changes());
    }

    /// Plays a step.
    pub(crate) fn go(&mut self, step: Step) {
        self.trace.push(step.clone());
        let before = self.is_watched.then(|| self.reference.slots());
        let expected = self.reference.apply(&step);
        self.subjects.iter_mut().for_each(|subject| subject.play(&step, &expected));
        if let Some(before) = before {
            let after = self.reference.slots();
            let is_dense = self.reference.rules.is_dense;
            let effect =
                Effect { step: &step, expected: &expected, before: &before, after: &after, is_dense };
            self.subjects.iter_mut().for_each(|subject| subject.note_changes(&effect));
        }
        if matches!(step, Step::Keep) {
            self.compare_bytes();
        }
    }

    fn compare_changes(&self) {
        if self.is_watched {
            let now = self.reference.slots();
            self.subjects.iter().for_each(|subject| subject.compare_changes(&now));
        }
    }

    /// Checks that equal pools give equal bytes, whatever their table is.
    fn compare_bytes(&self) {
        let kept: Vec<_> = self.subjects.iter().flat_map(|subject| subject.kept()).collect();
        for (format, in_order, bytes) in &kept {
            let first = kept.iter().find(|(other, of_order, _)| (other, of_order) == (format, in_order));
            assert!(
                first.is_some_and(|(_, _, first)| first == bytes),
                "equal pools give different bytes as {format}"
            );
        }
    }

    /// Takes all free slots, up to `MOST_TAKEN`, which checks their order, and then drops the pools.
    pub(crate) fn finish(mut self) {
        self.compare_changes();
        let everything = true;
        if !cfg!(miri) {
            self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, everything));
        }
        for _ in 0..=self.reference.room().min(MOST_TAKEN) {
            self.step(Step::Insert(self.reference.next_id()));
        }
        let rest = Items { first: self.reference.next_id(), count: 3 };
        self.step(Step::TryExtend(rest));
        self.subjects.iter_mut().for_each(|subject| subject.check(&self.reference, everything));
        self.end_subjects();
    }
}

/// The pool after these steps.
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

/// The rules, and the sizes of single steps.
fn with_limits(rules: Rules) -> Rules {
    Rules { most_wear: if cfg!(miri) { 128 } else { 1 << 14 }, ..rules }
}
