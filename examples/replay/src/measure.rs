//! The rounds: all containers take turns, again and again, so that other load on the machine affects all of them.

use crate::contender::{Outcome, Runner};
use crate::rows::Kind;
use crate::trace::Trace;
use std::error::Error;
use std::fmt;
use std::time::Duration;

/// A row after its replays.
pub(crate) struct Measured {
    pub(crate) runner: Box<dyn Runner>,
    pub(crate) outcome: Outcome,
    /// The median of all rounds.
    pub(crate) time: Duration,
    /// The fastest round, which was disturbed least.
    pub(crate) least: Duration,
}

impl Measured {
    /// The most objects that it held at once. If it had no room for an object, it was full.
    pub(crate) fn peak(&self, trace: &Trace) -> usize {
        match (self.outcome.missed, self.runner.label().capacity) {
            (1.., Some(capacity)) => capacity,
            _ => trace.peak() as usize,
        }
    }
}

/// Replays the trace once through every container to get its outcome, which also loads its memory. Then replays it
/// `rounds` times and measures.
pub(crate) fn measure(
    trace: &Trace,
    runners: Vec<Box<dyn Runner>>,
    rounds: usize,
) -> Result<Vec<Measured>, Disagreement> {
    let mut rows: Vec<Measured> = runners
        .into_iter()
        .map(|mut runner| {
            runner.reset();
            let (outcome, time) = runner.replay(trace);
            Measured { runner, outcome, time, least: time }
        })
        .collect();
    let mut times = vec![Vec::with_capacity(rounds); rows.len()];
    for _ in 0..rounds {
        // All of them first, so that no container has its memory in the caches because it was emptied a moment ago.
        for row in &mut rows {
            row.runner.reset();
        }
        for (row, times) in rows.iter_mut().zip(&mut times) {
            let (outcome, time) = row.runner.replay(trace);
            check(row, &row.outcome, &outcome)?;
            times.push(time);
        }
    }
    for (row, times) in rows.iter_mut().zip(&mut times) {
        times.sort_unstable();
        row.time = times[times.len() / 2];
        row.least = times[0];
    }
    agree(&rows)?;
    Ok(rows)
}

/// The time of the fastest peer that held everything.
pub(crate) fn best_peer(rows: &[Measured]) -> Option<Duration> {
    let peers = rows.iter().filter(|row| row.runner.label().kind == Kind::Peer && row.outcome.missed == 0);
    peers.map(|row| row.time).min()
}

/// Checks that containers which held everything gave back the same objects in the same order.
fn agree(rows: &[Measured]) -> Result<(), Disagreement> {
    let mut whole = rows.iter().filter(|row| row.outcome.missed == 0);
    let Some(first) = whole.next() else { return Ok(()) };
    whole.try_for_each(|row| check(row, &first.outcome, &row.outcome))
}

fn check(row: &Measured, expected: &Outcome, outcome: &Outcome) -> Result<(), Disagreement> {
    if outcome == expected && outcome.wrong == 0 {
        return Ok(());
    }
    let label = row.runner.label();
    Err(Disagreement {
        container: format!("{} (guard: {})", label.container, label.guard),
        expected: *expected,
        outcome: *outcome,
    })
}

/// A container gave back objects that were not inserted.
#[derive(Debug)]
pub(crate) struct Disagreement {
    container: String,
    expected: Outcome,
    outcome: Outcome,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { container, expected, outcome } = self;
        write!(f, "{container} gave back wrong objects: {outcome:?}, expected {expected:?}")
    }
}

impl Error for Disagreement {}
