//! The objects of the pools, and which object holds whose handle.
//!
//! ```text
//!   Light   --rider--> Rider      if a rider has left, its handle is stale, and its lights and emitters go too
//!   Emitter --rider-->   ^
//!      |                 |
//!      +-- makes --> Particle     hundreds; they hold no handles, and outlive their emitter
//! ```

use crate::draw::Point;
use crate::level::{Lamp, Source};
use crate::statement::Kind;
use crate::vector::{Place, Vec3};
use stackpool::Pool;
use stackpool::region::FrameId;

/// An object that moves along a route.
#[derive(Pool, Debug)]
#[pool(capacity = 16)]
pub(crate) struct Rider {
    /// The number of its route in the level.
    pub(crate) route: u16,
    pub(crate) place: Place,
}

/// A light of the scene: where it is and how bright it is now.
#[derive(Pool, Debug)]
#[pool(capacity = 48)]
pub(crate) struct Light {
    pub(crate) rider: Option<RiderHandle>,
    pub(crate) lamp: Lamp,
    pub(crate) at: Vec3,
    pub(crate) colour: Vec3,
}

/// Makes particles.
#[derive(Pool, Debug)]
#[pool(capacity = 48)]
pub(crate) struct Emitter {
    pub(crate) rider: Option<RiderHandle>,
    pub(crate) source: Source,
    pub(crate) at: Vec3,
    /// The fraction of the next particle that is due.
    pub(crate) due: f32,
}

/// A puff, a flame or a spark.
#[derive(Pool, Debug)]
#[pool(capacity = 2_000)]
pub(crate) struct Particle {
    pub(crate) kind: Kind,
    pub(crate) at: Vec3,
    pub(crate) velocity: Vec3,
    /// Seconds.
    pub(crate) age: f32,
    pub(crate) life: f32,
    /// Its place on the last picture. The id is found in the frame after that picture, and no longer.
    pub(crate) seen: Option<FrameId<Point>>,
}
