//! Runs all contenders in turn, repeatedly, and collects the times of each part of the work.

use crate::contenders::{Objects, peers};
use crate::program::{PARTS, Start, Work, everything};
use crate::trace::Trace;
use stackpool_benches::Random;
use stackpool_benches::container::{Container, Iterable, Payload};
use stackpool_benches::contenders::IterableVisitor;
use stackpool_benches::figures::{Figures, Label, Role, Spread};
use stackpool_benches::measure::Lap;

/// Replacements per lap.
const STEPS: usize = 1 << 16;
/// The least number of objects that a lap visits. Small containers are visited several times.
const VISITS: usize = 1 << 16;
/// The percentage of objects that are left for the last loop.
const LEFT: usize = 14;

/// The work of one capacity, and the names of its parts.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    work: Work<'a>,
    names: Vec<String>,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(start: Start, capacity: usize, live: usize, traces: Vec<&'a (String, Trace)>) -> Self {
        let parts: &[&str] = if live == 0 { &[] } else { &PARTS };
        let names = traces.iter().map(|(name, _)| name.as_str()).chain(parts.iter().copied());
        let mut random = Random::new();
        let steps = if live == 0 { 0 } else { STEPS };
        Plan {
            names: names.map(str::to_owned).collect(),
            work: Work {
                start,
                capacity,
                live,
                left: live * LEFT / 100,
                traces: traces.iter().map(|(_, trace)| trace).collect(),
                victims: (0..steps).map(|_| random.below(live) as u32).collect(),
                passes: VISITS.div_ceil(live.max(1)),
            },
        }
    }
}

/// The figures of all parts.
#[derive(Debug, Default)]
pub(crate) struct Ran(Figures);

impl Ran {
    /// The figures as text, for the program that started this one.
    pub(crate) fn text(&self) -> String {
        self.0.text()
    }
}

/// A contender, and its times: for each part, one per round.
struct Contender {
    label: Label,
    run: fn(&Work<'_>) -> Vec<Lap>,
    times: Vec<Vec<f64>>,
}

struct Builder(Vec<Contender>);

impl<T: Payload> IterableVisitor<T> for Builder {
    fn visit<C: Container<T> + Iterable<T>>(&mut self, name: &'static str, role: Role) {
        self.0.push(Contender { label: Label::new(name, role), run: everything::<T, C>, times: Vec::new() });
    }
}

/// Measures all contenders of a capacity.
pub(crate) fn measure<T: Objects>(plan: &Plan<'_>, rounds: usize, ran: &mut Ran) {
    let mut builder = Builder(Vec::new());
    T::pools(plan.work.capacity, &mut builder);
    peers::<T>(&mut builder);
    let Builder(mut contenders) = builder;
    let mut random = Random::new();
    let mut order: Vec<usize> = (0..contenders.len()).collect();
    for round in 0..=rounds {
        random.shuffle(&mut order);
        let mut expected: Option<Vec<u64>> = None;
        for &place in &order {
            let contender = &mut contenders[place];
            let laps = (contender.run)(&plan.work);
            let checksums: Vec<_> = laps.iter().map(|lap| lap.checksum).collect();
            let expected = expected.get_or_insert_with(|| checksums.clone());
            assert_eq!(*expected, checksums, "{} did other work than the rest", contender.label.name);
            // The first round brings memory into use.
            if round > 0 {
                contender.times.resize(laps.len(), Vec::new());
                contender.times.iter_mut().zip(&laps).for_each(|(times, lap)| times.push(lap.time));
            }
        }
    }
    let start = if plan.work.start == Start::Empty { "empty" } else { "used" };
    for (part, name) in plan.names.iter().enumerate() {
        let cells = contenders.iter_mut().map(|Contender { label, times, .. }| {
            (label.clone(), Spread::of(std::mem::take(&mut times[part])))
        });
        let subject = format!("{name}|{}|{} bytes, {start}", plan.work.capacity, size_of::<T>());
        ran.0.push(subject, cells.collect());
    }
}
