//! How much light of the sky the swarm lets through, pixel by pixel.

use crate::storage::Storage;
use crate::world::World;
use glam::Vec3;

pub(crate) const WIDTH: usize = 400;
pub(crate) const HEIGHT: usize = 225;

/// The row of the horizon, at the height of the viewer's eyes.
pub(crate) const HORIZON: usize = 186;

/// How far the viewer is from the middle of the swarm, and the pixels of a unit there.
const DISTANCE: f32 = 88.0;
const SCALE: f32 = 2.9;

/// What a boid in the middle of the swarm takes away in total, in pixels whose light it halves.
const BOID: f32 = 0.1;

/// The same for a falcon.
const FALCON: f32 = 9.0;

/// Darkness is counted in parts of this size, as an integer: so a sum is the same in every order.
const UNIT: f32 = 4_096.0;

/// Adds the darkness of each pixel above the horizon, `part` of it.
pub(crate) fn expose<S: Storage>(world: &World<S>, part: f32, frame: &mut [f32]) {
    let mut shade = Shade { sums: vec![0; WIDTH * HORIZON] };
    world.boids.draw(|position, span| shade.point(position, BOID * span * span));
    for falcon in &world.falcons {
        for part in -4..=4 {
            let along = falcon.velocity.normalize_or_zero() * (0.22 * part as f32);
            let weight = (5 - i32::abs(part)) as f32 / 25.0;
            shade.point(falcon.position + along, FALCON * weight);
        }
    }
    for (into, darkness) in frame.iter_mut().zip(shade.soft()) {
        *into += darkness * part;
    }
}

struct Shade {
    sums: Vec<u32>,
}

impl Shade {
    /// Darkens the four pixels around a point. What is nearer is larger.
    fn point(&mut self, at: Vec3, darkness: f32) {
        let nearness = DISTANCE / (DISTANCE + at.z).max(1.0);
        let x = WIDTH as f32 / 2.0 + at.x * SCALE * nearness - 0.5;
        let y = HORIZON as f32 - at.y * SCALE * nearness - 0.5;
        let (left, top) = (x.floor(), y.floor());
        let (x, y) = (x - left, y - top);
        let darkness = darkness * nearness * nearness * UNIT;
        let (left, top) = (left as i32, top as i32);
        self.add(left, top, darkness * (1.0 - x) * (1.0 - y));
        self.add(left + 1, top, darkness * x * (1.0 - y));
        self.add(left, top + 1, darkness * (1.0 - x) * y);
        self.add(left + 1, top + 1, darkness * x * y);
    }

    /// The darkness of each pixel, mixed with that of the pixels around it: a picture of 200,000 grains would
    /// be noise.
    fn soft(&self) -> impl Iterator<Item = f32> {
        let sum = |column: usize, row: usize| self.sums[row * WIDTH + column];
        (0..WIDTH * HORIZON).map(move |pixel| {
            let (column, row) = (pixel % WIDTH, pixel / WIDTH);
            let (left, right) = (column.saturating_sub(1), (column + 1).min(WIDTH - 1));
            let (above, below) = (row.saturating_sub(1), (row + 1).min(HORIZON - 1));
            let line = |row| sum(left, row) + 4 * sum(column, row) + sum(right, row);
            (line(above) + 4 * line(row) + line(below)) as f32 * (1.0 / (36.0 * UNIT))
        })
    }

    fn add(&mut self, column: i32, row: i32, darkness: f32) {
        if (0..WIDTH as i32).contains(&column) && (0..HORIZON as i32).contains(&row) {
            self.sums[row as usize * WIDTH + column as usize] += darkness as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(points: &[Vec3]) -> f32 {
        let mut shade = Shade { sums: vec![0; WIDTH * HORIZON] };
        points.iter().for_each(|&at| shade.point(at, 1.0));
        shade.soft().sum()
    }

    #[test]
    fn a_boid_takes_away_the_same_light_wherever_it_is() {
        for at in [Vec3::new(0.0, 20.0, 0.0), Vec3::new(-31.7, 35.1, 0.0), Vec3::new(12.3, 9.8, 0.0)] {
            assert!((total(&[at]) - 1.0).abs() < 0.01, "{at}");
        }
        // What is nearer is larger: twice as near, four times as much.
        let near = Vec3::new(0.0, 10.0, -DISTANCE / 2.0);
        assert!((total(&[near]) - 4.0).abs() < 0.01);
    }

    #[test]
    fn what_is_outside_is_not_drawn() {
        let outside = [Vec3::Y * -9.0, Vec3::Y * 200.0, Vec3::X * -90.0, Vec3::new(90.0, 20.0, 0.0)];
        assert_eq!(total(&outside), 0.0);
    }
}
