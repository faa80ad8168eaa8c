//! Boids in a pool of structs.

use super::Storage;
use crate::boid::{Body, Boid, Moving, RowsHandle, RowsPool, Seen};
use glam::Vec3;
use rayon::iter::ParallelIterator;
use stackpool::Heap;

/// An array of structs under the handles of a pool.
#[derive(Debug)]
pub(crate) struct RowBoids(Heap<RowsPool>);

impl Storage for RowBoids {
    const NAME: &'static str = "rows";
    type Key = RowsHandle;

    fn with_capacity(_boids: usize) -> Self {
        RowBoids(RowsPool::on_heap())
    }

    fn insert(&mut self, boid: Boid) -> Option<RowsHandle> {
        self.0.insert(boid).ok()
    }

    fn remove(&mut self, key: RowsHandle) -> Option<Boid> {
        self.0.remove(key)
    }

    fn get(&self, key: RowsHandle) -> Option<Boid> {
        self.0.get(key).copied()
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn index(&self, key: RowsHandle) -> usize {
        key.index()
    }

    fn indices(&self) -> usize {
        64 * self.0.live_words().len()
    }

    fn look(&self, mut see: impl FnMut(Seen<RowsHandle>)) {
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
        self.0.par_iter_mut().for_each(|(key, boid)| boid.fly(|moving| fly(key.index(), moving)));
    }

    fn retain(&mut self, mut stays: impl FnMut(f32) -> bool) {
        self.0.retain(|_handle, boid| stays(boid.energy));
    }

    fn bytes_per_boid() -> f64 {
        RowsPool::TOTAL_BYTES as f64 / RowsPool::CAPACITY as f64
    }
}
