//! Frames as an animated PNG that repeats for ever.

use crate::camera::{HEIGHT, WIDTH};
use crate::palette::{self, UNCHANGED};
use crate::raster::Frame;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError, Filter};
use std::io::Write;

/// Frames per second.
const SPEED: u16 = 14;

pub(crate) fn write(out: impl Write, frames: &[Frame]) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(out, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette::colours());
    let mut opacity = [u8::MAX; 256];
    opacity[usize::from(UNCHANGED)] = 0;
    encoder.set_trns(&opacity[..]);
    encoder.set_animated(frames.len() as u32, 0)?;
    encoder.set_frame_delay(1, SPEED)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    encoder.set_blend_op(BlendOp::Over)?;
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut shown = vec![None; WIDTH * HEIGHT];
    for frame in frames {
        writer.write_image_data(&indices(frame, &mut shown))?;
    }
    writer.finish()
}

/// The indices of a frame. Pixels that stay as they were are [`UNCHANGED`].
fn indices(frame: &Frame, shown: &mut [Option<[u8; 2]>]) -> Vec<u8> {
    let pixels = frame.iter().zip(shown).enumerate();
    let index = |(pixel, (light, shown)): (usize, (&[f32; 2], &mut Option<[u8; 2]>))| {
        let steps = palette::steps(*light, pixel % WIDTH, pixel / WIDTH, *shown);
        if shown.replace(steps) == Some(steps) { UNCHANGED } else { palette::index(steps) }
    };
    pixels.map(index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_is_whole_and_others_are_what_changed() {
        let mut shown = vec![None; WIDTH * HEIGHT];
        let mut frame = vec![[0.4, 0.1]; WIDTH * HEIGHT];
        assert!(!indices(&frame, &mut shown).contains(&UNCHANGED));
        frame[700] = [0.4, 3.0];
        let changed = indices(&frame, &mut shown);
        assert_eq!(changed.iter().filter(|&&index| index != UNCHANGED).count(), 1);
        assert_ne!(changed[700], UNCHANGED);
        let mut picture = Vec::new();
        write(&mut picture, &[frame]).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
    }
}
