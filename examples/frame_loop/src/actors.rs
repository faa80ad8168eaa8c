//! What lives in the pools, and who holds whose handle.
//!
//! ```text
//!   Light   --rider--> Rider      lights and emitters whose rider has left go too: its handle is stale
//!   Emitter --rider-->   ^
//!      |                 |
//!      +-- makes --> Particle     hundreds; they hold no handles, and outlive what made them
//! ```

use crate::draw::Point;
use crate::level::{Lamp, Source};
use crate::statement::Kind;
use crate::vector::{Place, Vec3};
use stackpool::Pool;
use stackpool::region::FrameId;

/// Something that goes its way.
#[derive(Pool, Debug)]
#[pool(capacity = 16)]
pub(crate) struct Rider {
    /// The number of its route in the level.
    pub(crate) route: u16,
    pub(crate) place: Place,
}

/// A light of the scene, where and how bright it is now.
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
    /// The part of the next particle that is due.
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
    /// Where it was on the last picture: found in the frame after that one, and no longer.
    pub(crate) seen: Option<FrameId<Point>>,
}
