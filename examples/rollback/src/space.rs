//! The arena: 1,024 by 512 pixels without an edge, in integer units of 1/256 pixel. Integers are the same on every
//! machine.

/// A pixel.
pub(crate) const PIXEL: i32 = 256;

/// The lengths of the sides, which are powers of two.
pub(crate) const SIDES: [i32; 2] = [1024 * PIXEL, 512 * PIXEL];

/// The steps of a full turn.
pub(crate) const TURN: u16 = 64;

/// The sine of a quarter of a turn, in 1/256.
const SINE: [i32; 17] = [0, 25, 50, 74, 98, 121, 142, 162, 181, 198, 213, 226, 237, 245, 251, 255, 256];

/// The position one frame later.
pub(crate) fn moved(at: [i32; 2], speed: [i32; 2]) -> [i32; 2] {
    [0, 1].map(|axis| (at[axis] + speed[axis]) & (SIDES[axis] - 1))
}

/// The shortest vector from one place to another, which may cross the edge.
pub(crate) fn way(from: [i32; 2], to: [i32; 2]) -> [i32; 2] {
    [0, 1].map(|axis| ((to[axis] - from[axis] + SIDES[axis] / 2) & (SIDES[axis] - 1)) - SIDES[axis] / 2)
}

/// The square of the distance.
pub(crate) fn distance(from: [i32; 2], to: [i32; 2]) -> i64 {
    way(from, to).iter().map(|&axis| i64::from(axis) * i64::from(axis)).sum()
}

pub(crate) fn is_near(from: [i32; 2], to: [i32; 2], pixels: i32) -> bool {
    distance(from, to) < i64::from(pixels * PIXEL).pow(2)
}

/// A vector of this length in the direction of a heading.
pub(crate) fn ahead(heading: u16, length: i32) -> [i32; 2] {
    [sine(heading + TURN / 4), sine(heading)].map(|part| part * length / 256)
}

fn sine(angle: u16) -> i32 {
    let (half, step) = (angle % TURN / (TURN / 2), usize::from(angle % (TURN / 2)));
    let sine = SINE[step.min(usize::from(TURN / 2) - step)];
    if half == 0 { sine } else { -sine }
}

/// The sum of vectors.
pub(crate) fn plus(a: [i32; 2], b: [i32; 2]) -> [i32; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// How far one vector is turned to the right of another, as the product of their lengths and the sine.
pub(crate) fn cross(a: [i32; 2], b: [i32; 2]) -> i64 {
    i64::from(a[0]) * i64::from(b[1]) - i64::from(a[1]) * i64::from(b[0])
}

/// How far two vectors point the same way, as the product of their lengths and the cosine.
pub(crate) fn dot(a: [i32; 2], b: [i32; 2]) -> i64 {
    i64::from(a[0]) * i64::from(b[0]) + i64::from(a[1]) * i64::from(b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_where_they_should() {
        let [width, height] = SIDES;
        for from in [[0, 0], [1, height - 1], [width / 2, 77]] {
            for to in [[0, 0], [width - 1, 3], [width / 2 + 1, height / 2 - 1]] {
                assert_eq!(moved(from, way(from, to)), to);
                assert_eq!(distance(from, to), distance(to, from));
            }
        }
        assert_eq!(way([width - 1, 0], [1, height - 1]), [2, -1]);
    }

    #[test]
    fn headings_turn_to_the_right() {
        assert_eq!(
            [0, 16, 32, 48].map(|heading| ahead(heading, 256)),
            [[256, 0], [0, 256], [-256, 0], [0, -256]]
        );
        for heading in 0..TURN {
            let [here, next] = [heading, heading + 1].map(|heading| ahead(heading, 256));
            assert!(cross(here, next) > 0 && dot(here, next) > 0, "{heading}");
            assert!((dot(here, here) - 65_536).abs() < 400, "{heading}");
        }
    }
}
