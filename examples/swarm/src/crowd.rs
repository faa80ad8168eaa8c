//! Sums over the neighbours of a boid, four neighbours at a time.
//!
//! Most of the time of a step goes here: a boid compares itself with some hundred others. So positions and
//! velocities are columns here too, and one instruction of a [`Vec4`] serves four neighbours. Each lane of a
//! vector has a sum of its own. The lanes are added at the end, in the same order on every machine.

use crate::boid::Seen;
use crate::grid::SIGHT;
use glam::{Vec3, Vec4};
use std::ops::Range;

/// Neighbours that are compared at a time.
const LANES: usize = 4;

/// Positions and velocities of all boids, in the order of the grid.
#[derive(Default, Debug)]
pub(crate) struct Crowd {
    /// x, y and z of the position, and x, y and z of the velocity. At the end there is room for a whole
    /// vector.
    columns: [Vec<f32>; 6],
}

/// What a boid sees of its neighbours, itself included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Around {
    /// The way out: the sum of the ways from each neighbour, the nearest ones counting most.
    pub(crate) apart: Vec3,
    /// The mean of the ways to the neighbours.
    pub(crate) together: Vec3,
    /// The mean of their velocities.
    pub(crate) along: Vec3,
}

impl Crowd {
    pub(crate) fn build<K: Sync>(&mut self, seen: &[Seen<K>]) {
        let [x, y, z, u, v, w] = &mut self.columns;
        let fill = |column: &mut Vec<f32>, part: fn(&Seen<K>) -> f32| {
            column.clear();
            column.extend(seen.iter().map(part));
            column.resize(seen.len() + LANES, 0.0);
        };
        rayon::scope(|threads| {
            threads.spawn(|_| fill(x, |boid| boid.position.x));
            threads.spawn(|_| fill(y, |boid| boid.position.y));
            threads.spawn(|_| fill(z, |boid| boid.position.z));
            threads.spawn(|_| fill(u, |boid| boid.velocity.x));
            threads.spawn(|_| fill(v, |boid| boid.velocity.y));
            threads.spawn(|_| fill(w, |boid| boid.velocity.z));
        });
    }

    /// Sums over the boids of these runs that are less than [`SIGHT`] away. There is one at least: the boid
    /// itself.
    #[inline]
    pub(crate) fn around(&self, at: Vec3, runs: impl Iterator<Item = Range<usize>>) -> Around {
        let mut sums = Sums::default();
        for run in runs {
            for first in run.clone().step_by(LANES) {
                self.add(&mut sums, at, first, run.end - first);
            }
        }
        let part = 1.0 / total(sums.neighbours);
        Around {
            apart: vector(sums.apart),
            together: vector(sums.ways) * -part,
            along: vector(sums.velocities) * part,
        }
    }

    /// Adds the next four boids, of which `count` belong to the run.
    #[inline]
    fn add(&self, sums: &mut Sums, at: Vec3, first: usize, count: usize) {
        let [x, y, z, u, v, w] = &self.columns;
        let lanes = |column: &[f32]| Vec4::from_slice(&column[first..first + LANES]);
        let away = [Vec4::splat(at.x) - lanes(x), Vec4::splat(at.y) - lanes(y), Vec4::splat(at.z) - lanes(z)];
        let distance = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
        let nearness = Vec4::ONE - distance * (1.0 / (SIGHT * SIGHT));
        let belongs = Vec4::new(0.0, 1.0, 2.0, 3.0).cmplt(Vec4::splat(count as f32));
        let near = nearness.cmpgt(Vec4::ZERO) & belongs;
        let one = Vec4::select(near, Vec4::ONE, Vec4::ZERO);
        let weight = one * nearness * nearness;
        let velocity = [lanes(u), lanes(v), lanes(w)];
        sums.neighbours += one;
        for axis in 0..3 {
            sums.apart[axis] += away[axis] * weight;
            sums.ways[axis] += away[axis] * one;
            sums.velocities[axis] += velocity[axis] * one;
        }
    }
}

/// The sums, lane by lane: x, y and z of each.
#[derive(Default)]
struct Sums {
    neighbours: Vec4,
    apart: [Vec4; 3],
    ways: [Vec4; 3],
    velocities: [Vec4; 3],
}

fn vector(parts: [Vec4; 3]) -> Vec3 {
    Vec3::from_array(parts.map(total))
}

fn total(lanes: Vec4) -> f32 {
    (lanes.x + lanes.y) + (lanes.z + lanes.w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_ball::InBall;
    use example_support::Random;

    #[test]
    fn sums_are_those_of_the_boids_that_are_near() {
        let mut random = Random::new(9);
        let boid = |number| {
            let (position, velocity) = (random.in_ball() * 1.5, random.in_ball());
            Seen { position, number, velocity, key: (), flock: 0 }
        };
        let seen: Vec<_> = (0..101).map(boid).collect();
        let mut crowd = Crowd::default();
        crowd.build(&seen);
        let runs = [0..3, 10..10, 11..50, 50..101];
        let mut pairs = 0;
        for boid in runs.iter().flat_map(|run| &seen[run.clone()]) {
            let around = crowd.around(boid.position, runs.iter().cloned());
            let near = |other: &&Seen<()>| other.position.distance(boid.position) < SIGHT;
            let near: Vec<_> = runs.iter().flat_map(|run| &seen[run.clone()]).filter(near).collect();
            let part = 1.0 / near.len() as f32;
            let positions: Vec3 = near.iter().map(|other| other.position).sum();
            let velocities: Vec3 = near.iter().map(|other| other.velocity).sum();
            assert!(around.together.distance(positions * part - boid.position) < 1e-5);
            assert!(around.along.distance(velocities * part) < 1e-5);
            let apart: Vec3 = near.iter().map(|other| push(boid.position - other.position)).sum();
            assert!(around.apart.distance(apart) < 1e-4);
            pairs += near.len();
        }
        assert!(pairs > 1_000, "{pairs}");
    }

    fn push(away: Vec3) -> Vec3 {
        let near = 1.0 - away.length_squared();
        away * near * near
    }
}
