//! Functions of `+ - * /` alone, which every machine rounds in the same way. So is `sqrt`; a sine is not.

/// A wave of period 1 from -1 to 1: two parabolas that approximate a sine. `turn` is less than a million.
#[inline]
pub(crate) fn wave(turn: f32) -> f32 {
    // In this range an `f32` has no bits after the point, so that the sum is rounded to an integer.
    const INTEGERS: f32 = 12_582_912.0;
    let part = turn - ((turn + INTEGERS) - INTEGERS);
    8.0 * part * (1.0 - 2.0 * part.abs())
}

/// A smooth step: 0 at 0, 1 at 1, and level at both ends.
#[inline]
pub(crate) fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

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
    fn a_wave_is_near_a_sine() {
        for i in -100..100 {
            let turn = i as f32 / 37.0;
            let sine = (std::f32::consts::TAU * turn).sin();
            assert!((wave(turn) - sine).abs() < 0.06, "{turn}");
        }
    }

    #[test]
    fn the_wind_is_the_same_in_each_period() {
        let place = [3.0, 20.0, 80.0];
        let pairs = wind(place, 0.0).into_iter().zip(wind(place, 1.0));
        assert!(pairs.into_iter().all(|(now, later)| (now - later).abs() < 1e-6));
    }
}
