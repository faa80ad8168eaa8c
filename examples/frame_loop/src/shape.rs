//! Shapes as quads: convex corners in order, counter-clockwise from outside. In a triangle, the last two corners are
//! the same.

use crate::statement::Shape;
use crate::vector::{Place, Vec3};

pub(crate) type Quad = [Vec3; 4];

/// All quads of a shape. Long sides are cut into parts, so that they have enough corners to be lit.
pub(crate) fn quads(shape: Shape) -> impl Iterator<Item = Quad> + Clone {
    (0..count(shape)).map(move |index| match shape {
        Shape::Box { low, high } => side(low, high, index),
        Shape::Roof { low, high } => roof(low, high, index),
        Shape::Post { foot, radius, top, height, sides } => post(foot, [radius, top], height, sides, index),
    })
}

/// The direction out of the front of a quad.
pub(crate) fn normal(quad: Quad) -> Vec3 {
    (quad[2] - quad[0]).cross(quad[3] - quad[1]).unit()
}

fn count(shape: Shape) -> u16 {
    match shape {
        Shape::Box { low, high } => 6 * cuts(high - low) * cuts(high - low),
        Shape::Roof { .. } => 5,
        Shape::Post { height, sides, .. } => sides * (rings(height) + 1),
    }
}

/// The number of parts into which the sides of a box are cut.
fn cuts(size: Vec3) -> u16 {
    let longest = size.x.max(size.y).max(size.z);
    (longest * 0.6).clamp(1.0, 5.0) as u16
}

fn side(low: Vec3, high: Vec3, index: u16) -> Quad {
    let cuts = cuts(high - low);
    let (face, piece) = (index / (cuts * cuts), index % (cuts * cuts));
    let (across, along) = (piece % cuts, piece / cuts);
    let part = |number: u16| f32::from(number) / f32::from(cuts);
    let corner = |a: f32, b: f32| {
        let c = f32::from(face % 2);
        // Rotating the axes keeps the order of the corners.
        let part = match face / 2 {
            0 => Vec3::new(c, a, b),
            1 => Vec3::new(b, c, a),
            _ => Vec3::new(a, b, c),
        };
        low + (high - low).times(part)
    };
    let ([a0, a1], [b0, b1]) = ([part(across), part(across + 1)], [part(along), part(along + 1)]);
    let quad = [corner(a0, b0), corner(a1, b0), corner(a1, b1), corner(a0, b1)];
    if face % 2 == 1 { quad } else { [quad[0], quad[3], quad[2], quad[1]] }
}

fn roof(low: Vec3, high: Vec3, index: u16) -> Quad {
    let middle = (low.z + high.z) * 0.5;
    let [left, right] = [low.x, high.x].map(|x| Vec3::new(x, high.y, middle));
    let eave = |x, z| Vec3::new(x, low.y, z);
    let (back_left, back_right) = (eave(low.x, low.z), eave(high.x, low.z));
    let (front_left, front_right) = (eave(low.x, high.z), eave(high.x, high.z));
    match index {
        0 => [front_left, front_right, right, left],
        1 => [back_right, back_left, left, right],
        2 => [front_right, back_right, right, right],
        3 => [back_left, front_left, left, left],
        _ => [back_left, back_right, front_right, front_left],
    }
}

/// The number of rings into which the side of a post is cut.
fn rings(height: f32) -> u16 {
    (height * 0.6).clamp(1.0, 8.0) as u16
}

fn post(foot: Vec3, radii: [f32; 2], height: f32, sides: u16, index: u16) -> Quad {
    let rings = rings(height);
    let (ring, side) = (index / sides, index % sides);
    let at = |ring: u16, side: u16| {
        let part = f32::from(ring) / f32::from(rings);
        let out = Place::turned(Vec3::ZERO, f32::from(side) / f32::from(sides));
        let radius = radii[0] + (radii[1] - radii[0]) * part;
        foot + out.direction(Vec3::new(radius, height * part, 0.0))
    };
    // The last side ends at the very same corners at which the first side begins.
    let next = (side + 1) % sides;
    if ring == rings {
        let rim = at(rings, side);
        return [foot + Vec3::UP * height, at(rings, next), rim, rim];
    }
    [at(ring, next), at(ring, side), at(ring + 1, side), at(ring + 1, next)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume, as the sum of cones over all quads. It is right only if every quad is there, in the
    /// right orientation.
    fn volume(shape: Shape) -> f32 {
        let cone = |[a, b, c, d]: Quad| a.dot(b.cross(c)) + a.dot(c.cross(d));
        quads(shape).map(cone).sum::<f32>() / 6.0
    }

    #[test]
    fn shapes_are_closed_and_turn_their_fronts_out() {
        let (low, high) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(9.0, 4.0, 4.0));
        assert!((volume(Shape::Box { low, high }) - 16.0).abs() < 1e-2);
        assert!((volume(Shape::Roof { low, high }) - 8.0).abs() < 1e-2);
        // An open foot at height 0 adds nothing to the sum.
        let post =
            Shape::Post { foot: Vec3::new(3.0, 0.0, 1.0), radius: 2.0, top: 2.0, height: 5.0, sides: 64 };
        let expected = core::f32::consts::PI * 20.0;
        assert!((volume(post) / expected - 1.0).abs() < 0.01, "{}", volume(post));
    }

    #[test]
    fn normals_point_out() {
        let (low, high) = (Vec3::new(-1.0, -1.0, -1.0), Vec3::new(1.0, 1.0, 1.0));
        for quad in quads(Shape::Box { low, high }) {
            assert!(normal(quad).dot(quad[0]) > 0.9, "{quad:?}");
        }
    }
}
