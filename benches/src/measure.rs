//! Rounds: all contenders in turn, again and again, so that whatever else the machine does meets all of them.

mod job;

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

/// Runs all contenders once without counting, which brings the memory in, then `rounds` times.
///
/// # Panics
///
/// When contenders disagree on what the work computes.
pub fn measure<C: Contender>(rounds: usize, contenders: &mut [C]) -> Vec<(Label, Spread)> {
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    for round in 0..=rounds {
        // All at first, so that no contender has its memory in the caches because it was prepared a moment ago.
        contenders.iter_mut().for_each(Contender::prepare);
        let mut expected = None;
        for (contender, times) in contenders.iter_mut().zip(&mut times) {
            let lap = contender.lap();
            let expected = *expected.get_or_insert(lap.checksum);
            assert_eq!(lap.checksum, expected, "{} did other work than the rest", contender.label().name);
            if round > 0 {
                times.push(lap.time);
            }
        }
    }
    contenders.iter().zip(times).map(|(contender, times)| (contender.label(), Spread::of(times))).collect()
}
