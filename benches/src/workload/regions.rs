//! Compares values from a region with values from bumpalo's `Bump`, including the reset.

use super::{Options, Workload};
use crate::measure::{Job, Lap, measure};
use crate::report::{Goal, Label, Plot, Role, Section, Table};
use bumpalo::Bump;
use stackpool::region::{Boxed, Frame, Linear, Scope};
use std::error::Error;
use std::hint::black_box;

pub(super) const WORKLOAD: Workload = Workload { name: "regions", of_compiler: false, run };

const ABOUT: &str = "\
8 KiB of values are allocated, all of each value is written, and their memory is freed. There are three kinds of \
programs. *a loop* has the scope of the region to itself, so the top can stay in a register. *a function* gets \
`&Scope` or `&Bump` and allocates in a loop. *one call per value* allocates in a function that is not inlined, as in \
a program whose allocations are far apart. *in place* allocates nothing: it writes the values to a `Vec` that has \
them already.";

const ROUNDS: usize = 101;

/// Bytes per pass, fewer than the first-level cache holds.
const BYTES: usize = 8 << 10;

/// Passes per lap.
const PASSES: usize = 100;

/// The goal: the loop and the function take at most this share of the time of bumpalo.
const GOAL: f64 = 0.9;

const BUMPALO: &str = "bumpalo";
const IN_PLACE: &str = "in place";

/// A value of `8 * WORDS` bytes.
type Value<const WORDS: usize> = [u64; WORDS];

const fn values<const WORDS: usize>() -> u64 {
    (BYTES / size_of::<Value<WORDS>>()) as u64
}

/// A region or another allocator.
trait Region: 'static {
    const LABEL: (&str, Role);

    /// The type from which values are allocated.
    type Scope<'a>;

    /// Makes one with room for twice as much as a pass needs.
    fn new() -> Self;

    /// Runs `work` with a scope, and frees all memory afterwards.
    fn pass(&mut self, work: impl FnOnce(&Self::Scope<'_>));

    /// Allocates a value.
    #[expect(clippy::mut_from_ref, reason = "each is in a place of its own: that is what a region does")]
    fn alloc<'a, const WORDS: usize>(scope: &'a Self::Scope<'_>, value: Value<WORDS>)
    -> &'a mut Value<WORDS>;
}

impl Region for Bump {
    const LABEL: (&str, Role) = (BUMPALO, Role::Peer);

    type Scope<'a> = Bump;

    fn new() -> Self {
        Bump::with_capacity(2 * BYTES)
    }

    #[inline]
    fn pass(&mut self, work: impl FnOnce(&Bump)) {
        work(self);
        self.reset();
    }

    #[inline]
    fn alloc<const WORDS: usize>(scope: &Bump, value: Value<WORDS>) -> &mut Value<WORDS> {
        scope.alloc(value)
    }
}

macro_rules! ours {
    ($($region:ident)*) => {$(
        impl Region for $region<Boxed> {
            const LABEL: (&str, Role) = (stringify!($region), Role::Ours);

            type Scope<'a> = Scope<'a>;

            fn new() -> Self {
                $region::from(Boxed::new(2 * BYTES))
            }

            #[inline]
            fn pass(&mut self, work: impl FnOnce(&Scope<'_>)) {
                work(&self.enter());
                self.reset();
            }

            #[inline]
            fn alloc<'a, const WORDS: usize>(
                scope: &'a Scope<'_>,
                value: Value<WORDS>,
            ) -> &'a mut Value<WORDS> {
                scope.alloc(value).unwrap_or_else(|_| full())
            }
        }
    )*};
}

ours!(Linear Frame);

#[cold]
#[inline(never)]
fn full() -> ! {
    panic!("a region of this benchmark is too small");
}

/// The whole work in one function, so the compiler knows everything.
#[inline(never)]
fn in_a_loop<R: Region, const WORDS: usize>(region: &mut R) {
    region.pass(|scope| {
        for i in 0..values::<WORDS>() {
            black_box(R::alloc(scope, [i; WORDS]));
        }
    });
}

/// The function gets the scope as an argument.
fn by_a_function<R: Region, const WORDS: usize>(region: &mut R) {
    region.pass(|scope| fill::<R, WORDS>(black_box(scope)));
}

#[inline(never)]
fn fill<R: Region, const WORDS: usize>(scope: &R::Scope<'_>) {
    for i in 0..values::<WORDS>() {
        black_box(R::alloc(scope, [i; WORDS]));
    }
}

/// The function allocates one value.
fn by_a_call_each<R: Region, const WORDS: usize>(region: &mut R) {
    region.pass(|scope| {
        for i in 0..values::<WORDS>() {
            black_box(one::<R, WORDS>(black_box(scope), i));
        }
    });
}

#[inline(never)]
fn one<'a, R: Region, const WORDS: usize>(scope: &'a R::Scope<'_>, value: u64) -> &'a mut Value<WORDS> {
    R::alloc(scope, [value; WORDS])
}

/// Nothing is allocated: the places are known in advance.
#[inline(never)]
fn in_place<const WORDS: usize>(places: &mut Vec<Value<WORDS>>) {
    for (i, place) in (0..).zip(places) {
        *place = [i; WORDS];
        black_box(place);
    }
}

fn job_of<R: Region>(count: u64, pass: fn(&mut R)) -> Job<'static> {
    let (name, role) = R::LABEL;
    job(Label::new(name, role), R::new(), count, pass)
}

fn job<R: 'static>(label: Label, mut region: R, count: u64, pass: fn(&mut R)) -> Job<'static> {
    let mut places = PLACES.iter().cycle();
    Job::new(label, move || {
        let place = places.next().expect("they come again and again");
        place(&mut || {
            // The first pass after another contender is not timed, because that one used the caches.
            pass(black_box(&mut region));
            Lap::of(PASSES * count as usize, || {
                (0..PASSES).for_each(|_| pass(black_box(&mut region)));
                0
            })
        })
    })
}

/// Calls a function from a lower address on the stack.
type Place = fn(&mut dyn FnMut() -> Lap) -> Lap;

/// The same code is faster or slower depending on whether a scope on the stack is in one cache line or across two. So
/// each lap has the scope at another address.
const PLACES: [Place; 4] = [below::<16>, below::<32>, below::<48>, below::<64>];

#[inline(never)]
fn below<const BYTES: usize>(work: &mut dyn FnMut() -> Lap) -> Lap {
    let between = black_box([0_u8; BYTES]);
    let lap = work();
    black_box(&between);
    lap
}

/// Adds a column to each of the tables.
fn column<const WORDS: usize>(rounds: usize, tables: &mut [Table; 3]) {
    let count = values::<WORDS>();
    macro_rules! jobs {
        ($pass:ident) => {
            vec![
                job_of::<Bump>(count, $pass::<Bump, WORDS>),
                job_of::<Linear<Boxed>>(count, $pass::<Linear<Boxed>, WORDS>),
                job_of::<Frame<Boxed>>(count, $pass::<Frame<Boxed>, WORDS>),
            ]
        };
    }
    let mut jobs = [jobs!(in_a_loop), jobs!(by_a_function), jobs!(by_a_call_each)];
    let places = vec![[0; WORDS]; count as usize];
    jobs[0].push(job(Label::new(IN_PLACE, Role::Floor), places, count, in_place));
    for (table, mut jobs) in tables.iter_mut().zip(jobs) {
        table.column(name::<WORDS>(), measure(rounds, &mut jobs));
    }
}

/// The name of a column.
fn name<const WORDS: usize>() -> String {
    format!("{} bytes", size_of::<Value<WORDS>>())
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Regions", ABOUT);
    let table = |name, title| Table::new(name, title, "ns per value", "size of a value").plot(Plot::Bars);
    let mut tables = [
        table("regions-loop", "Values from a region, a loop"),
        table("regions-function", "Values from a region, a function"),
        table("regions-call", "Values from a region, one call per value"),
    ];
    let rounds = options.rounds(ROUNDS);
    column::<1>(rounds, &mut tables);
    column::<4>(rounds, &mut tables);
    column::<32>(rounds, &mut tables);
    section.goals.extend(tables[..2].iter().flat_map(goals));
    section.tables.extend(tables);
    Ok(section)
}

fn goals(table: &Table) -> Vec<Goal> {
    let columns = [name::<1>(), name::<4>(), name::<32>()];
    let goals = columns
        .iter()
        .flat_map(|column| ["Linear", "Frame"].map(|row| table.goal(row, column, &[BUMPALO], GOAL)));
    goals.flatten().collect()
}
