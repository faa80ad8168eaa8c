//! The wind.

use example_support::wave;

/// The wind at a place, in metres per step. `turn` is the part of the period of the show that is over: the wind is
/// the same in each period.
pub(crate) fn wind([x, y, z]: [f32; 3], turn: f32) -> [f32; 3] {
    let (a, b, c) = (x / 38.0, y / 27.0, z / 90.0);
    [
        0.030 * wave(c + 0.4 * b) + 0.016 * wave(b - 0.25 + turn),
        0.018 * wave(a + c) + 0.008 * wave(1.7 * c - turn),
        0.022 * wave(a - 0.3 * b) + 0.010 * wave(1.3 * a + turn),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wind_is_the_same_in_each_period() {
        let place = [3.0, 20.0, 80.0];
        let pairs = wind(place, 0.0).into_iter().zip(wind(place, 1.0));
        assert!(pairs.into_iter().all(|(now, later)| (now - later).abs() < 1e-6));
    }
}
