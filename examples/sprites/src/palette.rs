//! The colours: a table of what each light of the night looks like with each light of flames.
//!
//! ```text
//!  index = night * FLAMES + flame    night: 0 (dark) to NIGHTS - 1 (sunset)    flame: 0 (none) to FLAMES - 1
//! ```

/// The steps of the two lights.
const NIGHTS: usize = 13;
const FLAMES: usize = 19;

/// The index of a pixel that stays as it was.
pub(crate) const UNCHANGED: u8 = 255;

const NIGHT: [[f32; 3]; 7] = [
    [3.0, 5.0, 16.0],
    [9.0, 15.0, 42.0],
    [19.0, 30.0, 74.0],
    [44.0, 46.0, 104.0],
    [92.0, 66.0, 124.0],
    [164.0, 98.0, 128.0],
    [240.0, 160.0, 140.0],
];

const FLAME: [[f32; 3]; 7] = [
    [0.0, 0.0, 0.0],
    [52.0, 17.0, 7.0],
    [116.0, 44.0, 12.0],
    [190.0, 86.0, 20.0],
    [247.0, 146.0, 44.0],
    [255.0, 204.0, 104.0],
    [255.0, 246.0, 214.0],
];

/// Red, green and blue of all 256 entries.
pub(crate) fn colours() -> Vec<u8> {
    let mut bytes = Vec::with_capacity(3 * 256);
    for night in 0..NIGHTS {
        let night = ramp(&NIGHT, night as f32 / (NIGHTS - 1) as f32);
        for flame in 0..FLAMES {
            let flame = ramp(&FLAME, flame as f32 / (FLAMES - 1) as f32);
            // Two lights on one screen are never more than white.
            let both = |part: usize| 255.0 - (255.0 - night[part]) * (255.0 - flame[part]) / 255.0;
            bytes.extend([0, 1, 2].map(|part| (both(part) + 0.5) as u8));
        }
    }
    bytes.resize(3 * 256, 0);
    bytes
}

/// The steps of a pixel's lights. `before` are those that it had: it keeps them until its light is clearly another
/// one, so that it does not flicker, and costs nothing.
pub(crate) fn steps([night, flame]: [f32; 2], column: usize, row: usize, before: Option<[u8; 2]>) -> [u8; 2] {
    let (first, second) = (threshold(column, row), 0.25 + 0.5 * threshold(row + 3, column + 5));
    let step = |light: f32, steps: usize, threshold: f32, before: Option<u8>| {
        let exact = light.clamp(0.0, 1.0) * (steps - 1) as f32 + threshold - 0.5;
        let is_near = |before: &u8| (exact - f32::from(*before)).abs() < 0.8;
        before.filter(is_near).unwrap_or((exact + 0.5) as u8)
    };
    [
        step(night, NIGHTS, first, before.map(|[night, _]| night)),
        step(shown(flame), FLAMES, second, before.map(|[_, flame]| flame)),
    ]
}

pub(crate) fn index([night, flame]: [u8; 2]) -> u8 {
    night * FLAMES as u8 + flame
}

/// Much light is shown as less: bright places keep their shapes.
fn shown(flame: f32) -> f32 {
    1.0 - 1.0 / (1.0 + flame + 0.9 * flame * flame)
}

/// The colour of a light from 0 to 1.
fn ramp(colours: &[[f32; 3]; 7], light: f32) -> [f32; 3] {
    let at = light * 6.0;
    let (below, above) = (colours[at as usize], colours[(at as usize + 1).min(6)]);
    [0, 1, 2].map(|part| below[part] + (above[part] - below[part]) * (at - at.floor()))
}

/// The threshold of a pixel in an ordered dither pattern of 4 by 4 (Bayer).
fn threshold(column: usize, row: usize) -> f32 {
    let (a, b) = (column ^ row, row);
    let rank = (0..2).fold(0, |rank, bit| rank << 2 | (a >> bit & 1) << 1 | (b >> bit & 1));
    (rank as f32 + 0.5) / 16.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_steps_have_an_index() {
        assert_eq!(colours().len(), 3 * 256);
        for light in [[0.0, 0.0], [1.0, 0.0], [0.0, 1e9], [2.0, 1e9]] {
            for (column, row) in [(0, 0), (1, 2), (3, 3), (2, 1)] {
                let [night, flame] = steps(light, column, row, None);
                assert!(usize::from(night) < NIGHTS && usize::from(flame) < FLAMES);
                assert!(index([night, flame]) < UNCHANGED);
            }
        }
    }

    #[test]
    fn a_pixel_keeps_its_steps_until_its_light_is_another_one() {
        let before = steps([0.5, 0.5], 0, 0, None);
        let near = [0.5 + 0.1 / NIGHTS as f32, 0.5];
        assert_eq!(steps(near, 0, 0, Some(before)), before);
        assert_ne!(steps([0.7, 0.5], 0, 0, Some(before)), before);
    }
}
