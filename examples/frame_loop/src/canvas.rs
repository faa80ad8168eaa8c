//! The picture while it is drawn: the light and the depth of each pixel, and the colours that a screen shows.

use crate::vector::Vec3;

/// Bits of a coordinate for fractions of a pixel.
pub(crate) const SUBPIXELS: i32 = 16;

/// The largest width and height. Products of coordinates then fit in 32 bits.
pub(crate) const LONGEST: usize = 1_920;

pub(crate) struct Canvas {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) light: Vec<Vec3>,
    /// The inverse of the distance; 0 for a pixel that nothing was drawn to.
    pub(crate) depth: Vec<f32>,
    /// Red, green and blue, as a screen shows them.
    pub(crate) pixels: Vec<u8>,
}

impl Canvas {
    /// Allocates all the memory that it will need.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        assert!((1..=LONGEST).contains(&width) && (1..=LONGEST).contains(&height), "{width}x{height} pixels");
        let pixels = width * height;
        Canvas {
            width,
            height,
            light: vec![Vec3::ZERO; pixels],
            depth: vec![0.0; pixels],
            pixels: vec![0; 3 * pixels],
        }
    }

    pub(crate) fn aspect(&self) -> f32 {
        self.width as f32 / self.height as f32
    }

    /// Begins a picture.
    pub(crate) fn clear(&mut self) {
        self.depth.fill(0.0);
    }

    /// The light of each pixel that nothing was drawn to, by its place: -1 to 1 from left to right, and from the
    /// bottom up.
    pub(crate) fn background(&mut self, light: impl Fn(f32, f32) -> Vec3) {
        for row in 0..self.height {
            let y = 1.0 - (2 * row + 1) as f32 / self.height as f32;
            for column in 0..self.width {
                let index = row * self.width + column;
                if self.depth[index] == 0.0 {
                    let x = (2 * column + 1) as f32 / self.width as f32 - 1.0;
                    self.light[index] = light(x, y);
                }
            }
        }
    }

    /// Converts light into the colours of a screen.
    pub(crate) fn develop(&mut self) {
        for (index, (pixel, &light)) in self.pixels.chunks_exact_mut(3).zip(&self.light).enumerate() {
            let (row, column) = (index / self.width, index % self.width);
            // A pattern of thresholds, so that dark skies have no steps.
            let threshold = (f32::from(PATTERN[row % 4][column % 4]) + 0.5) / 16.0;
            let shown = [light.x, light.y, light.z].map(|part| (tone(part) * 255.0 + threshold) as u8);
            pixel.copy_from_slice(&shown);
        }
    }
}

/// The threshold pattern of Bayer.
const PATTERN: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// The curve of Narkowicz, which stays below 1 for any light. The square root approximates the gamma of screens.
fn tone(light: f32) -> f32 {
    let light = light.max(0.0);
    let bent = light * (2.51 * light + 0.03) / (light * (2.43 * light + 0.59) + 0.14);
    bent.clamp(0.0, 1.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_keeps_its_order_on_the_screen() {
        let mut canvas = Canvas::new(256, 4);
        canvas.background(|x, _| Vec3::new(1.0, 1.0, 1.0) * (2.0 * (x + 1.0)));
        canvas.develop();
        let column = |x: usize| (0..4).map(|y| usize::from(canvas.pixels[3 * (y * 256 + x)])).sum::<usize>();
        assert!((1..256).all(|x| column(x) + 3 >= column(x - 1)));
        assert!(column(0) < 200 && column(255) > 980, "{} {}", column(0), column(255));
    }
}
