//! How a boid turns: by what its neighbours do (Reynolds, 1987), and away from falcons.

use crate::boid::Seen;
use crate::crowd::Around;
use crate::falcon::Falcon;
use crate::grid::Grid;
use glam::Vec3;

/// The strength of each rule, in units per step and step.
const SEPARATION: f32 = 0.018;
const ALIGNMENT: f32 = 0.06;
const COHESION: f32 = 0.015;
const FLIGHT: f32 = 0.16;

/// How far from a falcon boids flee.
const FEAR: f32 = 9.0;

/// The change of velocity of a boid, by what it sees.
pub(crate) fn turn<K: Copy + Send + Sync>(boid: &Seen<K>, grid: &Grid<K>, falcons: &[Falcon<K>]) -> Vec3 {
    let Around { apart, together, along } = grid.around(boid.position);
    let along = along - boid.velocity;
    falcons.iter().fold(apart * SEPARATION + along * ALIGNMENT + together * COHESION, |turn, falcon| {
        turn + flee(boid.position, falcon.position)
    })
}

fn flee(position: Vec3, falcon: Vec3) -> Vec3 {
    let away = position - falcon;
    let distance = away.length();
    if distance >= FEAR || distance == 0.0 {
        return Vec3::ZERO;
    }
    let fear = 1.0 - distance / FEAR;
    away * (FLIGHT * fear * fear / distance)
}
