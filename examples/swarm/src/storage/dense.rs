//! Boids in a dense pool of columns.

use super::Storage;
use crate::boid::{Body, Boid, DenseHandle, DensePool, Moving, Seen};
use glam::Vec3;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};
use stackpool::Heap;

/// A struct of arrays without holes under the handles of a pool.
#[derive(Debug)]
pub(crate) struct DenseBoids(Heap<DensePool>);

/// As many boids as a thread takes at a time: as many as in a part of `par_slot_columns_mut`.
const PART: usize = 1_024;

impl Storage for DenseBoids {
    const NAME: &'static str = "dense";
    type Key = DenseHandle;

    fn with_capacity(_boids: usize) -> Self {
        DenseBoids(DensePool::on_heap())
    }

    fn insert(&mut self, boid: Boid) -> Option<DenseHandle> {
        self.0.insert(boid).ok()
    }

    fn remove(&mut self, key: DenseHandle) -> Option<Boid> {
        self.0.remove(key)
    }

    fn get(&self, key: DenseHandle) -> Option<Boid> {
        self.0.copy_of(key)
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// The position in the slices: `fly` has it without asking.
    fn index(&self, key: DenseHandle) -> usize {
        self.0.position_of(key).expect("the boid is there")
    }

    fn indices(&self) -> usize {
        self.0.len()
    }

    fn look(&self, mut see: impl FnMut(Seen<DenseHandle>)) {
        let columns = self.0.columns();
        let boids = columns.position.iter().zip(columns.velocity).zip(columns.number).zip(columns.flock);
        for (key, (((&position, &velocity), &number), &flock)) in self.0.handles().zip(boids) {
            see(Seen { position, number, velocity, key, flock });
        }
    }

    fn draw(&self, mut draw: impl FnMut(Vec3, f32)) {
        let columns = self.0.columns();
        for (&position, &span) in columns.position.iter().zip(columns.span) {
            draw(position, span);
        }
    }

    fn fly(&mut self, fly: impl Fn(usize, Moving) -> Body + Sync) {
        let columns = self.0.columns_mut();
        let parts = (
            columns.position.par_chunks_mut(PART),
            columns.velocity.par_chunks_mut(PART),
            columns.energy.par_chunks_mut(PART),
            columns.flock.par_chunks(PART),
            columns.roost.par_chunks(PART),
        );
        let parts = parts.into_par_iter().enumerate();
        parts.for_each(|(part, (positions, velocities, energies, flocks, roosts))| {
            let boids = positions.iter_mut().zip(velocities).zip(energies).zip(flocks).zip(roosts);
            for (place, ((((position, velocity), energy), &flock), &roost)) in boids.enumerate() {
                let body = Body { position: *position, velocity: *velocity, energy: *energy };
                let body = fly(PART * part + place, Moving { body, flock, roost });
                (*position, *velocity, *energy) = (body.position, body.velocity, body.energy);
            }
        });
    }

    fn retain(&mut self, mut stays: impl FnMut(f32) -> bool) {
        self.0.retain(|_handle, boid| stays(*boid.energy));
    }

    fn bytes_per_boid() -> f64 {
        DensePool::TOTAL_BYTES as f64 / DensePool::CAPACITY as f64
    }
}
