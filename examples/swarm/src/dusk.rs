//! The evening: a sky from violet to gold, a lake, and reeds in front of the light.
//!
//! A picture has colours of two kinds of steps: how bright the sky is behind a pixel, and how much of that
//! light comes through. So its palette is a table, and a pixel's colour is an index computed from two
//! numbers.
//!
//! ```text
//!  index = sky * LEVELS + level    sky: 0 (zenith) to SKIES - 1 (sun)   level: 0 (light) on
//! ```

use crate::view::{HEIGHT, HORIZON, WIDTH};
use example_support::Random;
use example_support::{smooth, wave};

/// The steps of the sky, and those of the light that comes through.
const SKIES: usize = 28;
const LEVELS: usize = 9;

/// The index of a pixel that stays as it was.
pub(crate) const UNCHANGED: u8 = 255;

/// Where the sun has just set.
const SUN: (f32, f32) = (266.0, 183.0);

/// Colours of the sky from the zenith to the sun.
const RAMP: [[f32; 3]; 8] = [
    [38.0, 34.0, 74.0],
    [66.0, 50.0, 104.0],
    [112.0, 68.0, 122.0],
    [168.0, 86.0, 118.0],
    [216.0, 112.0, 96.0],
    [242.0, 150.0, 84.0],
    [252.0, 196.0, 104.0],
    [255.0, 236.0, 170.0],
];

/// What the dark parts of the picture look like.
const DARK: [f32; 3] = [16.0, 12.0, 26.0];

/// The scenery, and the pixels that are shown.
pub(crate) struct Dusk {
    /// The step of the sky behind each pixel.
    skies: Vec<u8>,
    /// The darkness of reeds and water, beside that of the swarm.
    land: Vec<f32>,
    /// For each pixel of water, the pixel that it mirrors.
    mirrored: Vec<usize>,
    /// The light of each pixel of the last frame, in steps.
    levels: Vec<u8>,
}

impl Dusk {
    pub(crate) fn new() -> Self {
        let pixels = || (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (column, row)));
        let mirrored: Vec<usize> = pixels().skip(WIDTH * HORIZON).map(|(x, y)| mirror(x, y)).collect();
        let mut skies: Vec<u8> = pixels().take(WIDTH * HORIZON).map(|(x, y)| sky(x, y)).collect();
        for &pixel in &mirrored {
            skies.push(skies[pixel]);
        }
        Dusk { skies, land: land(), mirrored, levels: vec![0; WIDTH * HEIGHT] }
    }

    /// Red, green and blue of all 256 entries.
    pub(crate) fn palette() -> Vec<u8> {
        let mut bytes = Vec::with_capacity(3 * 256);
        for sky in 0..SKIES {
            let at = sky as f32 / (SKIES - 1) as f32 * (RAMP.len() - 1) as f32;
            let (below, above) = (RAMP[at as usize], RAMP[(at as usize + 1).min(RAMP.len() - 1)]);
            let sky = mix(below, above, at - at.floor());
            for level in 0..LEVELS {
                let light = 1.0 - level as f32 / (LEVELS - 1) as f32;
                bytes.extend(through(sky, light).map(|part| (part + 0.5) as u8));
            }
        }
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The indices of a frame. Pixels that stay as they were are [`UNCHANGED`], except in the first frame.
    pub(crate) fn draw(&mut self, darkness: &[f32], is_first: bool) -> Vec<u8> {
        let mut indices = Vec::with_capacity(WIDTH * HEIGHT);
        for pixel in 0..WIDTH * HEIGHT {
            let swarm = match pixel.checked_sub(WIDTH * HORIZON) {
                None => darkness[pixel],
                Some(water) => darkness[self.mirrored[water]],
            };
            let light = light(swarm + self.land[pixel]);
            let exact = (1.0 - light) * (LEVELS - 1) as f32;
            let level = &mut self.levels[pixel];
            // A pixel keeps its step until the light is clearly another one: it does not flicker, and costs
            // nothing.
            let is_clear = exact < 0.2 && *level > 0;
            if is_first || is_clear || (exact - f32::from(*level)).abs() > 0.8 {
                *level = (exact + 0.5) as u8;
                indices.push((usize::from(self.skies[pixel]) * LEVELS) as u8 + *level);
            } else {
                indices.push(UNCHANGED);
            }
        }
        indices
    }
}

/// The part of the light that comes through: close to the exponential function of Beer and Lambert.
fn light(darkness: f32) -> f32 {
    1.0 / (1.0 + darkness + 0.5 * darkness * darkness)
}

/// The colour of the sky behind a swarm that lets this part of its light through: of red more than of the
/// others.
fn through(sky: [f32; 3], light: f32) -> [f32; 3] {
    let parts = [light * (1.45 - 0.45 * light), light * (0.85 + 0.15 * light), light];
    [0, 1, 2].map(|part| DARK[part] + (sky[part] - DARK[part]) * parts[part])
}

/// The step of the sky at a pixel, with the two nearest steps in a pattern between them.
fn sky(column: usize, row: usize) -> u8 {
    let (x, y) = (column as f32 - SUN.0, row as f32 - SUN.1);
    let height = row as f32 / HORIZON as f32;
    let glow = 1.0 / (1.0 + (x * x * 0.55 + y * y * 1.6) / 4_200.0);
    let cloud =
        0.022 * wave(height * 5.0 + 0.0021 * column as f32) * wave(height * 13.0 - 0.0013 * column as f32);
    let bright = 0.62 * height * height + 0.06 * height + 0.42 * glow + cloud * smooth(2.0 * height);
    (bright.clamp(0.0, 1.0) * (SKIES - 1) as f32 + threshold(column, row)) as u8
}

/// The pixel that a pixel of water mirrors: nearer to the viewer, the ripples are longer.
fn mirror(column: usize, row: usize) -> usize {
    let depth = (row - HORIZON) as f32 / (HEIGHT - HORIZON) as f32;
    let phase = 9.0 * (1.0 - depth) * (1.0 - depth);
    let ripple = wave(phase + 0.004 * column as f32) + 0.6 * wave(2.7 * phase - 0.006 * column as f32);
    let x = (column as f32 + ripple * (0.8 + 3.0 * depth)).clamp(0.0, (WIDTH - 1) as f32);
    let y = HORIZON as f32 - 1.0 - (row - HORIZON) as f32 * 3.6 - 2.0 * ripple * depth;
    y.clamp(0.0, (HORIZON - 1) as f32) as usize * WIDTH + x as usize
}

/// Water swallows light, more so near the viewer; the far shore and the reeds are dark.
fn land() -> Vec<f32> {
    let mut land = vec![0.0; WIDTH * HORIZON];
    for row in 0..HEIGHT - HORIZON {
        let depth = row as f32 / (HEIGHT - HORIZON) as f32;
        land.extend([0.18 + 0.5 * depth; WIDTH]);
    }
    for column in 0..WIDTH {
        let x = column as f32;
        let shore = 4.0 + 2.0 * wave(0.0041 * x) + 1.2 * wave(0.013 * x + 0.3) + 0.8 * wave(0.071 * x);
        for row in HORIZON - shore as usize..HORIZON + 1 {
            land[row * WIDTH + column] = 5.0;
        }
    }
    let mut random = Random::new(3);
    for _ in 0..420 {
        reed(&mut land, &mut random);
    }
    land
}

/// A blade at the bottom of the picture, which leans to one side.
fn reed(land: &mut [f32], random: &mut Random) {
    let foot = random.between(0.0, WIDTH as f32);
    let bank = (foot / WIDTH as f32 - 0.42).abs();
    let height = random.between(6.0, 14.0) + 44.0 * bank * bank * random.between(1.0, 3.0);
    let lean = random.between(-0.16, 0.2);
    for step in 0..height as usize {
        let up = step as f32;
        let (x, y) = (foot + lean * up * up / height, HEIGHT as f32 - 1.0 - up);
        if (0.0..WIDTH as f32).contains(&x) && y >= 0.0 {
            let is_ear = up > 0.72 * height && up < 0.95 * height && height > 16.0;
            land[y as usize * WIDTH + x as usize] += if is_ear { 9.0 } else { 2.5 };
        }
    }
}

/// The threshold of a pixel in an ordered dither pattern of 4 by 4 (Bayer).
fn threshold(column: usize, row: usize) -> f32 {
    let (a, b) = (column ^ row, row);
    let rank = (0..2).fold(0, |rank, bit| rank << 2 | (a >> bit & 1) << 1 | (b >> bit & 1));
    (rank as f32 + 0.5) / 16.0
}

fn mix(a: [f32; 3], b: [f32; 3], t: f32) -> [f32; 3] {
    [0, 1, 2].map(|part| a[part] + (b[part] - a[part]) * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_in_the_palette_and_none_means_unchanged() {
        assert!(SKIES * LEVELS <= usize::from(UNCHANGED));
        assert_eq!(Dusk::palette().len(), 3 * 256);
        for darkness in [0.0, 0.4, 1_000.0] {
            let indices = Dusk::new().draw(&[darkness; WIDTH * HORIZON], true);
            assert_eq!(indices.len(), WIDTH * HEIGHT);
            assert!(indices.iter().all(|&index| usize::from(index) < SKIES * LEVELS));
        }
    }

    #[test]
    fn a_pixel_changes_when_its_light_does() {
        let mut dusk = Dusk::new();
        let mut darkness = vec![0.0; WIDTH * HORIZON];
        dusk.draw(&darkness, true);
        assert!(dusk.draw(&darkness, false).iter().all(|&index| index == UNCHANGED));
        let pixel = 40 * WIDTH + 100;
        darkness[pixel] = 1.0;
        let changed = dusk.draw(&darkness, false);
        assert_ne!(changed[pixel], UNCHANGED);
        // The water mirrors it, or not: at most a few pixels more.
        assert!((1..9).contains(&changed.iter().filter(|&&index| index != UNCHANGED).count()));
        darkness[pixel] = 0.0;
        assert_ne!(dusk.draw(&darkness, false)[pixel], UNCHANGED);
        assert!(
            dusk.levels
                .iter()
                .zip(Dusk::new().draw(&darkness, true))
                .all(|(level, index)| index as usize % LEVELS == *level as usize)
        );
    }
}
