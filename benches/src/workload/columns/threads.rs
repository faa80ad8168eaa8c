//! A step of all objects on two threads.

use super::boxed;
use super::contenders::{CAPACITIES, columns, rows};
use super::particle::{Large, LargeRows, step_slices};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Goal, Label, Role, Section, Table, grouped};
use crate::workload::Options;
use rayon::ThreadPool;
use rayon::iter::ParallelIterator;
use stackpool::{ColumnPool, Heap, Pool};
use std::rc::Rc;

const ROUNDS: usize = 31;
const PASSES: usize = 3;
/// Steps of an object in a pass, so that threads do not wait for memory.
const WORK: usize = 16;

/// A container with a number of threads.
struct Threaded<C> {
    label: Label,
    container: C,
    live: usize,
    threads: Rc<ThreadPool>,
    step: fn(&mut C),
}

impl<C: Send> Contender for Threaded<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        let (container, step) = (&mut self.container, self.step);
        let threads = &self.threads;
        Lap::of(PASSES * self.live, || {
            threads.install(|| (0..PASSES).for_each(|_| step(container)));
            PASSES as u64
        })
    }
}

#[inline(never)]
fn step_columns(pool: &mut Heap<ColumnPool<Large>>) {
    pool.par_slot_columns_mut().for_each(|part| {
        let columns = part.columns;
        for _ in 0..WORK {
            step_slices(columns.position, columns.velocity, columns.ttl);
        }
    });
}

#[inline(never)]
fn step_pool(pool: &mut Heap<Pool<LargeRows>>) {
    pool.par_values_mut().for_each(|object| (0..WORK).for_each(|_| object.step()));
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let (_, capacity) = CAPACITIES[1];
    let title = format!("{WORK} steps of each of {} objects, in the threads of `rayon`", grouped(capacity));
    let mut table = Table::new("columns-threads", title, "ns per object", "threads").without_ratios();
    for threads in [1, 2] {
        let pool = Rc::new(rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads"));
        let ours = |name| Label::new(name, Role::Ours);
        let mut contenders: Vec<Box<dyn Contender>> = vec![
            boxed(Threaded {
                label: ours("columns"),
                container: columns::<Large>(capacity, capacity),
                live: capacity,
                threads: Rc::clone(&pool),
                step: step_columns,
            }),
            boxed(Threaded {
                label: ours("pool"),
                container: rows::<LargeRows>(capacity, capacity),
                live: capacity,
                threads: pool,
                step: step_pool,
            }),
        ];
        table.column(threads.to_string(), measure(options.rounds(ROUNDS), &mut contenders));
    }
    for row in ["columns", "pool"] {
        let median = |threads| table.cell(row, threads).map_or(f64::NAN, |spread| spread.median);
        let faster = median("1") / median("2");
        section.goals.push(Goal::at_least(format!("{row}: two threads beside one"), faster, 1.7, ""));
    }
    section.tables.push(table);
}
