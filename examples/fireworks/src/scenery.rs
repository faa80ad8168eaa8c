//! The scenery: the night sky with its stars, and a town in front of it.

use crate::canvas::Canvas;
use crate::random::Random;
use crate::vector::{Light, Vec2};

/// The sky and the town, down to the water.
pub(crate) struct Scenery {
    pub(crate) light: Canvas,
    /// For each pixel, how much of the light behind it is visible: 1 in the sky, little in front of a house.
    pub(crate) clear: Vec<f32>,
}

const ZENITH: Light = Light::new(0.0030, 0.0050, 0.0250);
const HORIZON: Light = Light::new(0.0240, 0.0220, 0.0850);
const WALL: Light = Light::new(0.0035, 0.0042, 0.0170);
const WINDOWS: [Light; 3] =
    [Light::new(0.32, 0.16, 0.04), Light::new(0.24, 0.15, 0.06), Light::new(0.10, 0.13, 0.19)];

/// How much glare of the fireworks lies over the houses.
const GLARE: f32 = 0.12;

impl Scenery {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let mut scenery = Scenery { light: Canvas::new(width, height), clear: vec![1.0; width * height] };
        let mut random = Random::new(20);
        scenery.sky();
        scenery.stars(&mut random);
        scenery.town(&mut random);
        scenery
    }

    fn sky(&mut self) {
        let (width, height) = (self.light.width, self.light.height);
        for (i, pixel) in self.light.pixels.iter_mut().enumerate() {
            let depth = (i / width) as f32 / height as f32;
            *pixel = ZENITH.mix(HORIZON, depth * depth);
        }
    }

    fn stars(&mut self, random: &mut Random) {
        let (width, height) = (self.light.width as f32, self.light.height as f32);
        for _ in 0..150 {
            let at = Vec2::new(random.unit() * width, random.unit() * 0.8 * height);
            let rarity = random.unit();
            let tint = Light::new(0.8, 0.9, 1.0).mix(Light::new(1.0, 0.85, 0.7), random.unit());
            self.light.point(at, tint * (0.02 + 0.3 * rarity * rarity * rarity * rarity));
        }
    }

    fn town(&mut self, random: &mut Random) {
        let mut left = 0;
        while left < self.light.width {
            let width = 9 + random.below(18) as usize;
            // Houses are low in the middle, where the rockets rise, and higher at the sides.
            let middle = (left + width / 2) as f32 / self.light.width as f32 - 0.5;
            let rise = 6.0 + 90.0 * middle * middle + random.unit() * random.unit() * 26.0;
            self.house(left, width, rise as usize, random);
            left += width + random.below(3) as usize;
        }
    }

    fn house(&mut self, left: usize, width: usize, rise: usize, random: &mut Random) {
        let (columns, rows) = (self.light.width, self.light.height);
        let top = rows - rise.min(rows);
        let right = (left + width).min(columns);
        for row in top..rows {
            for column in left..right {
                self.light.pixels[row * columns + column] = WALL;
                self.clear[row * columns + column] = GLARE;
            }
        }
        for row in (top + 3..rows.saturating_sub(2)).step_by(4) {
            for column in (left + 2..right.saturating_sub(2)).step_by(3) {
                if random.below(100) < 24 {
                    let light = WINDOWS[random.below(3) as usize] * random.between(0.5, 1.0);
                    self.light.pixels[row * columns + column] = light;
                    self.light.pixels[(row + 1) * columns + column] = light * 0.8;
                }
            }
        }
    }
}
