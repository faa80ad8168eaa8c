//! Objects that come and go.

use super::boxed;
use super::contenders::{CAPACITIES, columns, removed, rows};
use super::particle::{Large, LargeRows, Particle, Small, SmallRows};
use crate::Random;
use crate::measure::{Contender, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use slab::Slab;
use stackpool::layout::Tracked;
use stackpool::{ColumnPool, Handle, Heap, Pool, PoolSpec};

const ROUNDS: usize = 31;
/// Removals and insertions per lap.
const STEPS: usize = 1 << 15;

/// A container, with the keys of its objects.
struct Churned<C, K> {
    label: Label,
    container: C,
    keys: Vec<K>,
    random: Random,
    replace: fn(&mut C, K, usize) -> K,
}

impl<C, K: Copy> Contender for Churned<C, K> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        Lap::of(STEPS, || {
            for number in 0..STEPS {
                let place = self.random.below(self.keys.len());
                self.keys[place] = (self.replace)(&mut self.container, self.keys[place], number);
            }
            self.keys.len() as u64
        })
    }
}

#[inline(never)]
fn replace_columns<P: PoolSpec<Item = Particle>>(
    pool: &mut Heap<ColumnPool<P>>,
    handle: Handle<P>,
    number: usize,
) -> Handle<P> {
    std::hint::black_box(pool.remove(handle));
    pool.insert(Particle::of(number)).expect("room")
}

#[inline(never)]
fn replace_rows<P: PoolSpec<Item = Particle>>(
    pool: &mut Heap<Pool<P>>,
    handle: Handle<P>,
    number: usize,
) -> Handle<P> {
    std::hint::black_box(pool.remove(handle));
    pool.insert(Particle::of(number)).expect("room")
}

#[inline(never)]
fn replace_slab(slab: &mut Slab<Particle>, key: usize, number: usize) -> usize {
    std::hint::black_box(slab.remove(key));
    slab.insert(Particle::of(number))
}

fn contenders<C, R>(capacity: usize) -> Vec<Box<dyn Contender>>
where
    C: PoolSpec<Item = Particle, Layout: Tracked> + 'static,
    R: PoolSpec<Item = Particle, Layout: Tracked> + 'static,
{
    let live = capacity / 2;
    let random = Random::new;
    let ours = |name| Label::new(name, Role::Ours);
    let container = columns::<C>(capacity, live);
    let keys = container.handles().collect();
    let columns =
        Churned { label: ours("columns"), container, keys, random: random(), replace: replace_columns };
    let container = rows::<R>(capacity, live);
    let keys = container.handles().collect();
    let rows = Churned { label: ours("pool"), container, keys, random: random(), replace: replace_rows };
    let mut container = Slab::with_capacity(capacity);
    for number in 0..capacity {
        container.insert(Particle::of(number));
    }
    for number in removed(capacity, live) {
        container.remove(number);
    }
    let keys = container.iter().map(|(key, _)| key).collect();
    let label = Label::new("slab", Role::Peer);
    let slab = Churned { label, container, keys, random: random(), replace: replace_slab };
    vec![boxed(columns), boxed(rows), boxed(slab)]
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let title = "Objects removed and inserted at random, half of the places in use";
    let mut table = Table::new("columns-churn", title, "ns per removal and insertion", "capacity");
    for (_, capacity) in CAPACITIES {
        let mut contenders = if capacity == CAPACITIES[0].1 {
            contenders::<Small, SmallRows>(capacity)
        } else {
            contenders::<Large, LargeRows>(capacity)
        };
        let column = grouped(capacity);
        table.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
        section.goals.extend(table.goal("columns", &column, &["pool"], 1.5));
    }
    section.tables.push(table);
}
