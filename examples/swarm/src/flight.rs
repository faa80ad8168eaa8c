//! How a boid moves in a step: wind, the pull of its leader, the limits of its wings, and rest.

use crate::boid::{Body, Moving};
use crate::wind::wind;
use example_support::smooth;
use glam::{Vec2, Vec3};

/// The energy at which a boid goes to rest. Fresh ones have 1.
pub(crate) const TIRED: f32 = 0.05;

/// What a step of flight costs, and what turning costs in addition, by the square of the change of velocity.
const COST: f32 = 0.0006;
const EFFORT: f32 = 0.6;

/// The slowest and the fastest flight, in units per step.
const SLOWEST: f32 = 0.16;
const FASTEST: f32 = 0.34;

/// The strength of each pull, in units per step and step.
const WIND: f32 = 0.0052;
const LEADER: f32 = 0.0155;
const UP: f32 = 0.02;
const DOWN: f32 = 0.02;

/// Below this height a boid that is not tired climbs.
const LOW: f32 = 9.0;

/// Above this height it descends.
const HIGH: f32 = 40.0;

/// What is the same for all boids in a step.
#[derive(Debug)]
pub(crate) struct Flight<'a> {
    pub(crate) time: f32,
    /// Where the leader of each flock is.
    pub(crate) leaders: &'a [Vec3],
}

impl Flight<'_> {
    /// Moves a boid by one step. `turn` is what its neighbours make it do.
    #[inline]
    pub(crate) fn step(&self, Moving { body, flock, roost }: Moving, turn: Vec3) -> Body {
        let Body { position, velocity, energy } = body;
        if energy <= TIRED {
            return land(body, roost);
        }
        let leader = self.leaders[flock as usize] - position;
        let distance = leader.length();
        let pull = LEADER * smooth((distance - 2.5) / 22.0) / distance.max(1.0);
        let climb = UP * (smooth((LOW - position.y) / LOW) - smooth((position.y - HIGH) / LOW));
        let change = turn + wind(position, self.time) * WIND + leader * pull + Vec3::Y * climb;
        let velocity = limited(velocity + change);
        let energy = (energy - COST - EFFORT * change.length_squared()).max(TIRED);
        Body { position: position + velocity, velocity, energy }
    }
}

/// Moves a tired boid towards its place in the reeds.
#[cold]
fn land(Body { position, velocity, energy }: Body, roost: Vec2) -> Body {
    let way = Vec3::new(roost.x, -1.0, roost.y) - position;
    let velocity = limited(velocity + way.normalize_or_zero() * DOWN);
    let position = position + velocity;
    Body { position, velocity, energy: if position.y <= 0.0 { 0.0 } else { energy } }
}

/// A velocity between the slowest and the fastest flight, in the same direction.
#[inline]
fn limited(velocity: Vec3) -> Vec3 {
    let speed = velocity.length();
    velocity * (speed.clamp(SLOWEST, FASTEST) / speed.max(f32::MIN_POSITIVE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fly(steps: usize, energy: f32, roost: Vec2) -> Body {
        let flight = Flight { time: 0.0, leaders: &[Vec3::new(20.0, 25.0, 0.0)] };
        let mut body = Body { position: Vec3::Y * 20.0, velocity: Vec3::ZERO, energy };
        for _ in 0..steps {
            body = flight.step(Moving { body, flock: 0, roost }, Vec3::ZERO);
            let speed = body.velocity.length();
            assert!(speed < 1.0001 * FASTEST, "{speed}");
            if body.energy == 0.0 {
                break;
            }
        }
        body
    }

    #[test]
    fn a_boid_stays_near_its_leader_and_tires() {
        let body = fly(300, 1.0, Vec2::ZERO);
        assert!(body.position.distance(Vec3::new(20.0, 25.0, 0.0)) < 20.0, "{body:?}");
        assert!(body.energy < 0.9 && body.energy > TIRED, "{body:?}");
        assert_eq!(fly(3_000, 0.5, Vec2::ZERO).energy, 0.0);
    }

    #[test]
    fn a_tired_boid_lands_at_its_place_in_the_reeds() {
        let body = fly(250, TIRED, Vec2::new(9.0, -4.0));
        assert!(body.energy == 0.0 && body.position.y <= 0.0, "{body:?}");
        assert!(body.position.distance(Vec3::new(9.0, -1.0, -4.0)) < 3.0, "{body:?}");
    }
}
