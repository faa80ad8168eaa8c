//! Draws sprites from the bytes of their instances, as a graphics card does: what [`Camera`] places is the work of
//! a vertex shader, and each [`Shape`] that of a fragment shader.
//!
//! A pixel has two numbers: the light of the night, which is blue, and that of flames. A sprite takes away a part of
//! what is behind it, and adds its own light. So the order of sprites matters.

use crate::camera::{Camera, HEIGHT, HORIZON, Placed, WIDTH};
use crate::rules::SPREAD;
use crate::sprite::{Instance, Shape};
use example_support::{smooth, wave};
use std::ops::Range;

/// The two lights of each pixel, row by row.
pub(crate) type Frame = Vec<[f32; 2]>;

/// What a sprite does to a pixel: the part of its light that comes from there, and the part of its opacity.
struct Fragment {
    light: f32,
    opacity: f32,
}

/// Draws all instances in their order.
pub(crate) fn draw(bytes: &[u8], camera: Camera, frame: &mut Frame) {
    for bytes in bytes.chunks_exact(size_of::<Instance>()) {
        let instance: Instance = bytemuck::pod_read_unaligned(bytes);
        if let Some(placed) = camera.place(&instance) {
            sprite(&instance, &placed, camera, frame);
        }
    }
}

fn sprite(instance: &Instance, placed: &Placed, camera: Camera, frame: &mut Frame) {
    let pixel = 1.0 / placed.half[0].max(0.01);
    match Shape::ALL.get(instance.shape as usize) {
        Some(Shape::Lantern) => {
            fill(instance, placed, 0..HEIGHT, frame, |[x, y], _| lantern(x, y, pixel));
        }
        Some(Shape::Mirrored) => {
            let far = placed.middle[1] - HORIZON as f32;
            fill(instance, placed, HORIZON..HEIGHT, frame, |at, row| ripple(at, row, far, camera.turn));
        }
        Some(Shape::Soft) => fill(instance, placed, 0..HEIGHT, frame, |[x, y], _| {
            let left = (1.0 - x * x - y * y).max(0.0);
            Fragment { light: left * left, opacity: left * left }
        }),
        None => {}
    }
}

/// A paper lantern, wide at the top, with a flame at the bottom, in its halo.
fn lantern(x: f32, y: f32, pixel: f32) -> Fragment {
    let left = (1.0 - x * x - y * y).max(0.0);
    let halo = 0.15 * left * left * left * left;
    let (x, y) = (SPREAD * x, SPREAD * y);
    // 0 at the top, 1 at the bottom.
    let down = 0.5 + 0.5 * y;
    let top = smooth(6.0 * down);
    let wide = (0.62 + 0.38 * top) * (1.0 - 0.28 * down * down);
    let edge = SPREAD * pixel;
    let inside = |way: f32| (way / edge + 0.5).clamp(0.0, 1.0);
    let paper = inside(wide - x.abs()) * inside(1.0 - y.abs());
    let flame = [x, 2.0 * (down - 0.86)];
    let near_flame = (1.0 - flame[0] * flame[0] - flame[1] * flame[1]).max(0.0);
    let round = 1.0 - 0.45 * x * x / (wide * wide);
    let glow = (0.34 + 0.42 * down * down) * round + 1.3 * near_flame * near_flame * near_flame;
    Fragment { light: halo + (glow - halo) * paper, opacity: 0.96 * paper }
}

/// A light in water, which ripples draw apart: nearer to the viewer the ripples are longer.
fn ripple([x, y]: [f32; 2], row: usize, far: f32, turn: f32) -> Fragment {
    let depth = (row - HORIZON) as f32 / (HEIGHT - HORIZON) as f32;
    let phase = 13.0 * (1.0 - depth) * (1.0 - depth) + 0.021 * far;
    let aside = (wave(phase - turn) + 0.6 * wave(2.3 * phase + 2.0 * turn)) * (0.18 + 0.5 * depth);
    let broken = 0.62 + 0.38 * wave(3.1 * phase - 2.0 * turn);
    let x = x + aside;
    let left = (1.0 - x * x - y * y).max(0.0);
    Fragment { light: left * left * broken * (1.0 - 0.45 * depth), opacity: 0.0 }
}

/// Draws the pixels of a sprite in these rows of the screen.
fn fill(
    instance: &Instance,
    placed: &Placed,
    rows: Range<usize>,
    frame: &mut Frame,
    fragment: impl Fn([f32; 2], usize) -> Fragment,
) {
    let Placed { middle, half, clear } = *placed;
    let light = instance.light.map(|light| light * clear);
    // What is smaller than a pixel fills a pixel and a half, and is the weaker for it.
    let size = half.map(|half| half.max(0.75));
    let weak = (half[0] / size[0]) * (half[1] / size[1]);
    let (light, opacity) = (light.map(|light| light * weak), instance.opacity * weak);
    if light[0] + light[1] + opacity < 0.002 {
        return;
    }
    let range = |axis: usize, within: Range<usize>| {
        let first = (middle[axis] - size[axis] - 0.5).max(within.start as f32) as usize;
        let end = (middle[axis] + size[axis] + 1.5).clamp(0.0, within.end as f32) as usize;
        first..end
    };
    for row in range(1, rows) {
        let y = (row as f32 + 0.5 - middle[1]) / size[1];
        let columns = range(0, 0..WIDTH);
        let pixels = &mut frame[row * WIDTH..][..WIDTH];
        for column in columns {
            let x = (column as f32 + 0.5 - middle[0]) / size[0];
            let part = fragment([x, y], row);
            let behind = 1.0 - opacity * part.opacity;
            let [night, flame] = pixels[column];
            pixels[column] = [night * behind + light[0] * part.light, flame * behind + light[1] * part.light];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprite::Sprite;

    fn drawn(instances: &[Instance]) -> Frame {
        let mut frame = vec![[0.5, 0.25]; WIDTH * HEIGHT];
        draw(bytemuck::cast_slice(instances), Camera::at(0.0), &mut frame);
        frame
    }

    #[test]
    fn nothing_leaves_the_screen_and_unknown_shapes_are_not_drawn() {
        let empty = drawn(&[]);
        let beyond = [[0.0, 999.0, 20.0], [-999.0, 3.0, 20.0]].map(|at| Sprite::at(at, 0).instance);
        assert_eq!(drawn(&beyond), empty);
        let unknown = Instance { shape: 99, ..Sprite::at([0.0, 3.0, 20.0], 0).instance };
        assert_eq!(drawn(&[unknown]), empty);
        // At each edge.
        for at in [[-7.0, 3.0, 10.0], [7.2, 3.0, 10.0], [0.0, 8.3, 10.0], [0.0, 0.2, 10.0]] {
            let large = Instance { size: [2.0, 2.0], ..Sprite::at(at, 0).instance };
            assert_ne!(drawn(&[large]), empty, "{at:?}");
        }
    }

    #[test]
    fn the_last_one_covers_the_others() {
        let lantern = |light| Instance {
            light: [0.0, light],
            size: [4.0; 2],
            ..Sprite::at([0.0, 3.0, 12.0], 0).instance
        };
        let middle = |frame: &Frame| frame[149 * WIDTH + WIDTH / 2][1];
        let (bright, dark) = (lantern(1.0), lantern(0.1));
        let (covered, over) = (drawn(&[bright, dark]), drawn(&[dark, bright]));
        assert!(middle(&covered) < 0.5 * middle(&over), "{} {}", middle(&covered), middle(&over));
    }

    #[test]
    fn only_water_mirrors() {
        let image = Instance {
            shape: Shape::Mirrored as u32,
            size: [9.0; 2],
            ..Sprite::at([0.0, 0.0, 20.0], 0).instance
        };
        let (frame, empty) = (drawn(&[image]), drawn(&[]));
        assert_eq!(frame[..WIDTH * HORIZON], empty[..WIDTH * HORIZON]);
        assert_ne!(frame, empty);
    }
}
