//! A level while it is played: slices in the memory of levels, which borrow nothing from the text of the scene.

use crate::statement::{Finish, Kind};
use crate::vector::{Bounds, Place, Vec3};

/// Materials and meshes that all levels share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Library<'a> {
    pub(crate) materials: &'a [Material<'a>],
    pub(crate) meshes: &'a [Mesh<'a>],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Material<'a> {
    pub(crate) name: &'a str,
    pub(crate) finish: Finish,
    pub(crate) colour: Vec3,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mesh<'a> {
    pub(crate) name: &'a str,
    pub(crate) parts: &'a [Part<'a>],
    pub(crate) bounds: Bounds,
}

/// Triangles of one material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) material: u16,
    pub(crate) finish: Finish,
    pub(crate) vertices: &'a [Vertex],
    /// Counter-clockwise, seen from outside.
    pub(crate) triangles: &'a [[u16; 3]],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) position: Vec3,
    pub(crate) normal: Vec3,
    pub(crate) colour: Vec3,
    /// The fraction of the sun's light that arrives there.
    pub(crate) sun: f32,
}

/// An object that is drawn, at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    pub(crate) parts: &'a [Part<'a>],
    pub(crate) place: Place,
    pub(crate) bounds: Bounds,
}

impl Item<'_> {
    pub(crate) const NOTHING: Self =
        Item { parts: &[], place: Place::still(Vec3::ZERO), bounds: Bounds::NOTHING };
}

impl<'a> Mesh<'a> {
    pub(crate) fn placed(&self, place: Place) -> Item<'a> {
        Item { parts: self.parts, place, bounds: place.bounds(self.bounds) }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Level<'a> {
    pub(crate) name: &'a str,
    pub(crate) frames: u16,
    pub(crate) air: Air,
    /// The objects that do not move.
    pub(crate) items: &'a [Item<'a>],
    pub(crate) routes: &'a [Route<'a>],
    pub(crate) lamps: &'a [Lamp],
    pub(crate) sources: &'a [Source],
    pub(crate) camera: &'a [[Vec3; 2]],
}

/// The light from far away, and the fog.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Air {
    pub(crate) zenith: Vec3,
    pub(crate) horizon: Vec3,
    /// A direction of length 1.
    pub(crate) sun: Vec3,
    pub(crate) sunlight: Vec3,
    /// The distance at which the fog hides half of an object.
    pub(crate) fog: f32,
}

/// The closed path of a rider.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route<'a> {
    pub(crate) mesh: Mesh<'a>,
    pub(crate) via: &'a [Vec3],
    /// Seconds for one round.
    pub(crate) seconds: f32,
    /// When it leaves.
    pub(crate) until: f32,
}

/// A light, in the world or on the rider of a route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lamp {
    pub(crate) route: Option<u16>,
    pub(crate) at: Vec3,
    pub(crate) colour: Vec3,
    pub(crate) reach: f32,
    pub(crate) flicker: f32,
}

/// A source of particles, as a [`Lamp`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) kind: Kind,
    pub(crate) route: Option<u16>,
    pub(crate) at: Vec3,
    /// Particles per second.
    pub(crate) rate: f32,
}
