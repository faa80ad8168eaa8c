//! The wind.

use example_support::wave;
use glam::Vec3;

/// The wind at a place and a time: the flow of Arnold, Beltrami and Childress. It goes round and round and
/// gathers nothing, but it draws whatever drifts in it into sheets.
pub(crate) fn wind(at: Vec3, time: f32) -> Vec3 {
    const LENGTH: f32 = 1.0 / 46.0;
    let Vec3 { x, y, z } = at * LENGTH;
    let (a, b, c) = (0.0031 * time, 0.0023 * time, 0.0027 * time);
    let (x, y, z) = (x + a, y + b, z - c);
    Vec3::new(wave(z) + wave(y + 0.25), wave(x) + wave(z + 0.25), wave(y) + wave(x + 0.25))
}
