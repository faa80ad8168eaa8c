//! The arena: 1024 by 1024 pixels without an edge, in integer units of 1/256 pixel. Integers are the same on every
//! machine.

/// A pixel.
pub(crate) const PIXEL: i32 = 256;

/// The length of a side, which is a power of two.
pub(crate) const SIDE: i32 = 1024 * PIXEL;

/// The position one frame later.
pub(crate) fn moved(at: [i32; 2], speed: [i32; 2]) -> [i32; 2] {
    [0, 1].map(|axis| (at[axis] + speed[axis]) & (SIDE - 1))
}

/// The shortest vector from one place to another, which may cross the wrap-around.
pub(crate) fn way(from: [i32; 2], to: [i32; 2]) -> [i32; 2] {
    [0, 1].map(|axis| ((to[axis] - from[axis] + SIDE / 2) & (SIDE - 1)) - SIDE / 2)
}

/// The length of a vector along its longer axis.
pub(crate) fn distance(from: [i32; 2], to: [i32; 2]) -> i32 {
    let [x, y] = way(from, to);
    x.abs().max(y.abs())
}

/// The speed after a turn towards the vector, by at most `turn`, and at most `limit` fast.
pub(crate) fn steered(speed: [i32; 2], way: [i32; 2], turn: i32, limit: i32) -> [i32; 2] {
    [0, 1].map(|axis| (speed[axis] + way[axis].clamp(-turn, turn)).clamp(-limit, limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_where_they_should() {
        for from in [[0, 0], [1, SIDE - 1], [SIDE / 2, 77]] {
            for to in [[0, 0], [SIDE - 1, 3], [SIDE / 2 + 1, SIDE / 2 - 1]] {
                assert_eq!(moved(from, way(from, to)), to);
                assert!(distance(from, to) <= SIDE / 2);
                assert_eq!(distance(from, to), distance(to, from));
            }
        }
        assert_eq!(way([SIDE - 1, 0], [1, SIDE - 1]), [2, -1]);
    }
}
