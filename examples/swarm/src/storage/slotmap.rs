//! Boids in a `DenseSlotMap`.

use super::Storage;
use crate::boid::{Body, Boid, Moving, Seen};
use glam::Vec3;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};
use slotmap::{DefaultKey, DenseSlotMap, Key};

/// The map of `slotmap` whose values are a slice: the only one of the three that threads can share without a
/// list of references.
#[derive(Debug)]
pub(crate) struct SlotMapBoids(DenseSlotMap<DefaultKey, Boid>);

/// As many boids as a thread takes at a time: as many as in a part of `par_slot_columns_mut`.
const PART: usize = 1_024;

impl Storage for SlotMapBoids {
    const NAME: &'static str = "slotmap";
    type Key = DefaultKey;

    fn with_capacity(boids: usize) -> Self {
        SlotMapBoids(DenseSlotMap::with_capacity(boids))
    }

    fn insert(&mut self, boid: Boid) -> Option<DefaultKey> {
        Some(self.0.insert(boid))
    }

    fn remove(&mut self, key: DefaultKey) -> Option<Boid> {
        self.0.remove(key)
    }

    fn get(&self, key: DefaultKey) -> Option<Boid> {
        self.0.get(key).copied()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn index(&self, key: DefaultKey) -> usize {
        slot(key)
    }

    /// Its slots are numbered from 1.
    fn indices(&self) -> usize {
        self.0.capacity() + 1
    }

    fn look(&self, mut see: impl FnMut(Seen<DefaultKey>)) {
        for (key, boid) in &self.0 {
            see(boid.seen(key));
        }
    }

    fn draw(&self, mut draw: impl FnMut(Vec3, f32)) {
        for boid in self.0.values() {
            draw(boid.position, boid.span);
        }
    }

    fn fly(&mut self, fly: impl Fn(usize, Moving) -> Body + Sync) {
        let (keys, boids) = self.0.as_mut_slices();
        keys.par_chunks(PART).zip(boids.par_chunks_mut(PART)).for_each(|(keys, boids)| {
            for (key, boid) in keys.iter().zip(boids) {
                boid.fly(|moving| fly(slot(*key), moving));
            }
        });
    }

    fn retain(&mut self, mut stays: impl FnMut(f32) -> bool) {
        self.0.retain(|_key, boid| stays(boid.energy));
    }

    /// A boid and its key, densely, and a slot: where the boid is, and a version.
    fn bytes_per_boid() -> f64 {
        (size_of::<Boid>() + size_of::<DefaultKey>() + 2 * size_of::<u32>()) as f64
    }
}

/// The slot of a key.
fn slot(key: DefaultKey) -> usize {
    key.data().as_ffi() as u32 as usize
}
