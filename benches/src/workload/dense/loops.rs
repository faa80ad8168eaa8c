//! Loops over all objects, and over what is left after nine of ten were removed.

use super::super::Options;
use super::{CONTAINERS, SIZES};
use crate::container::{Container, Iterable, Payload, scattered_in};
use crate::contenders::{Dense, IterableVisitor, beside_dense, names};
use crate::measure::{Contender, Lap, Samples, builds, in_the_way};
use crate::report::{Label, Role, Section, Table, grouped};

const ROUNDS: usize = 51;
/// Objects per lap, or somewhat more. Before the clock starts, a quarter of them is visited.
const STEPS: usize = 1 << 18;
/// Of the objects that were put in, one in this many is left in the second table.
const LEFT: usize = 10;

/// Goals: the share of the time of the vector that is written by hand, and of the pool in place.
const ALL: f64 = 1.0;
const LEFT_OVER: f64 = 0.3;

/// What is done with a container in a pass.
#[derive(Clone, Copy)]
enum Pass {
    Fold,
    For,
    Write,
}

impl Pass {
    const ALL: [Self; 3] = [Pass::Fold, Pass::For, Pass::Write];

    fn name(self) -> &'static str {
        match self {
            Pass::Fold => "fold",
            Pass::For => "for",
            Pass::Write => "write",
        }
    }
}

/// A container that does this work.
struct Passes<C> {
    label: Label,
    container: C,
    live: usize,
    pass: fn(&mut C) -> u64,
    checksum: fn(&mut C) -> u64,
}

impl<C> Contender for Passes<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        let count = STEPS.div_ceil(self.live);
        let mut passes = |count| (0..count).fold(0, |_, _| (self.pass)(&mut self.container));
        passes(count.div_ceil(4));
        let lap = Lap::of(count * self.live, || passes(count));
        Lap { checksum: (self.checksum)(&mut self.container), ..lap }
    }
}

#[inline(never)]
fn fold<T: Payload, C: Iterable<T>>(container: &mut C) -> u64 {
    container.values().fold(0_u64, |sum, item| sum.wrapping_add(item.first()))
}

#[inline(never)]
fn for_loop<T: Payload, C: Iterable<T>>(container: &mut C) -> u64 {
    let mut sum = 0_u64;
    for item in container.values() {
        sum = sum.wrapping_add(item.first());
    }
    sum
}

#[inline(never)]
fn write<T: Payload, C: Iterable<T>>(container: &mut C) -> u64 {
    for item in container.values_mut() {
        item.count();
    }
    0
}

/// [`Passes`] of any container.
trait Passing: Contender {
    fn by(&mut self, pass: Pass);
}

/// A container whose passes are those of its objects.
struct Looped<T: Payload, C: Iterable<T>>(Passes<C>, std::marker::PhantomData<T>);

impl<T: Payload, C: Iterable<T>> Contender for Looped<T, C> {
    fn label(&self) -> Label {
        self.0.label()
    }

    fn lap(&mut self) -> Lap {
        self.0.lap()
    }
}

impl<T: Payload, C: Iterable<T>> Passing for Looped<T, C> {
    fn by(&mut self, pass: Pass) {
        self.0.pass = match pass {
            Pass::Fold => fold::<T, C>,
            Pass::For => for_loop::<T, C>,
            Pass::Write => write::<T, C>,
        };
    }
}

/// Makes the contenders of a column.
struct Builder {
    room: usize,
    /// How many objects are put in, and how many of them are left.
    count: usize,
    live: usize,
    contenders: Vec<Box<dyn Passing>>,
}

impl<T: Payload> IterableVisitor<T> for Builder {
    fn visit<C: Container<T> + Iterable<T>>(&mut self, name: &'static str, role: Role) {
        if name == names::DENSE_WIDE {
            return;
        }
        let (container, _) = scattered_in::<T, C>(C::with_room(self.room), self.count, self.live);
        let passes = Passes {
            label: Label::new(name, role),
            container,
            live: self.live,
            pass: fold::<T, C>,
            checksum: fold::<T, C>,
        };
        self.contenders.push(Box::new(Looped(passes, std::marker::PhantomData)));
    }
}

pub(super) fn measure_all<T: Dense>(options: &Options, section: &mut Section) {
    let bytes = size_of::<T>();
    let table = |name: &str, which: &str| {
        let title = format!("Loops over {which}, {bytes} bytes");
        Table::new(format!("dense-{name}-{bytes}"), title, "ns per object", "objects and loop")
    };
    let mut all = table("loop", "all objects");
    let mut left = table("left", "what is left of ten times as many objects");
    for (room, count, width) in SIZES {
        for (table, live) in [(&mut all, count), (&mut left, count / LEFT)] {
            let samples = measure_passes::<T>(options, room, count, live);
            for (pass, samples) in Pass::ALL.into_iter().zip(samples) {
                let column = format!("{} ({width}), {}", grouped(live), pass.name());
                table.column(&column, samples.spreads());
                let (other, bound) =
                    if live == count { (names::SWAPPED, ALL) } else { (names::DEFAULT, LEFT_OVER) };
                section.goals.extend(table.goal(names::DENSE, &column, &[other], bound));
            }
        }
    }
    section.tables.extend([all, left]);
}

/// The passes over containers into which `count` objects were put, and in which `live` of them are left.
fn measure_passes<T: Dense>(
    options: &Options,
    room: usize,
    count: usize,
    live: usize,
) -> [Samples; Pass::ALL.len()] {
    let mut samples = Pass::ALL.map(|_| Samples::new());
    let bytes = room * size_of::<T>();
    let builds = builds(CONTAINERS * bytes);
    for build in 0..builds {
        let _in_the_way = in_the_way(build, bytes);
        let mut builder = Builder { room, count, live, contenders: Vec::new() };
        T::dense(room, &mut builder);
        beside_dense::<T>(&mut builder);
        for (pass, samples) in Pass::ALL.into_iter().zip(&mut samples) {
            builder.contenders.iter_mut().for_each(|contender| contender.by(pass));
            samples.add(options.rounds(ROUNDS) / builds, &mut builder.contenders);
        }
    }
    samples
}
