//! What lives in the pools, and who holds whose handle.
//!
//! ```text
//!   Rocket --trail--> Emitter --leader--> Rocket or Comet
//!                        ^                          |
//!   Shell  --tails-------+  <--------shell----------+
//!     ^  ^
//!     |  +---shell--- Spark           thousands; most outlive their shell, and notice
//!     +------shell--- Puff of smoke   lit by its shell for as long as that glows
//! ```

use crate::random::Random;
use crate::show::Recipe;
use crate::vector::{Light, Vec2};
use stackpool::{Pool, pool};

/// Carries a shell up.
#[derive(Pool, Debug)]
#[pool(capacity = 32)]
pub(crate) struct Rocket {
    pub(crate) body: Body,
    pub(crate) recipe: Recipe,
    /// Which launch of the show it is: the seed of all that comes of it.
    pub(crate) seed: u32,
    /// Seconds to the burst.
    pub(crate) fuse: f32,
    /// Its trail; `None` where there was no room for one.
    pub(crate) trail: Option<EmitterHandle>,
}

/// A burst: the light that its stars and its smoke ask for, while it lasts.
///
/// Sparks keep their shell's handle for seconds after it is gone, while new shells take its slot. The 2 bits of
/// generation that a 1-byte handle has room for would go round under them; 8 bits, in 2 bytes, do not.
#[derive(Pool, Debug)]
#[pool(capacity = 64, generation_bits = 8)]
pub(crate) struct Shell {
    pub(crate) centre: Vec2,
    pub(crate) age: f32,
    pub(crate) life: f32,
    pub(crate) colours: [Light; 2],
    /// The tails of its comets, which fade when the shell is gone. Mostly fewer than there is room for.
    pub(crate) tails: [Option<EmitterHandle>; 48],
}

/// A heavy star with a tail, of which some burst once more.
#[derive(Pool, Debug)]
#[pool(capacity = 512)]
pub(crate) struct Comet {
    pub(crate) body: Body,
    pub(crate) shell: ShellHandle,
    pub(crate) seed: u32,
    /// Stars that it becomes at the end of its life.
    pub(crate) payload: u32,
}

/// Leaves sparks behind whatever it follows.
#[derive(Pool, Debug)]
#[pool(capacity = 600)]
pub(crate) struct Emitter {
    pub(crate) leader: Leader,
    /// Whose colours its sparks have; `None` under a rocket.
    pub(crate) shell: Option<ShellHandle>,
    /// Sparks a step, and the part of one that is due.
    pub(crate) rate: f32,
    pub(crate) due: f32,
    /// Seconds that a spark lives at most.
    pub(crate) life: f32,
    pub(crate) random: Random,
}

/// Whom an emitter follows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leader {
    Rocket(RocketHandle),
    Comet(CometHandle),
}

/// A point of light.
#[derive(Pool, Debug)]
#[pool(capacity = 10_000)]
pub(crate) struct Spark {
    pub(crate) body: Body,
    /// Whose colours it has; `None` for an ember, which glows in its own.
    pub(crate) shell: Option<ShellHandle>,
    pub(crate) glow: Glow,
    pub(crate) brightness: f32,
}

/// How the light of a spark changes over its life.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Glow {
    /// Bright, then fading: a star of a burst.
    Star,
    /// On and off in the later half of its life.
    Strobe,
    /// Falling at once: what a tail leaves behind.
    Ember,
}

/// What moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) position: Vec2,
    pub(crate) velocity: Vec2,
    pub(crate) age: f32,
    pub(crate) life: f32,
}

impl Body {
    pub(crate) fn new(position: Vec2, velocity: Vec2, life: f32) -> Self {
        Body { position, velocity, age: 0.0, life }
    }

    /// The part of its life that is over.
    pub(crate) fn progress(&self) -> f32 {
        self.age / self.life
    }

    pub(crate) fn is_over(&self) -> bool {
        self.age >= self.life
    }
}

/// A puff of smoke.
#[derive(Debug)]
pub(crate) struct Puff {
    pub(crate) body: Body,
    pub(crate) radius: f32,
    /// Who lights it.
    pub(crate) shell: Option<ShellHandle>,
}

// Two pools of one type: their handles do not mix, and rockets cannot use up the smoke of the bursts.
pool! {
    /// What a burst leaves.
    pub(crate) BurstSmoke: [Puff; 400], guard = live;
    /// What a rocket leaves, thin and dark.
    pub(crate) TrailSmoke: [Puff; 255], guard = live;
}
