//! Functions of `+ - * /` alone, which every machine rounds in the same way. So is `sqrt`; a sine is not.

use glam::Vec3;

/// A wave of period 1 from -1 to 1: two parabolas that approximate a sine. `turn` is less than a million.
#[inline]
pub(crate) fn wave(turn: f32) -> f32 {
    // In this range an `f32` has no bits after the point, so that the sum is rounded to an integer.
    const INTEGERS: f32 = 12_582_912.0;
    let part = turn - ((turn + INTEGERS) - INTEGERS);
    8.0 * part * (1.0 - 2.0 * part.abs())
}

/// A smooth step: 0 at 0, 1 at 1, and level at both ends.
pub(crate) fn smooth(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The wind at a place and a time: the flow of Arnold, Beltrami and Childress. It goes round and round and
/// gathers nothing, but it draws whatever drifts in it into sheets.
pub(crate) fn wind(at: Vec3, time: f32) -> Vec3 {
    const LENGTH: f32 = 1.0 / 46.0;
    let Vec3 { x, y, z } = at * LENGTH;
    let (a, b, c) = (0.0031 * time, 0.0023 * time, 0.0027 * time);
    let (x, y, z) = (x + a, y + b, z - c);
    Vec3::new(wave(z) + wave(y + 0.25), wave(x) + wave(z + 0.25), wave(y) + wave(x + 0.25))
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
