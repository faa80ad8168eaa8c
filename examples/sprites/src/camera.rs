//! Where the viewer is, and where on the screen a place is.

use crate::sprite::Instance;
use example_support::wave;

pub(crate) const WIDTH: usize = 400;
pub(crate) const HEIGHT: usize = 225;

/// The row of the horizon, at the height of the viewer's eyes.
pub(crate) const HORIZON: usize = 158;

/// The height of the viewer's eyes above the water, in metres.
const EYES: f32 = 2.6;

/// The pixels of a metre in a distance of one metre.
const SCALE: f32 = 275.0;

/// How far the viewer goes to the left and to the right, in metres.
const SWAY: f32 = 0.7;

/// What is the same for all sprites of a frame.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Camera {
    x: f32,
    /// The part of the period that is over: it moves the ripples.
    pub(crate) turn: f32,
}

/// A sprite on the screen, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Placed {
    pub(crate) middle: [f32; 2],
    /// Half of its width and of its height.
    pub(crate) half: [f32; 2],
    /// The part of its light that comes through the air.
    pub(crate) clear: f32,
}

impl Camera {
    pub(crate) fn at(turn: f32) -> Self {
        Camera { x: SWAY * wave(turn), turn }
    }

    /// Where a sprite is on the screen; `None` if it is outside.
    pub(crate) fn place(&self, instance: &Instance) -> Option<Placed> {
        let [x, y, z] = instance.place;
        let scale = SCALE / z;
        let middle = [WIDTH as f32 / 2.0 + (x - self.x) * scale, HORIZON as f32 - (y - EYES) * scale];
        let half = instance.size.map(|size| size * scale);
        let reaches = |axis: usize, size: usize| {
            let far = half[axis] + 1.0;
            middle[axis] + far > 0.0 && middle[axis] - far < size as f32
        };
        let clear = 1.0 / (1.0 + z / 420.0);
        (reaches(0, WIDTH) && reaches(1, HEIGHT)).then_some(Placed { middle, half, clear })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprite::Sprite;

    #[test]
    fn what_is_far_away_is_small_and_near_the_horizon() {
        let camera = Camera::at(0.0);
        let place = |at| camera.place(&Sprite::at(at, 0).instance);
        let (near, far) = (place([0.0, 3.0, 10.0]).unwrap(), place([0.0, 3.0, 300.0]).unwrap());
        assert_eq!(near.half, far.half.map(|half| half * 30.0));
        assert!((far.middle[1] - HORIZON as f32).abs() < (near.middle[1] - HORIZON as f32).abs());
        assert!(far.clear < near.clear);
        assert_eq!(place([30.0, 3.0, 10.0]), None);
        assert_eq!(place([0.0, 30.0, 10.0]), None);
    }

    #[test]
    fn what_is_near_moves_more_when_the_viewer_moves() {
        let moved = |z| {
            let [a, b] =
                [0.0, 0.25].map(|turn| Camera::at(turn).place(&Sprite::at([0.0, 3.0, z], 0).instance));
            a.unwrap().middle[0] - b.unwrap().middle[0]
        };
        assert!(moved(10.0) > 10.0 * moved(200.0) && moved(200.0) > 0.0);
    }
}
