//! The objects of the pools, and which object holds whose handle.
//!
//! ```text
//!   Rocket --trail--> Emitter --leader--> Rocket or Comet
//!                        ^                          |
//!   Shell  --tails-------+  <--------shell----------+
//!     ^  ^
//!     |  +---shell--- Spark           thousands; most outlive their shell, and find its handle stale
//!     +------shell--- Puff of smoke   lit by its shell while the shell glows
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
    /// The number of the launch in the show: the seed of everything that comes from it.
    pub(crate) seed: u32,
    /// Seconds to the burst.
    pub(crate) fuse: f32,
    /// Its trail; `None` if there was no room for one.
    pub(crate) trail: Option<EmitterHandle>,
}

/// A burst: the light of its stars and its smoke, while it lasts.
///
/// Sparks keep the handle of their shell for seconds after the shell is gone, while new shells take its slot. A
/// 1-byte handle has room for 2 bits of generation, which would wrap around in that time. 8 bits, in a handle of 2
/// bytes, do not.
#[derive(Pool, Debug)]
#[pool(capacity = 64, generation_bits = 8)]
pub(crate) struct Shell {
    pub(crate) centre: Vec2,
    pub(crate) age: f32,
    pub(crate) life: f32,
    pub(crate) colours: [Light; 2],
    /// The tails of its comets, which fade when the shell is gone. Usually there are fewer than this array has room
    /// for.
    pub(crate) tails: [Option<EmitterHandle>; 48],
}

/// A heavy star with a tail. Some of them burst once more.
#[derive(Pool, Debug)]
#[pool(capacity = 512)]
pub(crate) struct Comet {
    pub(crate) body: Body,
    pub(crate) shell: ShellHandle,
    pub(crate) seed: u32,
    /// The number of stars into which it bursts at the end of its life.
    pub(crate) payload: u32,
}

/// Leaves sparks behind the object that it follows.
#[derive(Pool, Debug)]
#[pool(capacity = 600)]
pub(crate) struct Emitter {
    pub(crate) leader: Leader,
    /// The shell whose colours its sparks have; `None` under a rocket.
    pub(crate) shell: Option<ShellHandle>,
    /// Sparks per step, and the fraction of a spark that is due.
    pub(crate) rate: f32,
    pub(crate) due: f32,
    /// The longest life of a spark, in seconds.
    pub(crate) life: f32,
    pub(crate) random: Random,
}

/// The object that an emitter follows.
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
    /// The shell whose colours it has; `None` for an ember, which has its own.
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
    /// Falling at once: a spark of a tail.
    Ember,
}

/// A moving body.
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
    /// The shell that lights it.
    pub(crate) shell: Option<ShellHandle>,
}

// Two pools of one type. Their handles do not mix, and the smoke of rockets cannot use up the slots for the smoke of
// bursts.
pool! {
    /// The smoke of a burst.
    pub(crate) BurstSmoke: [Puff; 400], guard = live;
    /// The smoke of a rocket, thin and dark.
    pub(crate) TrailSmoke: [Puff; 255], guard = live;
}
