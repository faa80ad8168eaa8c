//! Dense columns, of which one object in ten is left.

use super::boxed;
use super::contenders::{CAPACITIES, Fields, Step, Stepped, columns, removed, rows, step_live, step_pool};
use super::particle::{
    Large, LargeDense, LargeRows, LargeRowsDense, Particle, Small, SmallDense, SmallRows, SmallRowsDense,
    checksum, step, step_slices,
};
use crate::measure::{Contender, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use stackpool::layout::{Dense, InPlace, Tracked};
use stackpool::{ColumnPool, Heap, PoolSpec};

const ROUNDS: usize = 31;
/// One object in this many is left.
const LEFT: usize = 10;

const DENSE: &str = "columns, dense";
const POOL: &str = "pool";
const FIELDS: &str = "fields, swap_remove";

pub(in crate::workload) fn measure_all(options: &Options, section: &mut Section) {
    let title = "A step of 28 of 64 bytes, one object in ten left";
    let mut table = Table::new("dense-columns", title, "ns per object", "objects once live");
    for (_, capacity) in CAPACITIES {
        let mut contenders = if capacity == CAPACITIES[0].1 {
            contenders::<SmallDense, SmallRowsDense, Small, SmallRows>(capacity)
        } else {
            contenders::<LargeDense, LargeRowsDense, Large, LargeRows>(capacity)
        };
        let column = grouped(capacity);
        table.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
        section.goals.extend(table.goal(DENSE, &column, &[POOL], 0.5));
        section.goals.extend(table.goal(DENSE, &column, &[FIELDS], 1.05));
    }
    section.tables.push(table);
}

fn contenders<D, E, C, R>(capacity: usize) -> Vec<Box<dyn Contender>>
where
    D: PoolSpec<Item = Particle, Layout: Dense> + 'static,
    E: PoolSpec<Item = Particle, Layout: Tracked> + 'static,
    C: PoolSpec<Item = Particle, Layout: Tracked + InPlace> + 'static,
    R: PoolSpec<Item = Particle, Layout: Tracked> + 'static,
{
    let live = capacity / LEFT;
    let ours = |name| Label::new(name, Role::Ours);
    let steps: [(_, Step<Heap<ColumnPool<D>>>); 2] =
        [(DENSE, step_dense_columns), ("columns, dense, iter", step_dense_iter)];
    let mut contenders = Vec::new();
    for (name, step) in steps {
        contenders.push(boxed(Stepped {
            label: ours(name),
            container: columns::<D>(capacity, live),
            live,
            step,
        }));
    }
    let container = columns::<C>(capacity, live);
    contenders.push(boxed(Stepped { label: ours("columns, live"), container, live, step: step_live }));
    let container = rows::<R>(capacity, live);
    contenders.push(boxed(Stepped { label: ours(POOL), container, live, step: step_pool }));
    let container = rows::<E>(capacity, live);
    contenders.push(boxed(Stepped { label: ours("pool, dense"), container, live, step: step_pool }));
    let label = Label::new(FIELDS, Role::Floor);
    let container = swapped(capacity, live);
    contenders.push(boxed(Stepped { label, container, live, step: Fields::step }));
    contenders
}

/// Fields from which objects were removed by `swap_remove`.
fn swapped(capacity: usize, live: usize) -> Fields {
    let objects: Vec<_> = (0..capacity).map(Particle::of).collect();
    let mut fields = Fields::of(&objects);
    let mut numbers: Vec<_> = (0..capacity).collect();
    let mut positions = numbers.clone();
    for number in removed(capacity, live) {
        let position = positions[number];
        fields.swap_remove(position);
        numbers.swap_remove(position);
        if let Some(&moved) = numbers.get(position) {
            positions[moved] = position;
        }
    }
    fields
}

#[inline(never)]
fn step_dense_columns<P: PoolSpec<Item = Particle, Layout: Dense>>(pool: &mut Heap<ColumnPool<P>>) -> u64 {
    let columns = pool.columns_mut();
    step_slices(columns.position, columns.velocity, columns.ttl);
    checksum(&columns.position[0])
}

#[inline(never)]
fn step_dense_iter<P: PoolSpec<Item = Particle, Layout: Dense>>(pool: &mut Heap<ColumnPool<P>>) -> u64 {
    pool.values_mut().for_each(|object| step(object.position, object.velocity, object.ttl));
    checksum(&pool.columns().position[0])
}
