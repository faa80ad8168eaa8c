//! Functions of `+ - * /` alone, which every machine rounds in the same way. So is `sqrt`; a sine is not.

/// A wave of period 1 from -1 to 1: two parabolas that approximate a sine. `turn` is less than a million.
#[must_use]
#[inline]
pub fn wave(turn: f32) -> f32 {
    // In this range an `f32` has no bits after the point, so that the sum is rounded to an integer.
    const INTEGERS: f32 = 12_582_912.0;
    let part = turn - ((turn + INTEGERS) - INTEGERS);
    8.0 * part * (1.0 - 2.0 * part.abs())
}

/// A smooth step: 0 at 0, 1 at 1, and level at both ends.
#[must_use]
#[inline]
pub fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
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
}
