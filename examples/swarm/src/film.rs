//! Frames as an animated PNG that repeats for ever.

use crate::dusk::{Dusk, UNCHANGED};
use crate::view::{HEIGHT, WIDTH};
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, Filter};
use std::io::Write;

/// Frames per second.
const SPEED: u16 = 13;

/// The frames of the loop.
pub(crate) const LOOP: usize = 28;

/// The frames before the loop, in which the end becomes the beginning.
pub(crate) const FADE: usize = 10;

/// Writes frames, each as the darkness of its pixels. The last ones fade into those before the first of the
/// loop. Returns the length of the loop in frames.
pub(crate) fn write(out: impl Write, frames: &[Vec<f32>]) -> Result<usize, EncodingError> {
    let (fading, frames) = looped(frames);
    let mut encoder = Encoder::new(out, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(Dusk::palette());
    let mut opacity = [u8::MAX; 256];
    opacity[usize::from(UNCHANGED)] = 0;
    encoder.set_trns(&opacity[..]);
    encoder.set_animated((frames.len() + fading.len()) as u32, 0)?;
    encoder.set_frame_delay(1, SPEED)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    encoder.set_blend_op(BlendOp::Over)?;
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut dusk = Dusk::new();
    let all = frames.iter().map(Vec::as_slice).chain(fading.iter().map(Vec::as_slice));
    for (number, frame) in all.enumerate() {
        writer.write_image_data(&dusk.draw(frame, number == 0))?;
    }
    writer.finish()?;
    Ok(frames.len() + fading.len())
}

/// The last frames, mixed with those that are before the first one of the loop, and the frames of the loop.
fn looped(frames: &[Vec<f32>]) -> (Vec<Vec<f32>>, &[Vec<f32>]) {
    let fade = FADE.min(frames.len() / 2);
    let (before, rest) = frames.split_at(fade);
    let (frames, last) = rest.split_at(rest.len() - fade);
    let mix = |(number, (last, before)): (usize, (&Vec<f32>, &Vec<f32>))| {
        let t = (number + 1) as f32 / (fade + 1) as f32;
        last.iter().zip(before).map(|(last, before)| last + (before - last) * t).collect()
    };
    (last.iter().zip(before).enumerate().map(mix).collect(), frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_becomes_what_is_before_the_beginning() {
        let frames: Vec<Vec<f32>> = (0..LOOP + FADE).map(|number| vec![number as f32]).collect();
        let (fading, whole) = looped(&frames);
        assert_eq!(fading.len() + whole.len(), LOOP);
        // The first frame of the loop follows the frames that the last ones fade into.
        assert_eq!((whole[0][0], whole.len()), (FADE as f32, LOOP - FADE));
        let (first, last) = (fading[0][0], fading[FADE - 1][0]);
        assert!(first > 0.85 * LOOP as f32 && last < 0.2 * LOOP as f32 + FADE as f32, "{first} {last}");
        assert!(fading.windows(2).all(|pair| pair[1][0] < pair[0][0]));
    }

    #[test]
    fn one_frame_is_a_picture_too() {
        let mut picture = Vec::new();
        assert_eq!(write(&mut picture, &[vec![0.5; WIDTH * HEIGHT]]).unwrap(), 1);
        assert!(picture.starts_with(b"\x89PNG"));
    }
}
