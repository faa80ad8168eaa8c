//! Boids in a pool of columns.

use super::Storage;
use crate::boid::{Body, Boid, BoidHandle, BoidPool, Moving, Seen};
use glam::Vec3;
use rayon::iter::ParallelIterator;
use stackpool::Heap;

/// A struct of arrays under the handles of a pool.
#[derive(Debug)]
pub(crate) struct ColumnBoids(Heap<BoidPool>);

impl Storage for ColumnBoids {
    const NAME: &'static str = "columns";
    type Key = BoidHandle;

    fn with_capacity(_boids: usize) -> Self {
        ColumnBoids(BoidPool::on_heap())
    }

    fn insert(&mut self, boid: Boid) -> Option<BoidHandle> {
        self.0.insert(boid).ok()
    }

    fn remove(&mut self, key: BoidHandle) -> Option<Boid> {
        self.0.remove(key)
    }

    fn get(&self, key: BoidHandle) -> Option<Boid> {
        self.0.get(key).map(|boid| boid.to_owned())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn index(&self, key: BoidHandle) -> usize {
        key.index()
    }

    fn indices(&self) -> usize {
        self.0.slot_columns().energy.len()
    }

    fn look(&self, mut see: impl FnMut(Seen<BoidHandle>)) {
        for (key, boid) in &self.0 {
            see(Seen {
                position: *boid.position,
                number: *boid.number,
                velocity: *boid.velocity,
                key,
                flock: *boid.flock,
            });
        }
    }

    fn draw(&self, mut draw: impl FnMut(Vec3, f32)) {
        let (columns, live) = self.0.slot_columns_and_live();
        live.for_each(|slot| draw(columns.position[slot], columns.span[slot]));
    }

    fn fly(&mut self, fly: impl Fn(usize, Moving) -> Body + Sync) {
        self.0.par_slot_columns_mut().for_each(|part| {
            let first = part.slots().start;
            // Nearly all slots are live. So runs are long, and in a run no index has to be checked.
            for run in part.live.ranges() {
                let positions = &mut part.columns.position[run.clone()];
                let velocities = &mut part.columns.velocity[run.clone()];
                let energies = &mut part.columns.energy[run.clone()];
                let flocks = &part.columns.flock[run.clone()];
                let roosts = &part.columns.roost[run.clone()];
                let boids = positions.iter_mut().zip(velocities).zip(energies).zip(flocks).zip(roosts);
                for (slot, ((((position, velocity), energy), &flock), &roost)) in run.zip(boids) {
                    let body = Body { position: *position, velocity: *velocity, energy: *energy };
                    let body = fly(first + slot, Moving { body, flock, roost });
                    (*position, *velocity, *energy) = (body.position, body.velocity, body.energy);
                }
            }
        });
    }

    fn retain(&mut self, mut stays: impl FnMut(f32) -> bool) {
        self.0.retain(|_handle, boid| stays(*boid.energy));
    }

    fn bytes_per_boid() -> f64 {
        BoidPool::TOTAL_BYTES as f64 / BoidPool::CAPACITY as f64
    }
}
