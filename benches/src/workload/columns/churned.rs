//! Objects that come and go.

use super::boxed;
use super::contenders::{CAPACITIES, Fields, columns, removed, rows};
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

/// [`Fields`], and the slots that are free. It checks nothing, and uses the slot that was freed last.
struct FreeFields {
    fields: Fields,
    free: Vec<u32>,
}

#[inline(never)]
fn replace_fields(container: &mut FreeFields, slot: u32, number: usize) -> u32 {
    std::hint::black_box(container.fields.object(slot as usize));
    container.free.push(slot);
    let slot = container.free.pop().expect("a slot was freed");
    container.fields.set(slot as usize, Particle::of(number));
    slot
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
    let label = Label::new("slab", Role::Unchecked);
    let slab = Churned { label, container, keys, random: random(), replace: replace_slab };
    let objects: Vec<_> = (0..capacity).map(Particle::of).collect();
    let mut removed = removed(capacity, live);
    let free = removed.iter().map(|&slot| slot as u32).collect();
    removed.sort_unstable();
    let keys =
        (0..capacity).filter(|slot| removed.binary_search(slot).is_err()).map(|slot| slot as u32).collect();
    let container = FreeFields { fields: Fields::of(&objects), free };
    let label = Label::new("fields", Role::Floor);
    let fields = Churned { label, container, keys, random: random(), replace: replace_fields };
    vec![boxed(columns), boxed(rows), boxed(slab), boxed(fields)]
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
