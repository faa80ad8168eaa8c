//! Rounds: all contenders in turn, again and again, so that whatever else the machine does meets all of them.

mod job;

use crate::Random;
use crate::report::{Label, Spread};
use std::time::Instant;

pub use job::Job;

/// What one run of a contender's work gave.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Nanoseconds a step, or whatever the table's unit is.
    pub time: f64,
    /// Of what the work computed: the same for all contenders in a round.
    pub checksum: u64,
}

impl Lap {
    /// Times `work`, which takes `steps` steps and returns a checksum.
    #[inline]
    pub fn of(steps: usize, work: impl FnOnce() -> u64) -> Self {
        let start = Instant::now();
        let checksum = std::hint::black_box(work());
        Lap { time: start.elapsed().as_nanos() as f64 / steps as f64, checksum }
    }
}

/// What is measured: a container at its work.
pub trait Contender {
    /// Who it is.
    fn label(&self) -> Label;

    /// Brings it into its first state; not timed.
    fn prepare(&mut self) {}

    /// Does the work once.
    fn lap(&mut self) -> Lap;
}

impl<C: Contender + ?Sized> Contender for Box<C> {
    fn label(&self) -> Label {
        (**self).label()
    }

    fn prepare(&mut self) {
        (**self).prepare();
    }

    fn lap(&mut self) -> Lap {
        (**self).lap()
    }
}

/// What rounds gave, for each contender.
#[derive(Debug, Default)]
pub struct Samples(Vec<(Label, Vec<f64>)>);

impl Samples {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Samples(Vec::new())
    }

    /// Runs all contenders once without counting, which brings the memory in, then `rounds` times. Contenders that were
    /// here before, by their place, get more samples.
    ///
    /// # Panics
    ///
    /// When contenders disagree on what the work computes.
    pub fn add<C: Contender>(&mut self, rounds: usize, contenders: &mut [C]) {
        if self.0.is_empty() {
            self.0 = contenders.iter().map(|contender| (contender.label(), Vec::new())).collect();
        }
        let mut random = Random::new();
        let mut order: Vec<usize> = (0..contenders.len()).collect();
        for round in 0..=rounds {
            // All at first, so that no contender has its memory in the caches because it was prepared a moment ago.
            contenders.iter_mut().for_each(Contender::prepare);
            // In another order each time: what one leaves in the caches meets all others.
            random.shuffle(&mut order);
            let mut expected = None;
            for &place in &order {
                let lap = contenders[place].lap();
                let (label, times) = &mut self.0[place];
                let expected = *expected.get_or_insert(lap.checksum);
                assert_eq!(lap.checksum, expected, "{} did other work than the rest", label.name);
                if round > 0 {
                    times.push(lap.time);
                }
            }
        }
    }

    /// Median and quartiles of each contender.
    #[must_use]
    pub fn spreads(self) -> Vec<(Label, Spread)> {
        self.0.into_iter().map(|(label, times)| (label, Spread::of(times))).collect()
    }
}

/// Runs all contenders in so many rounds.
pub fn measure<C: Contender>(rounds: usize, contenders: &mut [C]) -> Vec<(Label, Spread)> {
    let mut samples = Samples::new();
    samples.add(rounds, contenders);
    samples.spreads()
}

/// How often contenders that take so many bytes together are built anew, each time elsewhere in memory: where a container
/// happens to lie can make it slower than another one, round for round. (Large ones lie in enough places already.)
#[must_use]
pub fn builds(bytes: usize) -> usize {
    if bytes > 1 << 30 { 1 } else { 3 }
}

/// Memory that is in the way of what is built next: a part of `bytes` that is another one each time.
#[must_use]
pub fn in_the_way(build: usize, bytes: usize) -> Vec<u8> {
    vec![1; bytes / 3 * build]
}

#[cfg(test)]
mod tests;
