//! Light, pixel by pixel: points and soft discs add light, and bright light spreads.

use crate::vector::{Light, Vec2};

/// Pixels of light, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<Light>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Canvas { width, height, pixels: vec![Light::BLACK; width * height] }
    }

    /// Dims everything. Light that is too dark to see becomes black.
    pub(crate) fn fade(&mut self, factor: f32) {
        for pixel in &mut self.pixels {
            let faded = *pixel * factor;
            let [red, green, blue] = faded.0;
            *pixel = if red + green + blue < 0.002 { Light::BLACK } else { faded };
        }
    }

    /// Adds `light` to the four pixels around a point.
    pub(crate) fn point(&mut self, at: Vec2, light: Light) {
        let (left, top) = ((at.x - 0.5).floor(), (at.y - 0.5).floor());
        let (x, y) = (at.x - 0.5 - left, at.y - 0.5 - top);
        let (left, top) = (left as i32, top as i32);
        self.add(left, top, light * ((1.0 - x) * (1.0 - y)));
        self.add(left + 1, top, light * (x * (1.0 - y)));
        self.add(left, top + 1, light * ((1.0 - x) * y));
        self.add(left + 1, top + 1, light * (x * y));
    }

    /// A point that moves while the shutter is open: its light is spread over its path.
    pub(crate) fn streak(&mut self, from: Vec2, to: Vec2, light: Light) {
        let way = to - from;
        let points = way.length().clamp(1.0, 40.0).ceil();
        let part = light * (1.0 / points);
        for i in 0..points as u32 {
            self.point(from + way * ((i as f32 + 0.5) / points), part);
        }
    }

    /// A disc that fades to nothing at its edge.
    pub(crate) fn disc(&mut self, centre: Vec2, radius: f32, light: Light) {
        let first = (centre.y - radius).floor().max(0.0) as i32;
        let last = (centre.y + radius).ceil().min(self.height as f32) as i32;
        for row in first..last {
            for column in (centre.x - radius).floor() as i32..(centre.x + radius).ceil() as i32 {
                let away = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) - centre;
                let left = 1.0 - away.dot(away) / (radius * radius);
                if left > 0.0 {
                    self.add(column, row, light * (left * left));
                }
            }
        }
    }

    fn add(&mut self, column: i32, row: i32, light: Light) {
        if (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row) {
            self.pixels[row as usize * self.width + column as usize] += light;
        }
    }

    /// The light between pixels. Beyond the edges, that is the light of the nearest pixel.
    pub(crate) fn sample(&self, at: Vec2) -> Light {
        let x = (at.x - 0.5).clamp(0.0, (self.width - 1) as f32);
        let y = (at.y - 0.5).clamp(0.0, (self.height - 1) as f32);
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(self.width - 1), (top + 1).min(self.height - 1));
        let (x, y) = (x - left as f32, y - top as f32);
        let pixel = |column: usize, row: usize| self.pixels[row * self.width + column];
        pixel(left, top).mix(pixel(right, top), x).mix(pixel(left, bottom).mix(pixel(right, bottom), x), y)
    }

    /// A copy with a quarter of the width and height. Each pixel is the mean of sixteen.
    pub(crate) fn quarter(&self) -> Canvas {
        let mut small = Canvas::new(self.width.div_ceil(4), self.height.div_ceil(4));
        for (i, pixel) in self.pixels.iter().enumerate() {
            let (column, row) = (i % self.width, i / self.width);
            small.pixels[row / 4 * small.width + column / 4] += *pixel * (1.0 / 16.0);
        }
        small
    }

    /// Spreads all light over about `radius` pixels: three box blurs, which come close to a bell curve.
    pub(crate) fn blur(&mut self, radius: usize) {
        let mut line = Vec::new();
        for _ in 0..3 {
            for row in 0..self.height {
                blur_line(&mut self.pixels[row * self.width..][..self.width], 1, radius, &mut line);
            }
            for column in 0..self.width {
                blur_line(&mut self.pixels[column..], self.width, radius, &mut line);
            }
        }
    }
}

/// Replaces every `stride`-th pixel by the mean of the pixels up to `radius` away. Beyond the ends it is dark.
fn blur_line(pixels: &mut [Light], stride: usize, radius: usize, line: &mut Vec<Light>) {
    line.clear();
    line.extend(pixels.iter().step_by(stride));
    let weight = 1.0 / (2 * radius + 1) as f32;
    let at = |i: usize| line.get(i).copied().unwrap_or(Light::BLACK);
    let mut sum = (0..radius).fold(Light::BLACK, |sum, i| sum + at(i));
    for (i, pixel) in pixels.iter_mut().step_by(stride).enumerate() {
        sum += at(i + radius);
        *pixel = sum * weight;
        if i >= radius {
            sum += at(i - radius) * -1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(canvas: &Canvas) -> f32 {
        canvas.pixels.iter().map(|pixel| pixel.0[1]).sum()
    }

    #[test]
    fn light_is_neither_lost_nor_made() {
        let mut canvas = Canvas::new(40, 40);
        canvas.point(Vec2::new(20.3, 19.9), Light::new(0.0, 1.0, 0.0));
        canvas.streak(Vec2::new(15.0, 15.0), Vec2::new(23.0, 18.5), Light::new(0.0, 2.0, 0.0));
        assert!((total(&canvas) - 3.0).abs() < 1e-4);
        canvas.blur(2);
        assert!((total(&canvas) - 3.0).abs() < 1e-3);
        assert!((total(&canvas.quarter()) - 3.0 / 16.0).abs() < 1e-4);
    }

    #[test]
    fn what_is_outside_is_not_drawn() {
        let mut canvas = Canvas::new(8, 8);
        canvas.point(Vec2::new(-5.0, 100.0), Light::new(1.0, 1.0, 1.0));
        canvas.disc(Vec2::new(-9.0, 4.0), 3.0, Light::new(1.0, 1.0, 1.0));
        assert_eq!(total(&canvas), 0.0);
    }
}
