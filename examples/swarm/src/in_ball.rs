//! Random points.

use example_support::Random;
use glam::Vec3;

pub(crate) trait InBall {
    /// A point in the ball of radius 1.
    fn in_ball(&mut self) -> Vec3;
}

impl InBall for Random {
    fn in_ball(&mut self) -> Vec3 {
        loop {
            let point = Vec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - Vec3::ONE;
            if point.length_squared() <= 1.0 {
                return point;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_in_the_ball() {
        let mut random = Random::new(7);
        assert!((0..10_000).all(|_| random.in_ball().length() <= 1.0));
    }
}
