//! A boid, and the three definitions of pools of it: in columns, in columns without holes, and in rows.

use glam::{Vec2, Vec3};
use stackpool::{Pool, pool};

/// The most boids that a pool holds. A handle takes 3 bytes: 18 bits of index, and 6 of generation.
pub(crate) const CAPACITY: usize = 262_144;

/// A bird of the swarm.
///
/// The fields before the line are read or written for every boid in every step, those after it when a boid
/// arrives, is drawn, or goes to rest.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = CAPACITY, columns)]
pub(crate) struct Boid {
    pub(crate) position: Vec3,
    /// Units per step.
    pub(crate) velocity: Vec3,
    /// What is left of its strength. At [`TIRED`](crate::flight::TIRED) it goes to rest; at 0 it has landed.
    pub(crate) energy: f32,
    /// The number of its flock, whose leader it follows.
    pub(crate) flock: u8,
    // ----
    /// Counts the boids that ever were: no two have the same number.
    pub(crate) number: u32,
    /// The span of its wings, 1 on average.
    pub(crate) span: f32,
    /// Where it rests: east and north of the middle of the reeds.
    pub(crate) roost: Vec2,
}

pool! {
    /// The same boids in columns without holes: the slices have the boids that are in the air, and nothing else.
    pub(crate) Dense: [Boid; CAPACITY], columns, dense;

    /// The same boids as an array of structs.
    pub(crate) Rows: [Boid; CAPACITY];
}

/// What the rules of flight read of a boid, and what of it they change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) body: Body,
    pub(crate) flock: u8,
    pub(crate) roost: Vec2,
}

/// What changes of a boid as it moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Body {
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
    pub(crate) energy: f32,
}

/// What others see of a boid: an entry of the grid.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Seen<K> {
    pub(crate) position: Vec3,
    pub(crate) number: u32,
    pub(crate) velocity: Vec3,
    pub(crate) key: K,
    pub(crate) flock: u8,
}

impl Boid {
    /// What others see of it.
    pub(crate) fn seen<K>(&self, key: K) -> Seen<K> {
        let Boid { position, velocity, flock, number, .. } = *self;
        Seen { position, number, velocity, key, flock }
    }

    /// Moves it as `fly` says.
    #[inline]
    pub(crate) fn fly(&mut self, fly: impl FnOnce(Moving) -> Body) {
        let Boid { position, velocity, energy, flock, roost, .. } = *self;
        let body = fly(Moving { body: Body { position, velocity, energy }, flock, roost });
        (self.position, self.velocity, self.energy) = (body.position, body.velocity, body.energy);
    }
}

#[cfg(test)]
impl Boid {
    /// A boid that hovers.
    pub(crate) fn at(position: Vec3) -> Self {
        Boid {
            position,
            velocity: Vec3::ZERO,
            energy: 1.0,
            flock: 0,
            number: 0,
            span: 1.0,
            roost: Vec2::ZERO,
        }
    }
}
