//! Fills triangles: integer arithmetic chooses the pixels, and the light is interpolated by the distance of each
//! pixel.

use crate::canvas::{Canvas, SUBPIXELS};
use crate::clip::Corner;

/// A corner on the picture, in fractions of pixels from the upper left.
#[derive(Clone, Copy)]
struct Point {
    x: i32,
    y: i32,
    /// The inverse of the distance, and the light times that inverse. Both change linearly over the picture.
    parts: [f32; 4],
}

/// An edge. It is positive on its right, seen along the edge (`y` goes down).
struct Edge {
    /// The change from a pixel to the next one on the right, and to the next one below.
    right: i32,
    down: i32,
    value: i32,
}

impl Canvas {
    /// Fills a triangle within the picture, and returns the number of pixels where it was in front.
    ///
    /// Its front is the side from which its corners go round counter-clockwise. From behind, nothing is drawn.
    ///
    /// A pixel is filled if its centre is inside the triangle. If the centre is on an edge, the pixel is filled if
    /// that is a left or an upper edge. So of two triangles with a common edge, exactly one fills the pixel.
    pub(crate) fn fill(&mut self, corners: [Corner; 3]) -> usize {
        // `y` goes down here, so counter-clockwise corners go round clockwise.
        let [a, c, b] = corners.map(|corner| self.point(corner));
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if area <= 0 {
            return 0;
        }
        let [left, right] = pixels([a.x, b.x, c.x], self.width);
        let [top, bottom] = pixels([a.y, b.y, c.y], self.height);
        let (x, y) = (middle(left), middle(top));
        let mut edges = [edge(a, b, x, y), edge(b, c, x, y), edge(c, a, x, y)];
        let (across, down) = slopes(a, b, c, area);
        let mut filled = 0;
        for row in top..bottom {
            let [mut e0, mut e1, mut e2] = [edges[0].value, edges[1].value, edges[2].value];
            let start = at(&a.parts, &down, middle(row) - a.y);
            for column in left..right {
                if e0 | e1 | e2 >= 0 {
                    let parts = at(&start, &across, middle(column) - a.x);
                    filled += usize::from(self.put(row * self.width + column, parts));
                }
                e0 += edges[0].right;
                e1 += edges[1].right;
                e2 += edges[2].right;
            }
            for edge in &mut edges {
                edge.value += edge.down;
            }
        }
        filled
    }

    fn point(&self, corner: Corner) -> Point {
        let inverse = 1.0 / corner.seen.w;
        let on = |part: f32, length: usize| {
            let longest = (length as i32 * SUBPIXELS) as f32;
            // Clipping may round to a point slightly beyond a side.
            (part * longest + 0.5).floor().clamp(0.0, longest) as i32
        };
        let x = on(0.5 + 0.5 * (corner.seen.x * inverse), self.width);
        let y = on(0.5 - 0.5 * (corner.seen.y * inverse), self.height);
        let light = corner.light * inverse;
        Point { x, y, parts: [inverse, light.x, light.y, light.z] }
    }

    /// Writes light to a pixel, unless something nearer is there.
    #[inline]
    fn put(&mut self, index: usize, parts: [f32; 4]) -> bool {
        let [inverse, red, green, blue] = parts;
        let is_nearer = inverse > self.depth[index];
        if is_nearer {
            self.depth[index] = inverse;
            let distance = 1.0 / inverse;
            self.light[index] = crate::vector::Vec3::new(red * distance, green * distance, blue * distance);
        }
        is_nearer
    }
}

/// The centre of a pixel.
fn middle(pixel: usize) -> i32 {
    pixel as i32 * SUBPIXELS + SUBPIXELS / 2
}

/// The pixels whose centres are between these two coordinates.
fn pixels(ends: [i32; 3], length: usize) -> [usize; 2] {
    let [low, high] = ends.iter().fold([i32::MAX, 0], |[low, high], &end| [low.min(end), high.max(end)]);
    [(low / SUBPIXELS) as usize, ((high / SUBPIXELS + 1) as usize).min(length)]
}

/// The edge between two points, evaluated at the centre of a pixel.
fn edge(from: Point, to: Point, x: i32, y: i32) -> Edge {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let is_upper_or_left = dy < 0 || (dy == 0 && dx > 0);
    let value = dx * (y - from.y) - dy * (x - from.x) - i32::from(!is_upper_or_left);
    Edge { right: -dy * SUBPIXELS, down: dx * SUBPIXELS, value }
}

/// How the values change to the right and down, per fraction of a pixel.
fn slopes(a: Point, b: Point, c: Point, area: i32) -> ([f32; 4], [f32; 4]) {
    let inverse = 1.0 / area as f32;
    let [bx, by, cx, cy] = [b.x - a.x, b.y - a.y, c.x - a.x, c.y - a.y].map(|side| side as f32 * inverse);
    let mut slopes = ([0.0; 4], [0.0; 4]);
    for part in 0..4 {
        let (to_b, to_c) = (b.parts[part] - a.parts[part], c.parts[part] - a.parts[part]);
        slopes.0[part] = to_b * cy - to_c * by;
        slopes.1[part] = to_c * bx - to_b * cx;
    }
    slopes
}

#[inline]
fn at(parts: &[f32; 4], slopes: &[f32; 4], distance: i32) -> [f32; 4] {
    let distance = distance as f32;
    let mut parts = *parts;
    for (part, slope) in parts.iter_mut().zip(slopes) {
        *part += slope * distance;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::clip;
    use crate::random::Random;
    use crate::vector::Vec3;
    use crate::view::Seen;

    fn corner(x: f32, y: f32, w: f32) -> Corner {
        Corner { seen: Seen { x: x * w, y: y * w, w }, light: Vec3::new(1.0 / w, w, 0.0) }
    }

    #[test]
    fn a_fan_fills_each_pixel_once() {
        let mut random = Random::new(9);
        for _ in 0..50 {
            let hub = random.in_cube();
            let hub = corner(hub.x, hub.y, 1.0);
            // Counter-clockwise round the picture, with corners between.
            let mut rim = vec![];
            for side in
                [[-1.0, -1.0, 1.0, 0.0], [1.0, -1.0, 0.0, 1.0], [1.0, 1.0, -1.0, 0.0], [-1.0, 1.0, 0.0, -1.0]]
            {
                let part = 0.1 + 1.8 * random.unit();
                rim.push(corner(side[0], side[1], 1.0));
                rim.push(corner(side[0] + side[2] * part, side[1] + side[3] * part, 1.0));
            }
            let mut canvas = Canvas::new(61, 37);
            let mut filled = 0;
            for next in 0..rim.len() {
                let triangle = [hub, rim[next], rim[(next + 1) % rim.len()]];
                filled += canvas.fill(triangle);
                // Behind everything, so that a pixel that is filled again counts again.
                canvas.depth.iter_mut().for_each(|depth| *depth = depth.min(1e-9));
            }
            assert_eq!((filled, canvas.depth.contains(&0.0)), (61 * 37, false));
        }
    }

    #[test]
    fn a_fan_that_is_clipped_fills_each_pixel_once() {
        let mut random = Random::new(4);
        let mut pieces = 0;
        for _ in 0..200 {
            let hub = random.in_cube();
            let hub = corner(hub.x, hub.y, 1.0 + random.unit());
            // Corners beyond the sides of the picture, near and far.
            let rim = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| {
                let beyond = 1.0 + 3.0 * random.unit();
                corner(x * beyond, y * beyond, 1.0 + 4.0 * random.unit())
            });
            let mut canvas = Canvas::new(61, 37);
            let mut filled = 0;
            for next in 0..4 {
                clip([hub, rim[next], rim[(next + 1) % 4]], |piece| {
                    pieces += 1;
                    filled += canvas.fill(piece);
                    // Behind everything, so that a pixel that is filled again counts again.
                    canvas.depth.iter_mut().for_each(|depth| *depth = depth.min(1e-9));
                });
            }
            assert_eq!((filled, canvas.depth.contains(&0.0)), (61 * 37, false));
        }
        assert!(pieces > 1_200, "{pieces}");
    }

    #[test]
    fn fronts_are_filled_and_backs_are_not() {
        let triangle = [corner(-1.0, -1.0, 2.0), corner(1.0, -1.0, 2.0), corner(-1.0, 1.0, 2.0)];
        let mut canvas = Canvas::new(10, 10);
        assert_eq!(canvas.fill([triangle[0], triangle[2], triangle[1]]), 0);
        // The diagonal is a right edge: the pixels with their middles on it are not filled.
        assert_eq!(canvas.fill(triangle), 45);
    }

    #[test]
    fn what_is_nearer_hides_and_light_goes_by_distance() {
        let mut canvas = Canvas::new(64, 64);
        let near = [corner(-1.0, -1.0, 1.0), corner(1.0, -1.0, 1.0), corner(0.0, 1.0, 4.0)];
        let far = [corner(-1.0, -1.0, 5.0), corner(1.0, -1.0, 5.0), corner(1.0, 1.0, 5.0)];
        let seen = canvas.fill(near);
        assert!(seen > 1_900);
        assert!(canvas.fill(far) < 64 * 64 / 2 - seen / 2);
        assert_eq!(canvas.fill(near), 0);
        for (light, inverse) in canvas.light.iter().zip(&canvas.depth).filter(|&(_, &inverse)| inverse > 0.21)
        {
            // The corners' second part is their distance.
            assert!((light.y * inverse - 1.0).abs() < 1e-3, "{light:?} at {}", 1.0 / inverse);
        }
    }
}
