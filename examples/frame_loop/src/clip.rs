//! Clips triangles at the sides of the view, one side after the other (Sutherland and Hodgman).

use crate::vector::Vec3;
use crate::view::{NEAR, Seen};

/// A corner of a triangle as the camera sees it, and the light that comes from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Corner {
    pub(crate) seen: Seen,
    pub(crate) light: Vec3,
}

/// Each of the five sides adds at most one corner.
const MOST: usize = 8;

/// How far a point is inside a side.
const SIDES: [fn(Seen) -> f32; 5] = [
    |point| point.w - NEAR,
    |point| point.w + point.x,
    |point| point.w - point.x,
    |point| point.w + point.y,
    |point| point.w - point.y,
];

/// A convex polygon.
#[derive(Clone, Copy)]
struct Polygon {
    corners: [Corner; MOST],
    len: usize,
}

impl Polygon {
    fn push(&mut self, corner: Corner) {
        self.corners[self.len] = corner;
        self.len += 1;
    }
}

/// Calls `draw` for the triangles that are left of a triangle after clipping.
pub(crate) fn clip(triangle: [Corner; 3], mut draw: impl FnMut([Corner; 3])) {
    if triangle.iter().all(|corner| SIDES.iter().all(|side| side(corner.seen) >= 0.0)) {
        return draw(triangle);
    }
    let mut polygon = Polygon { corners: [triangle[0]; MOST], len: 0 };
    triangle.into_iter().for_each(|corner| polygon.push(corner));
    for side in SIDES {
        polygon = cut(&polygon, side);
    }
    for last in 2..polygon.len {
        draw([polygon.corners[0], polygon.corners[last - 1], polygon.corners[last]]);
    }
}

fn cut(polygon: &Polygon, side: fn(Seen) -> f32) -> Polygon {
    let mut inside = Polygon { len: 0, ..*polygon };
    for index in 0..polygon.len {
        let (from, to) = (polygon.corners[index], polygon.corners[(index + 1) % polygon.len]);
        let (a, b) = (side(from.seen), side(to.seen));
        if a >= 0.0 {
            inside.push(from);
        }
        if (a >= 0.0) != (b >= 0.0) {
            // Always computed from the inside, so that two triangles find the same point on their common edge and no
            // gap opens.
            inside.push(if a >= 0.0 {
                between(from, to, a / (a - b))
            } else {
                between(to, from, b / (b - a))
            });
        }
    }
    inside
}

fn between(from: Corner, to: Corner, part: f32) -> Corner {
    let mix = |a: f32, b: f32| a + (b - a) * part;
    let seen = Seen {
        x: mix(from.seen.x, to.seen.x),
        y: mix(from.seen.y, to.seen.y),
        w: mix(from.seen.w, to.seen.w),
    };
    Corner { seen, light: from.light.mix(to.light, part) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn corner(x: f32, y: f32, w: f32) -> Corner {
        Corner { seen: Seen { x, y, w }, light: Vec3::new(x, y, w) }
    }

    #[test]
    fn what_is_left_is_inside_and_flat() {
        let mut random = Random::new(2);
        let (mut cut, mut most) = (0, 0);
        for _ in 0..5_000 {
            let triangle = [(); 3].map(|()| {
                let Vec3 { x, y, z } = random.in_cube() * 4.0;
                corner(x, y, z)
            });
            let mut pieces = 0;
            clip(triangle, |piece| {
                pieces += 1;
                for corner in piece {
                    assert!(SIDES.iter().all(|side| side(corner.seen) >= -1e-4), "{corner:?}");
                    // Interpolated values stay with their place.
                    let Seen { x, y, w } = corner.seen;
                    assert!((corner.light - Vec3::new(x, y, w)).length() < 1e-4, "{corner:?}");
                }
            });
            cut += usize::from(pieces > 1);
            most = most.max(pieces);
        }
        assert!(cut > 300 && (4..=MOST - 2).contains(&most), "{cut} cut, {most} pieces");
    }

    #[test]
    fn an_edge_is_cut_at_the_same_place_from_both_its_triangles() {
        let mut random = Random::new(8);
        let mut point = || {
            let Vec3 { x, y, z } = random.in_cube() * 4.0;
            corner(x, y, z)
        };
        for _ in 0..2_000 {
            let [a, b] = [point(), point()];
            let between = |from: Corner, to: Corner, side| {
                let mut edge = Polygon { corners: [from; MOST], len: 0 };
                [from, to].into_iter().for_each(|corner| edge.push(corner));
                let mut left = cut(&edge, side);
                left.corners[..left.len].sort_by(|a, b| a.seen.x.total_cmp(&b.seen.x));
                left.corners[..left.len].to_vec()
            };
            for side in SIDES {
                assert_eq!(between(a, b, side), between(b, a, side), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn the_inside_stays_and_the_outside_goes() {
        let inside = [corner(0.0, 0.0, 1.0), corner(0.5, 0.0, 2.0), corner(0.0, 0.5, 1.0)];
        let mut pieces = Vec::new();
        clip(inside, |piece| pieces.push(piece));
        assert_eq!(pieces, [inside]);
        clip(inside.map(|Corner { seen, .. }| corner(seen.x + 3.0, seen.y, seen.w)), |piece| {
            panic!("{piece:?} is out of sight");
        });
    }
}
