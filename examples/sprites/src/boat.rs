//! What is in front of all sprites: a boat from which two people watch, dark against the lights.

use crate::camera::{HEIGHT, WIDTH};
use crate::raster::Frame;

/// A line with round ends: from where to where, and half of its thickness there, in pixels.
type Limb = [f32; 6];

/// The hull, from stem to stern, the people, a lantern's pole, and an oar.
const LIMBS: [Limb; 22] = [
    // Hull
    [33.3, 204.2, 53.3, 210.4, 1.1, 3.3],
    [53.3, 210.4, 83.3, 212.9, 3.3, 4.7],
    [83.3, 212.9, 113.3, 210.4, 4.7, 3.3],
    [113.3, 210.4, 135.8, 202.5, 3.3, 1.1],
    // Oar
    [100.8, 200.0, 146.7, 217.5, 0.6, 0.7],
    [141.7, 215.5, 148.3, 218.2, 1.0, 1.5],
    // The taller one: coat, chest, neck, head, hat, both arms
    [71.7, 210.0, 72.1, 198.3, 5.2, 4.2],
    [72.1, 198.3, 72.5, 190.8, 4.2, 3.7],
    [72.5, 190.8, 73.0, 185.0, 1.7, 1.3],
    [73.2, 182.9, 73.3, 182.1, 3.0, 2.9],
    [69.2, 181.3, 77.5, 180.8, 0.7, 0.7],
    [73.5, 180.2, 73.7, 178.0, 2.3, 1.2],
    [75.0, 190.8, 80.8, 185.0, 1.4, 1.2],
    [80.8, 185.0, 85.5, 178.8, 1.2, 0.9],
    [70.0, 191.7, 66.2, 198.8, 1.5, 1.2],
    // The child: coat, chest, neck, head, both arms
    [93.3, 210.0, 93.7, 202.5, 4.2, 3.2],
    [93.7, 202.5, 93.7, 197.9, 3.2, 2.5],
    [93.7, 197.9, 93.5, 193.8, 1.2, 1.0],
    [93.5, 192.5, 93.5, 191.8, 2.6, 2.6],
    [92.2, 198.0, 88.8, 191.5, 1.0, 0.8],
    [95.5, 198.3, 99.7, 193.0, 1.0, 0.8],
    // The rail
    [43.3, 208.3, 125.0, 207.5, 0.9, 0.9],
];

/// Draws the boat, and its shadow in the water.
pub(crate) fn draw(frame: &mut Frame) {
    for row in 170..HEIGHT {
        for column in 25..160 {
            let at = [column as f32 + 0.5, row as f32 + 0.5];
            let light = &mut frame[row * WIDTH + column];
            // The water mirrors the boat, and the ripples are wide here.
            let mirrored = [at[0] + if row % 4 < 2 { 0.7 } else { -0.7 }, 2.0 * 216.5 - at[1]];
            let dark = if row > 215 { 0.55 * cover(mirrored) } else { 0.0 };
            *light = light.map(|light| light * (1.0 - dark));
            let cover = cover(at);
            // Light from above catches on shoulders, hats and the rail.
            let above = self::cover([at[0] + 0.5, at[1] - 1.3]);
            let rim = (cover - above).max(0.0) * 0.22;
            *light = [light[0] * (1.0 - cover) + 0.035 * cover, light[1] * (1.0 - cover) + rim];
        }
    }
}

/// The part of a pixel that the boat covers.
fn cover([x, y]: [f32; 2]) -> f32 {
    let inside = LIMBS.iter().map(|&[from_x, from_y, to_x, to_y, first, last]| {
        let (way, away) = ([to_x - from_x, to_y - from_y], [x - from_x, y - from_y]);
        let part = (away[0] * way[0] + away[1] * way[1]) / (way[0] * way[0] + way[1] * way[1]);
        let part = part.clamp(0.0, 1.0);
        let off = [away[0] - way[0] * part, away[1] - way[1] * part];
        first + (last - first) * part - (off[0] * off[0] + off[1] * off[1]).sqrt()
    });
    (inside.fold(f32::MIN, f32::max) + 0.5).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boat_is_dark_and_the_rest_stays() {
        let mut frame = vec![[0.5; 2]; WIDTH * HEIGHT];
        draw(&mut frame);
        assert!(frame[212 * WIDTH + 83][0] < 0.1);
        assert_eq!(frame[100 * WIDTH + 100], [0.5; 2]);
        assert_eq!(frame[190 * WIDTH + 150], [0.5; 2]);
    }
}
