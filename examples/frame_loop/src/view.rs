//! The camera: its place, what it sees, and where that is on the picture.

use crate::level::Level;
use crate::vector::{Bounds, Vec3, through};

/// Nothing nearer to the eye than this is seen.
pub(crate) const NEAR: f32 = 0.2;

/// Half of the picture's height at a distance of 1.
const HALF_HEIGHT: f32 = 0.52;

/// An upright camera.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) eye: Vec3,
    pub(crate) right: Vec3,
    pub(crate) up: Vec3,
    pub(crate) forward: Vec3,
    /// Half of the picture's width and height at a distance of 1.
    pub(crate) half: [f32; 2],
}

/// A point as the camera sees it. It is on the picture if `x` and `y` are between `-w` and `w`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Seen {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The distance along the view.
    pub(crate) w: f32,
}

impl View {
    /// A camera at `eye` that looks at `look`. `aspect` is the width of the picture divided by its height.
    pub(crate) fn new(eye: Vec3, look: Vec3, aspect: f32) -> Self {
        let forward = (look - eye).unit();
        let right = forward.cross(Vec3::UP).unit();
        View { eye, right, up: right.cross(forward), forward, half: [HALF_HEIGHT * aspect, HALF_HEIGHT] }
    }

    /// The camera of a level. It is at the first of its places in the first frame, and at the last place in the last
    /// frame.
    pub(crate) fn of(level: &Level<'_>, frame: u16, aspect: f32) -> Self {
        let last = level.camera.len() - 1;
        let along = f32::from(frame) / f32::from((level.frames - 1).max(1)) * last as f32;
        let stop = (along.floor() as usize).min(last - 1);
        let part = along - stop as f32;
        let stops = [stop.saturating_sub(1), stop, stop + 1, (stop + 2).min(last)];
        let [eye, look] = [0, 1].map(|which| through(stops.map(|stop| level.camera[stop][which]), part));
        View::new(eye, look, aspect)
    }

    pub(crate) fn see(&self, point: Vec3) -> Seen {
        let away = point - self.eye;
        Seen {
            x: away.dot(self.right) / self.half[0],
            y: away.dot(self.up) / self.half[1],
            w: away.dot(self.forward),
        }
    }

    /// Whether a box may be on the picture. It is not if all of it is beyond one side of the view.
    pub(crate) fn sees(&self, bounds: Bounds) -> bool {
        let away = bounds.centre - self.eye;
        let reach = |side: Vec3| bounds.half.dot(side.zip(Vec3::ZERO, |part, _| part.abs()));
        // Rounding must not lose a box that touches a side.
        const SLACK: f32 = 1e-3;
        let is_near = away.dot(self.forward) + reach(self.forward) >= NEAR - SLACK;
        is_near && self.sides().iter().all(|&side| away.dot(side) + reach(side) >= -SLACK)
    }

    /// Directions into the view from its left, right, lower and upper side.
    fn sides(&self) -> [Vec3; 4] {
        let [across, along] = [self.right * (1.0 / self.half[0]), self.up * (1.0 / self.half[1])];
        [self.forward + across, self.forward - across, self.forward + along, self.forward - along]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Whether all corners are beyond one side.
    fn is_beyond_a_side(view: &View, bounds: Bounds) -> bool {
        let corners = (0..8).map(|corner| {
            let sign = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
            view.see(bounds.centre + bounds.half.times(Vec3::new(sign(0), sign(1), sign(2))))
        });
        let sides: [fn(Seen) -> f32; 5] =
            [|p| p.w - NEAR, |p| p.w + p.x, |p| p.w - p.x, |p| p.w + p.y, |p| p.w - p.y];
        sides.iter().any(|side| corners.clone().all(|corner| side(corner) < -0.002))
    }

    #[test]
    fn culling_agrees_with_all_corners_of_a_box() {
        let mut random = Random::new(5);
        let mut seen = 0;
        for _ in 0..20_000 {
            let view = View::new(random.in_cube() * 5.0, random.in_cube() * 5.0, 16.0 / 9.0);
            let half = (random.in_cube() + Vec3::new(1.0, 1.0, 1.0)) * 2.0;
            let bounds = Bounds { centre: random.in_cube() * 20.0, half };
            let is_seen = view.sees(bounds);
            seen += usize::from(is_seen);
            // In between the two tolerances, both answers are right.
            let wider = Bounds { half: half + Vec3::new(0.01, 0.01, 0.01), ..bounds };
            assert!(
                is_seen || is_beyond_a_side(&view, Bounds { half: half * 0.99, ..bounds }),
                "{bounds:?} {view:?}"
            );
            assert!(!is_seen || !is_beyond_a_side(&view, wider), "{bounds:?} {view:?}");
        }
        assert!((2_000..18_000).contains(&seen), "{seen}");
    }

    #[test]
    fn what_is_ahead_is_in_the_middle() {
        let view = View::new(Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 2.0, -1.0), 2.0);
        let Seen { x, y, w } = view.see(Vec3::new(7.0, 2.0, -5.0));
        assert!(x.abs() < 1e-5 && y.abs() < 1e-5 && (w - 10.0).abs() < 1e-4);
        assert!(view.see(Vec3::new(7.0, 3.0, -5.0)).y > 0.0);
        assert!(view.see(Vec3::new(8.0, 2.0, -4.0)).x > 0.0);
    }
}
