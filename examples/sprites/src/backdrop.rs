//! What is behind all sprites: the last light of the day, stars, hills, a town at the harbour, and the water that
//! mirrors them.

use crate::camera::{HEIGHT, HORIZON, WIDTH};
use crate::raster::Frame;
use example_support::{Random, mixed};
use example_support::{smooth, wave};

/// The column where the sun went down.
const SUNSET: f32 = 128.0;

pub(crate) fn backdrop() -> Frame {
    let mut frame = vec![[0.0; 2]; WIDTH * HEIGHT];
    for row in 0..HORIZON {
        for column in 0..WIDTH {
            frame[row * WIDTH + column][0] = sky(column as f32, row as f32);
        }
    }
    stars(&mut frame);
    let hills: [(f32, [f32; 4]); 3] = [
        (0.40, [25.0, 13.0, 340.0, 0.42]),
        (0.27, [14.0, 9.0, 240.0, 0.92]),
        (0.15, [5.0, 5.0, 170.0, 0.15]),
    ];
    for (light, shape) in hills {
        hill(&mut frame, light, shape);
    }
    town(&mut frame);
    water(&mut frame);
    frame
}

fn sky(x: f32, y: f32) -> f32 {
    let height = y / HORIZON as f32;
    let (aside, up) = ((x - SUNSET) / 150.0, (HORIZON as f32 - y) / 88.0);
    let glow = 1.0 / (1.0 + aside * aside + up * up);
    let cloud =
        0.025 * wave(0.0016 * x + 3.1 * height) * wave(9.0 * height - 0.0021 * x) * smooth(1.6 * height);
    0.08 + 0.15 * height + 0.12 * height * height * height + 0.80 * glow * height + cloud
}

fn stars(frame: &mut Frame) {
    let mut random = Random::new(mixed(77));
    for _ in 0..200 {
        let (column, row) = (random.below(WIDTH), random.below(HORIZON));
        let faint = 1.0 - row as f32 / HORIZON as f32;
        let light = random.unit();
        frame[row * WIDTH + column][0] += 0.5 * faint * light * light * light;
    }
}

/// A ridge along the horizon, with mist at its foot: its height and how much that changes, in pixels, over which
/// length, and where it begins.
fn hill(frame: &mut Frame, light: f32, [height, change, length, start]: [f32; 4]) {
    for column in 0..WIDTH {
        let x = column as f32 / length + start;
        let rough = 0.22 * wave(3.7 * x) + 0.12 * wave(8.3 * x + 0.4) + 0.05 * wave(21.0 * x);
        let top = height + change * (wave(x) + rough);
        for row in 0..HORIZON {
            let up = HORIZON as f32 - row as f32;
            let cover = (top - up + 0.5).clamp(0.0, 1.0);
            let mist = light + 0.12 * (1.0 - smooth(up / 14.0));
            let pixel = &mut frame[row * WIDTH + column][0];
            *pixel += (mist - *pixel) * cover;
        }
    }
}

/// Houses along the far shore, with windows.
fn town(frame: &mut Frame) {
    let mut random = Random::new(mixed(12));
    let mut column = 18;
    while column < 178 {
        let width = 4 + random.below(8);
        // Towards both ends the houses get lower.
        let middle = 1.0 - (column as f32 - 96.0).abs() / 95.0;
        let height = 3 + (random.between(2.0, 11.0) * middle) as usize;
        let is_tower = random.below(14) == 0;
        let height = if is_tower { height + 8 } else { height };
        for x in column..column + width {
            let from_end = (x - column).min(column + width - 1 - x);
            let roof = height + from_end.min(2);
            for up in 0..roof {
                frame[(HORIZON - 1 - up) * WIDTH + x] = [0.13, 0.012];
            }
        }
        for _ in 0..1 + width * height / 22 {
            let (x, up) = (column + 1 + random.below(width - 2), 1 + random.below(height - 2));
            frame[(HORIZON - 1 - up) * WIDTH + x][1] = random.between(0.25, 0.9);
        }
        column += width + random.below(3);
    }
}

/// Mirrors everything above the horizon, and swallows light, more so near the viewer.
fn water(frame: &mut Frame) {
    for row in HORIZON..HEIGHT {
        let depth = (row - HORIZON) as f32 / (HEIGHT - HORIZON) as f32;
        let phase = 11.0 * (1.0 - depth) * (1.0 - depth);
        for column in 0..WIDTH {
            let ripple =
                wave(phase + 0.003 * column as f32) + 0.6 * wave(2.7 * phase - 0.005 * column as f32);
            let x = (column as f32 + ripple * (0.6 + 2.5 * depth)).clamp(0.0, (WIDTH - 1) as f32);
            let y = HORIZON as f32 - 1.0 - (row - HORIZON) as f32 * 1.9 - 1.5 * ripple * depth;
            let y = y.clamp(0.0, (HORIZON - 1) as f32);
            let [night, flame] = frame[y as usize * WIDTH + x as usize];
            let bright = 0.86 - 0.42 * depth + 0.03 * ripple;
            frame[row * WIDTH + column] = [night * bright, flame * bright];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_within_its_limits() {
        let frame = backdrop();
        assert_eq!(frame.len(), WIDTH * HEIGHT);
        assert!(frame.as_flattened().iter().all(|light| (0.0..1.2).contains(light)));
        assert!(frame.iter().any(|[_, flame]| *flame > 0.5));
    }
}
