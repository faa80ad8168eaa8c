//! The containers, each with its loop.

use super::boxed;
use super::particle::by_soa_derive::{self, ObjectVec};
use super::particle::by_soa_rs::{self, Objects};
use super::particle::{Large, LargeRows, Particle, Small, SmallRows, checksum, step, step_slices};
use crate::Random;
use crate::measure::{Contender, Lap};
use crate::report::{Label, Role};
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap};
use stackpool::layout::{InPlace, Tracked};
use stackpool::{ColumnPool, Heap, Pool, PoolSpec};

/// The names and the capacities of the pools.
pub(super) const CAPACITIES: [(&str, usize); 2] = [("small", 65_535), ("large", 1_000_000)];

/// The rows of column pools.
pub(super) struct Names {
    pub(super) slices: &'static str,
    pub(super) live: &'static str,
    pub(super) iter: &'static str,
}

pub(super) const OURS: Names = Names { slices: "columns", live: "columns, live", iter: "columns, iter" };

/// [`Fields`] with a bit per slot, which is what a pool of columns cannot do without.
const FIELDS_LIVE: &str = "fields, live";

/// The containers of structs.
pub(super) const ROWS: [&str; 4] = ["pool", "dense slotmap", "slab", "vec"];

/// A step of all objects of a container, which returns a checksum.
pub(super) type Step<C> = fn(&mut C) -> u64;

/// A container and a step of all its objects.
pub(super) struct Stepped<C> {
    pub(super) label: Label,
    pub(super) container: C,
    pub(super) live: usize,
    pub(super) step: Step<C>,
}

impl<C> Contender for Stepped<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        let passes = (1_000_000 / self.live).clamp(1, 20);
        Lap::of(passes * self.live, || (0..passes).fold(0, |_, _| (self.step)(&mut self.container)))
    }
}

/// All containers of this capacity, with this share of their objects left. Object 0 is left.
pub(super) fn contenders(capacity: usize, percent: usize) -> Vec<Box<dyn Contender>> {
    let live = capacity * percent / 100;
    let mut contenders = if capacity == CAPACITIES[0].1 {
        pools::<Small, SmallRows>(capacity, live)
    } else {
        pools::<Large, LargeRows>(capacity, live)
    };
    let mut push = |name: &'static str, container: &mut dyn FnMut(Label) -> Box<dyn Contender>| {
        contenders.push(container(Label::new(name, Role::Peer)));
    };
    push("slab", &mut |label| {
        boxed(Stepped { label, container: slab(capacity, live), live, step: step_slab })
    });
    push("dense slotmap", &mut |label| {
        boxed(Stepped { label, container: dense(capacity, live), live, step: step_dense })
    });
    let objects: Vec<Particle> = (0..capacity).map(Particle::of).collect();
    if live < capacity {
        let fields = LiveFields::of(&objects, live);
        let label = Label::new(FIELDS_LIVE, Role::Floor);
        contenders.push(boxed(Stepped { label, container: fields, live, step: LiveFields::step }));
    } else {
        let mut push = |name: &'static str, container: &mut dyn FnMut(Label) -> Box<dyn Contender>| {
            contenders.push(container(Label::new(name, Role::Peer)));
        };
        push("vec", &mut |label| boxed(Stepped { label, container: objects.clone(), live, step: step_vec }));
        push("fields", &mut |label| {
            boxed(Stepped { label, container: Fields::of(&objects), live, step: Fields::step })
        });
        push("soa-rs", &mut |label| {
            let container = objects.iter().map(soa_rs_object).collect::<Objects>();
            boxed(Stepped { label, container, live, step: step_soa_rs })
        });
        push("soa_derive", &mut |label| {
            let container = objects.iter().map(soa_derive_object).collect::<ObjectVec>();
            boxed(Stepped { label, container, live, step: step_soa_derive })
        });
    }
    contenders
}

fn pools<C, R>(capacity: usize, live: usize) -> Vec<Box<dyn Contender>>
where
    C: PoolSpec<Item = Particle, Layout: Tracked + InPlace> + 'static,
    R: PoolSpec<Item = Particle, Layout: Tracked> + 'static,
{
    let mut contenders = Vec::new();
    let steps: [(&str, Step<Heap<ColumnPool<C>>>); 3] =
        [(OURS.slices, step_columns), (OURS.live, step_live), (OURS.iter, step_iter)];
    for (name, step) in steps {
        let label = Label::new(name, Role::Ours);
        contenders.push(boxed(Stepped { label, container: columns::<C>(capacity, live), live, step }));
    }
    let label = Label::new("pool", Role::Ours);
    contenders.push(boxed(Stepped { label, container: rows::<R>(capacity, live), live, step: step_pool }));
    contenders
}

/// The numbers of the objects that are removed from a container of this capacity, in a random order. Object 0 stays.
pub(super) fn removed(capacity: usize, live: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (1..capacity).collect();
    Random::new().shuffle(&mut numbers);
    numbers.truncate(capacity - live);
    numbers
}

pub(super) fn columns<P: PoolSpec<Item = Particle>>(capacity: usize, live: usize) -> Heap<ColumnPool<P>> {
    let mut pool = ColumnPool::<P>::on_heap();
    let keys: Vec<_> = (0..capacity).map(|number| pool.insert(Particle::of(number)).expect("room")).collect();
    for number in removed(capacity, live) {
        pool.remove(keys[number]);
    }
    pool
}

pub(super) fn rows<P: PoolSpec<Item = Particle>>(capacity: usize, live: usize) -> Heap<Pool<P>> {
    let mut pool = Pool::<P>::on_heap();
    let keys: Vec<_> = (0..capacity).map(|number| pool.insert(Particle::of(number)).expect("room")).collect();
    for number in removed(capacity, live) {
        pool.remove(keys[number]);
    }
    pool
}

fn slab(capacity: usize, live: usize) -> Slab<Particle> {
    let mut slab = Slab::with_capacity(capacity);
    let keys: Vec<_> = (0..capacity).map(|number| slab.insert(Particle::of(number))).collect();
    for number in removed(capacity, live) {
        slab.remove(keys[number]);
    }
    slab
}

fn dense(capacity: usize, live: usize) -> DenseSlotMap<DefaultKey, Particle> {
    let mut map = DenseSlotMap::with_capacity(capacity);
    let keys: Vec<_> = (0..capacity).map(|number| map.insert(Particle::of(number))).collect();
    for number in removed(capacity, live) {
        map.remove(keys[number]);
    }
    map
}

#[inline(never)]
fn step_columns<P: PoolSpec<Item = Particle, Layout: InPlace>>(pool: &mut Heap<ColumnPool<P>>) -> u64 {
    let columns = pool.slot_columns_mut();
    step_slices(columns.position, columns.velocity, columns.ttl);
    checksum(&columns.position[0])
}

#[inline(never)]
pub(super) fn step_live<P: PoolSpec<Item = Particle, Layout: Tracked + InPlace>>(
    pool: &mut Heap<ColumnPool<P>>,
) -> u64 {
    let (columns, live) = pool.slot_columns_and_live_mut();
    live.for_each(|slot| step(&mut columns.position[slot], &columns.velocity[slot], &mut columns.ttl[slot]));
    checksum(&columns.position[0])
}

#[inline(never)]
fn step_iter<P: PoolSpec<Item = Particle, Layout: Tracked + InPlace>>(pool: &mut Heap<ColumnPool<P>>) -> u64 {
    pool.values_mut().for_each(|object| step(object.position, object.velocity, object.ttl));
    checksum(&pool.slot_columns().position[0])
}

#[inline(never)]
pub(super) fn step_pool<P: PoolSpec<Item = Particle, Layout: Tracked>>(pool: &mut Heap<Pool<P>>) -> u64 {
    pool.values_mut().for_each(Particle::step);
    checksum(&pool.values().next().expect("object 0").position)
}

#[inline(never)]
fn step_slab(slab: &mut Slab<Particle>) -> u64 {
    slab.iter_mut().for_each(|(_, object)| object.step());
    checksum(&slab[0].position)
}

#[inline(never)]
fn step_dense(map: &mut DenseSlotMap<DefaultKey, Particle>) -> u64 {
    map.values_mut().for_each(Particle::step);
    checksum(&map.values().next().expect("object 0").position)
}

#[inline(never)]
#[expect(clippy::ptr_arg, reason = "it is the step of this container")]
fn step_vec(objects: &mut Vec<Particle>) -> u64 {
    objects.iter_mut().for_each(Particle::step);
    checksum(&objects[0].position)
}

/// The fields in a `Vec` each, written by hand.
#[derive(Default)]
pub(super) struct Fields {
    position: Vec<[f32; 3]>,
    velocity: Vec<[f32; 3]>,
    ttl: Vec<f32>,
    rest: Vec<[u32; 9]>,
}

impl Fields {
    pub(super) fn of(objects: &[Particle]) -> Self {
        let mut fields = Fields::default();
        for object in objects {
            fields.position.push(object.position);
            fields.velocity.push(object.velocity);
            fields.ttl.push(object.ttl);
            fields.rest.push(object.rest);
        }
        fields
    }

    pub(super) fn object(&self, slot: usize) -> Particle {
        Particle {
            position: self.position[slot],
            velocity: self.velocity[slot],
            ttl: self.ttl[slot],
            rest: self.rest[slot],
        }
    }

    pub(super) fn set(&mut self, slot: usize, object: Particle) {
        self.position[slot] = object.position;
        self.velocity[slot] = object.velocity;
        self.ttl[slot] = object.ttl;
        self.rest[slot] = object.rest;
    }

    pub(super) fn swap_remove(&mut self, position: usize) {
        self.position.swap_remove(position);
        self.velocity.swap_remove(position);
        self.ttl.swap_remove(position);
        self.rest.swap_remove(position);
    }

    #[inline(never)]
    pub(super) fn step(&mut self) -> u64 {
        step_slices(&mut self.position, &self.velocity, &mut self.ttl);
        std::hint::black_box(&self.rest);
        checksum(&self.position[0])
    }
}

/// [`Fields`], and which of their slots are live.
struct LiveFields {
    fields: Fields,
    words: Vec<u64>,
}

impl LiveFields {
    /// This many of the objects are left.
    fn of(objects: &[Particle], live: usize) -> Self {
        let mut words = vec![0; objects.len().div_ceil(64)];
        (0..objects.len()).for_each(|slot| words[slot / 64] |= 1 << (slot % 64));
        removed(objects.len(), live).into_iter().for_each(|slot| words[slot / 64] &= !(1 << (slot % 64)));
        LiveFields { fields: Fields::of(objects), words }
    }

    #[inline(never)]
    fn step(&mut self) -> u64 {
        let Fields { position, velocity, ttl, .. } = &mut self.fields;
        for (word, &(mut bits)) in self.words.iter().enumerate() {
            while bits != 0 {
                let slot = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                step(&mut position[slot], &velocity[slot], &mut ttl[slot]);
            }
        }
        checksum(&position[0])
    }
}

fn soa_rs_object(object: &Particle) -> by_soa_rs::Object {
    let Particle { position, velocity, ttl, rest } = *object;
    by_soa_rs::Object { position, velocity, ttl, rest }
}

#[inline(never)]
fn step_soa_rs(objects: &mut Objects) -> u64 {
    let slices = objects.slices_mut();
    step_slices(slices.position, slices.velocity, slices.ttl);
    checksum(&slices.position[0])
}

fn soa_derive_object(object: &Particle) -> by_soa_derive::Object {
    let Particle { position, velocity, ttl, rest } = *object;
    by_soa_derive::Object { position, velocity, ttl, rest }
}

#[inline(never)]
fn step_soa_derive(objects: &mut ObjectVec) -> u64 {
    step_slices(&mut objects.position, &objects.velocity, &mut objects.ttl);
    checksum(&objects.position[0])
}
