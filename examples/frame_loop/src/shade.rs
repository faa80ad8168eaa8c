//! The light that comes from a corner of a triangle to the eye.

use crate::level::{Air, Vertex};
use crate::statement::Finish;
use crate::terrain::ripple;
use crate::vector::Vec3;

/// All sources of light in one frame.
#[derive(Clone, Copy)]
pub(crate) struct Lighting<'f> {
    pub(crate) air: Air,
    pub(crate) glares: &'f [Glare],
    pub(crate) eye: Vec3,
    /// Seconds, for the waves of the water.
    pub(crate) seconds: f32,
}

/// A nearby light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glare {
    pub(crate) at: Vec3,
    pub(crate) colour: Vec3,
    pub(crate) reach: f32,
}

impl Air {
    /// The sky in a direction of length 1 whose upward part is this.
    pub(crate) fn sky(&self, up: f32) -> Vec3 {
        self.horizon.mix(self.zenith, up.clamp(0.0, 1.0).sqrt())
    }

    /// The sky and the sun in it.
    pub(crate) fn light_from(&self, direction: Vec3) -> Vec3 {
        let towards = direction.dot(self.sun);
        let disc = ((towards - 0.9992) * 5_000.0).clamp(0.0, 1.0);
        let halo = power(towards.max(0.0), 6) * 0.25 + power(towards.max(0.0), 9) * 0.4;
        self.sky(direction.y) + self.sunlight * (disc * 3.0 + halo)
    }
}

impl Lighting<'_> {
    /// The light from a corner. Its place and its normal are in world coordinates.
    pub(crate) fn shade(&self, finish: Finish, corner: &Vertex) -> Vec3 {
        let light = match finish {
            Finish::Matte => corner.colour.times(self.falling_on(corner)),
            Finish::Glow => corner.colour,
            Finish::Water => self.water(corner),
        };
        let distance = corner.position - self.eye;
        let distance = distance.dot(distance);
        light.mix(self.air.horizon, distance / (distance + self.air.fog * self.air.fog))
    }

    fn falling_on(&self, corner: &Vertex) -> Vec3 {
        let Vertex { position, normal, sun, .. } = *corner;
        // Light from the whole sky, and light that the ground reflects.
        let sky = self.air.horizon.mix(self.air.zenith, 0.5 + 0.5 * normal.y) * (0.7 + 0.3 * normal.y);
        let sunlight = self.air.sunlight * (sun * normal.dot(self.air.sun).max(0.0));
        self.glares.iter().fold(sky + sunlight, |light, glare| match glare.falling_from(position) {
            // Lights have a size, so a surface that turns away slightly is not dark.
            Some((direction, colour)) => light + colour * (0.8 * normal.dot(direction) + 0.2).max(0.0),
            None => light,
        })
    }

    fn water(&self, corner: &Vertex) -> Vec3 {
        let normal = ripple(corner.position, self.seconds);
        let view = (corner.position - self.eye).unit();
        let upright = -view.dot(normal);
        let mirrored = view + normal * (2.0 * upright);
        // A surface that is seen from the side reflects more.
        let part = 0.04 + 0.96 * power5(1.0 - upright.clamp(0.0, 1.0));
        let glint = power(mirrored.dot(self.air.sun).max(0.0), 6) * 1.6;
        let sky = self.air.sky(mirrored.y) + self.air.sunlight * glint;
        let light = corner.colour.times(self.falling_on(corner)).mix(sky, part);
        self.glares.iter().fold(light, |light, glare| match glare.falling_from(corner.position) {
            Some((direction, colour)) => light + colour * (power(mirrored.dot(direction).max(0.0), 4) * 0.6),
            None => light,
        })
    }
}

impl Glare {
    /// The direction of the light from a place, and how much of it arrives there; none beyond its reach.
    fn falling_from(&self, place: Vec3) -> Option<(Vec3, Vec3)> {
        let away = self.at - place;
        let part = away.dot(away) / (self.reach * self.reach);
        if part >= 1.0 {
            return None;
        }
        let fading = (1.0 - part) * (1.0 - part);
        Some((away.unit(), self.colour * fading))
    }
}

/// Raises to the power of 2, `doublings` times.
fn power(base: f32, doublings: u32) -> f32 {
    (0..doublings).fold(base, |power, _| power * power)
}

fn power5(base: f32) -> f32 {
    base * base * (base * base) * base
}
