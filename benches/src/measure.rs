//! Measures in rounds: all contenders in turn, repeatedly, so that disturbances of the machine affect all of them.

mod job;

use crate::Random;
use crate::figures::{Label, Spread};
use std::time::Instant;

pub use job::Job;

/// The result of one lap of a contender.
#[derive(Clone, Copy, Debug)]
pub struct Lap {
    /// Nanoseconds per step, or the unit of the table.
    pub time: f64,
    /// The checksum of the work, which is the same for all contenders in a round.
    pub checksum: u64,
}

impl Lap {
    /// Measures the time of `work`, which does `steps` steps and returns a checksum.
    #[inline]
    pub fn of(steps: usize, work: impl FnOnce() -> u64) -> Self {
        let start = Instant::now();
        let checksum = std::hint::black_box(work());
        Lap { time: start.elapsed().as_nanos() as f64 / steps as f64, checksum }
    }
}

/// A contender: a container with its work.
pub trait Contender {
    /// The name of the contender.
    fn label(&self) -> Label;

    /// Brings the contender into its first state. This is not timed.
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

/// The results of the rounds for each contender.
#[derive(Debug, Default)]
pub struct Samples(Vec<(Label, Vec<f64>)>);

impl Samples {
    /// Makes an empty set of results.
    #[must_use]
    pub const fn new() -> Self {
        Samples(Vec::new())
    }

    /// Runs all contenders once without timing, which brings their memory into use, and then `rounds` times.
    /// Contenders that were added before, by their position, get more samples.
    ///
    /// # Panics
    ///
    /// Panics if the checksums of contenders differ.
    pub fn add<C: Contender>(&mut self, rounds: usize, contenders: &mut [C]) {
        if self.0.is_empty() {
            self.0 = contenders.iter().map(|contender| (contender.label(), Vec::new())).collect();
        }
        let mut random = Random::new();
        let mut order: Vec<usize> = (0..contenders.len()).collect();
        for round in 0..=rounds {
            // All contenders are prepared first, so that none has its memory in the caches because it was prepared
            // just before its lap.
            contenders.iter_mut().for_each(Contender::prepare);
            // The order changes in each round, so that the caches left by one contender affect all others.
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

    /// The median and the quartiles of each contender.
    #[must_use]
    pub fn spreads(self) -> Vec<(Label, Spread)> {
        self.0.into_iter().map(|(label, times)| (label, Spread::of(times))).collect()
    }
}

/// Runs all contenders in this many rounds.
pub fn measure<C: Contender>(rounds: usize, contenders: &mut [C]) -> Vec<(Label, Spread)> {
    let mut samples = Samples::new();
    samples.add(rounds, contenders);
    samples.spreads()
}

/// How often contenders with this many bytes in total are built again, each time at another address. The address of a
/// container can make it slower than another one in every round. (Large containers are spread over enough addresses.)
#[must_use]
pub fn builds(bytes: usize) -> usize {
    if bytes > 1 << 30 { 1 } else { 3 }
}

/// Memory that moves the next allocations to other addresses. Each build gets a different part of `bytes`.
#[must_use]
pub fn in_the_way(build: usize, bytes: usize) -> Vec<u8> {
    vec![1; bytes / 3 * build]
}

#[cfg(test)]
mod tests;
