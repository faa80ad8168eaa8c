//! Falcons, each of which chases one boid by its key.

use crate::boid::Seen;
use crate::grid::Grid;
use crate::storage::Storage;
use example_support::Random;
use glam::Vec3;

/// How near a falcon must come to catch a boid.
const REACH: f32 = 0.7;

/// The fastest flight, in units per step, and the strongest turn.
const FASTEST: f32 = 0.62;
const TURN: f32 = 0.035;

/// The steps after which a falcon chooses another prey.
const PATIENCE: u32 = 90;

/// A bird that eats boids.
#[derive(Clone, Debug)]
pub(crate) struct Falcon<K> {
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
    /// The boid that it chases. Whether that is still there, the container says.
    prey: Option<K>,
    patience: u32,
    random: Random,
}

impl<K: Copy + Send + Sync> Falcon<K> {
    pub(crate) fn new(position: Vec3, seed: u64) -> Self {
        Falcon { position, velocity: Vec3::ZERO, prey: None, patience: 0, random: Random::new(seed) }
    }

    /// Chases its prey. Returns whether the prey was gone: caught by another falcon, or at rest.
    pub(crate) fn chase<S: Storage<Key = K>>(&mut self, boids: &S, seen: &[Seen<K>]) -> bool {
        let mut prey = self.prey.and_then(|prey| boids.get(prey));
        let is_stale = self.prey.is_some() && prey.is_none();
        if prey.is_none() || self.patience == 0 {
            self.prey = self.choose(seen);
            self.patience = PATIENCE;
            prey = self.prey.and_then(|prey| boids.get(prey));
        }
        self.patience -= 1;
        if let Some(prey) = prey {
            let way = prey.position + prey.velocity * 8.0 - self.position;
            let turn = (way.normalize_or_zero() * FASTEST - self.velocity).clamp_length_max(TURN);
            self.velocity += turn;
        }
        self.position += self.velocity;
        is_stale
    }

    fn choose(&mut self, seen: &[Seen<K>]) -> Option<K> {
        let any = self.random.next() as usize;
        seen.get(any.checked_rem(seen.len())?).map(|boid| boid.key)
    }

    /// Adds the boids within its reach.
    pub(crate) fn catch(&self, grid: &Grid<K>, caught: &mut Vec<K>) {
        grid.near(self.position, |boid, distance| {
            if distance <= REACH * REACH {
                caught.push(boid.key);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boid::Boid;
    use crate::storage::ColumnBoids;

    #[test]
    fn a_falcon_notices_that_its_prey_is_gone_and_chooses_another() {
        let mut boids = ColumnBoids::with_capacity(2);
        let [first, second] = [1.0, 2.0].map(|x| boids.insert(Boid::at(Vec3::X * x)).unwrap());
        let mut grid = Grid::new();
        grid.build(&boids);
        let mut falcon = Falcon::new(Vec3::ZERO, 1);
        assert!(!falcon.chase(&boids, grid.seen()));
        let prey = falcon.prey.unwrap();
        assert!(boids.remove(prey).is_some());
        // Its slot is used again soon, under another handle.
        let others: Vec<_> = (0..100).map(|_| boids.insert(Boid::at(Vec3::Y)).unwrap()).collect();
        assert!(!others.contains(&prey));
        grid.build(&boids);
        assert!(falcon.chase(&boids, grid.seen()));
        assert_ne!(falcon.prey, Some(prey));
        assert!([first, second].contains(&prey) && !falcon.chase(&boids, grid.seen()));
    }

    #[test]
    fn a_falcon_in_an_empty_sky_chases_nothing() {
        let boids = ColumnBoids::with_capacity(0);
        let mut falcon = Falcon::new(Vec3::ZERO, 1);
        assert!(!falcon.chase(&boids, &[]));
        assert_eq!((falcon.prey, falcon.position), (None, Vec3::ZERO));
    }
}
