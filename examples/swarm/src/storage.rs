//! What the steps of the simulation need of a container of boids.
//!
//! Everything else of the program is the same for all containers: the grid, the rules, the numbers of the
//! boids. So a step does the same arithmetic in the same order, and its time differs by what the container
//! costs.

mod columns;
mod dense;
mod options;
mod rows;
mod slotmap;

pub(crate) use self::slotmap::SlotMapBoids;
pub(crate) use columns::ColumnBoids;
pub(crate) use dense::DenseBoids;
pub(crate) use options::Options;
pub(crate) use rows::RowBoids;

use crate::boid::{Body, Boid, Moving, Seen};
use std::fmt::Debug;

/// A container of boids, with keys that name them.
pub(crate) trait Storage {
    /// Its name in the table and after `--as`.
    const NAME: &'static str;

    /// The name of a boid. Whoever kept the key of a boid that is gone gets `None` for it.
    type Key: Copy + Eq + Debug + Send + Sync;

    /// An empty container with room for this many boids.
    fn with_capacity(boids: usize) -> Self;

    /// Adds a boid. `None` if there is no room.
    fn insert(&mut self, boid: Boid) -> Option<Self::Key>;

    fn remove(&mut self, key: Self::Key) -> Option<Boid>;

    fn get(&self, key: Self::Key) -> Option<Boid>;

    fn len(&self) -> usize;

    /// A number for a boid that is there, which no other boid has at the same time, and which is less than
    /// `indices`. It stays the same until a boid comes or goes.
    fn index(&self, key: Self::Key) -> usize;

    /// One more than the largest index of a boid.
    fn indices(&self) -> usize;

    /// Shows every boid, in whatever order the container has them.
    fn look(&self, see: impl FnMut(Seen<Self::Key>));

    /// Shows where every boid is and how large, in whatever order the container has them.
    fn draw(&self, draw: impl FnMut(glam::Vec3, f32));

    /// Lets every boid move, on all threads of the current `rayon` pool. `fly` gets the index of each too.
    fn fly(&mut self, fly: impl Fn(usize, Moving) -> Body + Sync);

    /// Removes the boids for whose energy `stays` returns `false`.
    fn retain(&mut self, stays: impl FnMut(f32) -> bool);

    /// Bytes of memory per boid that it has room for: its fields, and what the container adds.
    fn bytes_per_boid() -> f64;
}
