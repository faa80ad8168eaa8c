//! Vectors and turns with only `+`, `-`, `*`, `/` and `sqrt`, which every machine rounds in the same way; sines are
//! not.

use std::ops::{Add, Mul, Neg, Sub};

/// A place or a direction, `y` up; or linear light, red, green and blue.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Vec3 {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) z: f32,
}

impl Vec3 {
    pub(crate) const ZERO: Vec3 = Vec3::new(0.0, 0.0, 0.0);
    pub(crate) const UP: Vec3 = Vec3::new(0.0, 1.0, 0.0);

    pub(crate) const fn new(x: f32, y: f32, z: f32) -> Self {
        Vec3 { x, y, z }
    }

    pub(crate) fn dot(self, other: Vec3) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub(crate) fn cross(self, other: Vec3) -> Vec3 {
        Vec3::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    pub(crate) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The direction. For a vector of length 0, that is up.
    pub(crate) fn unit(self) -> Vec3 {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { Vec3::UP }
    }

    pub(crate) fn zip(self, other: Vec3, part: impl Fn(f32, f32) -> f32) -> Vec3 {
        Vec3::new(part(self.x, other.x), part(self.y, other.y), part(self.z, other.z))
    }

    /// The light that a surface of this colour reflects.
    pub(crate) fn times(self, other: Vec3) -> Vec3 {
        self.zip(other, |a, b| a * b)
    }

    pub(crate) fn low(self, other: Vec3) -> Vec3 {
        self.zip(other, f32::min)
    }

    pub(crate) fn high(self, other: Vec3) -> Vec3 {
        self.zip(other, f32::max)
    }

    pub(crate) fn mix(self, other: Vec3, part: f32) -> Vec3 {
        self + (other - self) * part
    }
}

impl Add for Vec3 {
    type Output = Vec3;

    fn add(self, other: Vec3) -> Vec3 {
        self.zip(other, |a, b| a + b)
    }
}

impl Sub for Vec3 {
    type Output = Vec3;

    fn sub(self, other: Vec3) -> Vec3 {
        self.zip(other, |a, b| a - b)
    }
}

impl Neg for Vec3 {
    type Output = Vec3;

    fn neg(self) -> Vec3 {
        Vec3::ZERO - self
    }
}

impl Mul<f32> for Vec3 {
    type Output = Vec3;

    fn mul(self, factor: f32) -> Vec3 {
        Vec3::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// A wave between -1 and 1 with period 1: parabolas that approximate a sine.
pub(crate) fn wave(t: f32) -> f32 {
    let t = t - t.floor();
    if t < 0.5 { 16.0 * t * (0.5 - t) } else { -16.0 * (t - 0.5) * (1.0 - t) }
}

/// The place and the orientation of a body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Place {
    pub(crate) at: Vec3,
    cos: f32,
    sin: f32,
}

impl Place {
    /// Turned by about this part of a whole turn.
    pub(crate) fn turned(at: Vec3, turn: f32) -> Self {
        Place::facing(at, wave(turn + 0.25), wave(turn))
    }

    /// Turned so that the direction `x` becomes (`x`, `z`).
    pub(crate) fn facing(at: Vec3, x: f32, z: f32) -> Self {
        let length = (x * x + z * z).sqrt();
        if length > 0.0 { Place { at, cos: x / length, sin: z / length } } else { Place::still(at) }
    }

    pub(crate) const fn still(at: Vec3) -> Self {
        Place { at, cos: 1.0, sin: 0.0 }
    }

    /// Converts a direction of the body into world coordinates.
    pub(crate) fn direction(&self, of: Vec3) -> Vec3 {
        Vec3::new(self.cos * of.x - self.sin * of.z, of.y, self.sin * of.x + self.cos * of.z)
    }

    /// Converts a direction in world coordinates into one of the body.
    pub(crate) fn direction_back(&self, of: Vec3) -> Vec3 {
        Vec3::new(self.cos * of.x + self.sin * of.z, of.y, self.cos * of.z - self.sin * of.x)
    }

    /// Converts a point of the body into world coordinates.
    pub(crate) fn point(&self, of: Vec3) -> Vec3 {
        self.at + self.direction(of)
    }

    /// The box around a turned box.
    pub(crate) fn bounds(&self, of: Bounds) -> Bounds {
        let half = of.half;
        let (cos, sin) = (self.cos.abs(), self.sin.abs());
        let half = Vec3::new(cos * half.x + sin * half.z, half.y, sin * half.x + cos * half.z);
        Bounds { centre: self.point(of.centre), half }
    }
}

/// A box along the axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub(crate) centre: Vec3,
    pub(crate) half: Vec3,
}

impl Bounds {
    pub(crate) const NOTHING: Bounds = Bounds { centre: Vec3::ZERO, half: Vec3::ZERO };

    /// The box around points. Without points, it is a single point.
    pub(crate) fn around(points: impl Iterator<Item = Vec3>) -> Self {
        let ends = points.fold(None, |ends: Option<(Vec3, Vec3)>, point| {
            Some(ends.map_or((point, point), |(low, high)| (low.low(point), high.high(point))))
        });
        let (low, high) = ends.unwrap_or_default();
        Bounds { centre: (low + high) * 0.5, half: (high - low) * 0.5 }
    }

    /// Whether the box is hit by a ray of any length.
    pub(crate) fn is_met(&self, from: Vec3, along: Vec3) -> bool {
        let (mut enter, mut leave) = (0.0_f32, f32::MAX);
        let from = from - self.centre;
        for (from, along, half) in
            [(from.x, along.x, self.half.x), (from.y, along.y, self.half.y), (from.z, along.z, self.half.z)]
        {
            if along.abs() < 1e-6 {
                if from.abs() > half {
                    return false;
                }
                continue;
            }
            let (a, b) = ((-half - from) / along, (half - from) / along);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter < leave
    }
}

/// A smooth curve through four points, from the second (`t` = 0) to the third (`t` = 1): a Catmull-Rom spline.
pub(crate) fn through(points: [Vec3; 4], t: f32) -> Vec3 {
    let [a, b, c, d] = points;
    let (t2, t3) = (t * t, t * t * t);
    (b * 2.0 + (c - a) * t + (a * 2.0 - b * 5.0 + c * 4.0 - d) * t2 + (b * 3.0 - a - c * 3.0 + d) * t3) * 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vec3, b: Vec3) -> bool {
        (a - b).length() < 1e-3
    }

    #[test]
    fn a_turn_turns_and_turns_back() {
        for step in 0..32 {
            let turn = step as f32 / 32.0;
            let place = Place::turned(Vec3::new(1.0, 2.0, 3.0), turn);
            let along = Vec3::new(0.3, 0.5, -2.0);
            assert!((place.direction(along).length() - along.length()).abs() < 1e-4, "{turn}");
            assert!(near(place.direction_back(place.direction(along)), along), "{turn}");
        }
        assert!(near(
            Place::turned(Vec3::ZERO, 0.25).direction(Vec3::new(1.0, 0.0, 0.0)),
            Vec3::new(0.0, 0.0, 1.0)
        ));
    }

    #[test]
    fn the_box_around_a_turned_box_holds_its_corners() {
        let bounds = Bounds { centre: Vec3::new(1.0, 0.0, 0.0), half: Vec3::new(2.0, 1.0, 0.5) };
        let place = Place::turned(Vec3::new(5.0, 5.0, 5.0), 0.1);
        let around = place.bounds(bounds);
        for corner in 0..8 {
            let sign = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let corner = bounds.centre + bounds.half.times(Vec3::new(sign(0), sign(1), sign(2)));
            let away = place.point(corner) - around.centre;
            for (away, half) in [(away.x, around.half.x), (away.y, around.half.y), (away.z, around.half.z)] {
                assert!(away.abs() <= half + 1e-4, "{away} of {half}");
            }
        }
    }

    #[test]
    fn rays_meet_boxes_before_them_alone() {
        let bounds = Bounds { centre: Vec3::new(5.0, 0.0, 0.0), half: Vec3::new(1.0, 1.0, 1.0) };
        assert!(bounds.is_met(Vec3::ZERO, Vec3::new(1.0, 0.1, 0.0)));
        assert!(!bounds.is_met(Vec3::ZERO, Vec3::new(-1.0, 0.0, 0.0)));
        assert!(!bounds.is_met(Vec3::ZERO, Vec3::new(1.0, 0.4, 0.0)));
    }

    #[test]
    fn a_way_goes_through_its_points() {
        let points = [0.0, 1.0, 4.0, 9.0].map(|x| Vec3::new(x, -x, 1.0));
        assert!(near(through(points, 0.0), points[1]) && near(through(points, 1.0), points[2]));
    }
}
