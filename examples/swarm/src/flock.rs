//! Flocks: where they are heading, whom they follow, and who joins them.

use crate::boid::Seen;
use crate::flight::TIRED;
use crate::storage::Storage;
use example_support::wave;
use glam::Vec3;

/// The number of flocks.
pub(crate) const FLOCKS: usize = 8;

/// The boids of a number, which follow the leader by its key.
#[derive(Clone, Debug)]
pub(crate) struct Flock<K> {
    number: u8,
    leader: Option<K>,
    /// Where the leader is, or was when it was last seen.
    pub(crate) position: Vec3,
}

impl<K: Copy> Flock<K> {
    pub(crate) fn new(number: u8) -> Self {
        Flock { number, leader: None, position: goal(number, 0.0) }
    }

    /// Looks for the leader. If it is gone or tired, the boid of the flock that is nearest to where it was
    /// leads from now on. Returns whether the leader was gone.
    pub(crate) fn follow<S: Storage<Key = K>>(&mut self, boids: &S, seen: &[Seen<K>]) -> bool {
        let leader = self.leader.and_then(|leader| boids.get(leader));
        let is_stale = self.leader.is_some() && leader.is_none();
        if let Some(leader) = leader.filter(|leader| leader.energy > TIRED) {
            self.position = leader.position;
            return is_stale;
        }
        let members = seen.iter().filter(|boid| boid.flock == self.number);
        let distance = |boid: &&Seen<K>| boid.position.distance_squared(self.position);
        let nearest = members.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        self.leader = nearest.map(|boid| boid.key);
        self.position = nearest.map_or(self.position, |boid| boid.position);
        is_stale
    }

    pub(crate) fn leader(&self) -> Option<K> {
        self.leader
    }
}

/// Where the leader of a flock wants to be: a point that goes round and round, in its own time in each
/// direction.
pub(crate) fn goal(flock: u8, time: f32) -> Vec3 {
    let phase = f32::from(flock) / FLOCKS as f32;
    Vec3::new(
        30.0 * wave(phase + 0.0017 * time) + 10.0 * wave(3.0 * phase + 0.0041 * time),
        30.0 + 9.0 * wave(2.0 * phase + 0.0029 * time),
        12.0 * wave(phase + 0.25 + 0.0023 * time),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boid::Boid;
    use crate::grid::Grid;
    use crate::storage::ColumnBoids;

    #[test]
    fn a_flock_notices_that_its_leader_is_gone_and_follows_the_next_one() {
        let mut boids = ColumnBoids::with_capacity(4);
        let place = goal(0, 0.0);
        let mut join = |x: f32, flock| boids.insert(Boid { flock, ..Boid::at(place + Vec3::X * x) }).unwrap();
        let [stranger, first, second] = [join(0.1, 1), join(0.5, 0), join(-2.0, 0)];
        let mut grid = Grid::new();
        grid.build(&boids);
        let mut flock = Flock::new(0);
        assert!(!flock.follow(&boids, grid.seen()) && flock.leader() == Some(first));
        assert!(!flock.follow(&boids, grid.seen()) && flock.leader() == Some(first));
        boids.remove(first);
        grid.build(&boids);
        assert!(flock.follow(&boids, grid.seen()) && flock.leader() == Some(second));
        assert_eq!(flock.position, place - Vec3::X * 2.0);
        boids.remove(second);
        grid.build(&boids);
        assert!(flock.follow(&boids, grid.seen()) && flock.leader().is_none());
        assert!(boids.get(stranger).is_some() && !flock.follow(&boids, grid.seen()));
    }
}
