//! Vectors of the plane and colours. The code uses only `+ - * /` and `sqrt`, which every machine rounds in the same
//! way, so the picture is the same everywhere, to the last byte.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A point or a velocity, in pixels of the picture; y goes down.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Vec2 {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Vec2 {
    pub(crate) const fn new(x: f32, y: f32) -> Self {
        Vec2 { x, y }
    }

    pub(crate) fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    /// The direction, of length 1, at this part of a whole turn.
    pub(crate) fn at_turn(turn: f32) -> Self {
        let direction = Vec2::new(wave(turn + 0.25), wave(turn));
        direction * (1.0 / direction.length())
    }
}

impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Vec2;

    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Vec2;

    fn mul(self, factor: f32) -> Vec2 {
        Vec2::new(self.x * factor, self.y * factor)
    }
}

/// A wave of period 1 from -1 to 1: two parabolas that approximate a sine.
pub(crate) fn wave(turn: f32) -> f32 {
    let phase = turn - turn.floor();
    let half = if phase < 0.5 { phase } else { phase - 0.5 };
    let arch = 16.0 * half * (0.5 - half);
    if phase < 0.5 { arch } else { -arch }
}

/// A smooth step: 0 at 0, 1 at 1, and level at both ends.
pub(crate) fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Light: red, green and blue, linear and without an upper limit.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Light(pub(crate) [f32; 3]);

impl Light {
    pub(crate) const BLACK: Light = Light::new(0.0, 0.0, 0.0);

    pub(crate) const fn new(red: f32, green: f32, blue: f32) -> Self {
        Light([red, green, blue])
    }

    /// Blends from `self` at 0 to `other` at 1.
    pub(crate) fn mix(self, other: Light, t: f32) -> Light {
        self * (1.0 - t) + other * t
    }

    pub(crate) fn zip(self, other: Light, f: impl Fn(f32, f32) -> f32) -> Light {
        let ([a, b, c], [d, e, g]) = (self.0, other.0);
        Light([f(a, d), f(b, e), f(c, g)])
    }
}

impl Add for Light {
    type Output = Light;

    fn add(self, other: Light) -> Light {
        self.zip(other, |a, b| a + b)
    }
}

impl AddAssign for Light {
    fn add_assign(&mut self, other: Light) {
        *self = *self + other;
    }
}

impl Mul<f32> for Light {
    type Output = Light;

    fn mul(self, factor: f32) -> Light {
        Light(self.0.map(|part| part * factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_length_one_and_go_round() {
        for i in 0..100 {
            let direction = Vec2::at_turn(i as f32 / 100.0);
            assert!((direction.length() - 1.0).abs() < 1e-5);
        }
        assert_eq!(Vec2::at_turn(0.0), Vec2::new(1.0, 0.0));
        assert_eq!(Vec2::at_turn(0.25), Vec2::new(0.0, 1.0));
        assert_eq!(Vec2::at_turn(1.25), Vec2::at_turn(0.25));
    }
}
