//! Light, pixel by pixel.

/// Red, green and blue.
pub(crate) type Light = [f32; 3];

pub(crate) struct Canvas {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pixels: Vec<Light>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Canvas { width, height, pixels: vec![[0.0; 3]; width * height] }
    }

    /// Adds light to the four pixels around a point.
    pub(crate) fn point(&mut self, [x, y]: [f32; 2], light: Light) {
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (right, bottom) = (x - 0.5 - left, y - 0.5 - top);
        let (column, row) = (left as i32, top as i32);
        self.add(column, row, light, (1.0 - right) * (1.0 - bottom));
        self.add(column + 1, row, light, right * (1.0 - bottom));
        self.add(column, row + 1, light, (1.0 - right) * bottom);
        self.add(column + 1, row + 1, light, right * bottom);
    }

    /// A line whose pixels get this light each.
    pub(crate) fn line(&mut self, from: [f32; 2], to: [f32; 2], light: Light) {
        let way = [to[0] - from[0], to[1] - from[1]];
        let length = way[0].hypot(way[1]);
        let points = (2.0 * length).ceil().max(1.0);
        let light = light.map(|part| part * (length.max(0.5) / points));
        for step in 0..points as u32 {
            let t = (step as f32 + 0.5) / points;
            self.point([from[0] + way[0] * t, from[1] + way[1] * t], light);
        }
    }

    /// Fills a rectangle.
    pub(crate) fn fill(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], light: Light) {
        for row in y..y + height {
            for column in x..x + width {
                self.add(column as i32, row as i32, light, 1.0);
            }
        }
    }

    /// Replaces the light of the pixels for which `is_inside` has one, given their place beside the centre.
    pub(crate) fn cut(
        &mut self,
        centre: [f32; 2],
        reach: f32,
        is_inside: impl Fn(f32, f32) -> Option<Light>,
    ) {
        let [x, y] = centre;
        for row in (y - reach) as i32..=(y + reach) as i32 {
            for column in (x - reach) as i32..=(x + reach) as i32 {
                let inside = is_inside(column as f32 + 0.5 - x, row as f32 + 0.5 - y);
                if let (Some(light), Some(pixel)) = (inside, self.pixel(column, row)) {
                    *pixel = light;
                }
            }
        }
    }

    fn add(&mut self, column: i32, row: i32, light: Light, part: f32) {
        if let Some(pixel) = self.pixel(column, row) {
            for (sum, light) in pixel.iter_mut().zip(light) {
                *sum += light * part;
            }
        }
    }

    fn pixel(&mut self, column: i32, row: i32) -> Option<&mut Light> {
        let is_inside = (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row);
        is_inside.then(|| &mut self.pixels[row as usize * self.width + column as usize])
    }

    /// The pixels as bytes, in few steps of each colour: so the picture is small.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let byte = |light: f32| {
            let seen = 1.0 - 1.0 / (1.0 + 1.6 * light.max(0.0) + 1.2 * light * light);
            ((seen * 31.0 + 0.35) as u8).min(31) * 8
        };
        self.pixels.iter().flatten().map(|light| byte(*light)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(canvas: &Canvas) -> f32 {
        canvas.pixels.iter().map(|pixel| pixel[1]).sum()
    }

    #[test]
    fn lines_are_as_bright_as_they_are_long() {
        let mut canvas = Canvas::new(40, 30);
        canvas.line([5.3, 7.1], [15.3, 7.1], [0.0, 1.0, 0.0]);
        assert!((total(&canvas) - 10.0).abs() < 1e-3);
        canvas.line([-50.0, 7.1], [-5.0, 7.1], [0.0, 1.0, 0.0]);
        canvas.point([90.0, 90.0], [1.0; 3]);
        assert!((total(&canvas) - 10.0).abs() < 1e-3);
    }
}
