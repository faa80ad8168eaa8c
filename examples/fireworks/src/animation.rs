//! Writes the frames as an animated GIF: one palette, dithered, and of each frame only the pixels that changed.

use crate::frame::{HEIGHT, Rgb, WIDTH};
use crate::palette::{COLOURS, Palette};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::Write;

/// How long a frame is shown, in hundredths of a second: 25 frames per second.
const DELAY: u16 = 4;

/// The index of a pixel that stays as it was.
const UNCHANGED: u8 = COLOURS as u8;

/// Writes `frames` as a GIF that repeats for ever.
pub(crate) fn write(out: impl Write, frames: &[Vec<Rgb>]) -> Result<(), EncodingError> {
    let mut palette = Palette::of(frames);
    let mut encoder = Encoder::new(out, WIDTH as u16, HEIGHT as u16, &palette.bytes())?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut shown: Option<Vec<u8>> = None;
    for frame in frames {
        let indices = dither(frame, shown.as_deref(), &mut palette);
        let buffer = match &shown {
            Some(shown) => {
                let changed = |(&new, &old): (&u8, &u8)| if new == old { UNCHANGED } else { new };
                indices.iter().zip(shown).map(changed).collect()
            }
            None => indices.clone(),
        };
        encoder.write_frame(&Frame {
            delay: DELAY,
            dispose: DisposalMethod::Keep,
            transparent: Some(UNCHANGED),
            width: WIDTH as u16,
            height: HEIGHT as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        shown = Some(indices);
    }
    Ok(())
}

fn dither(frame: &[Rgb], shown: Option<&[u8]>, palette: &mut Palette) -> Vec<u8> {
    let pixel = |(i, &colour): (usize, &Rgb)| {
        let before = shown.map(|shown| shown[i]);
        palette.index(colour, threshold(i % WIDTH, i / WIDTH), before)
    };
    frame.iter().enumerate().map(pixel).collect()
}

/// The threshold of a pixel in an ordered dither pattern of 8 by 8 (Bayer). Its bits are those of `column ^ row` and
/// of `row`, interleaved from the lowest.
fn threshold(column: usize, row: usize) -> f32 {
    let (a, b) = (column ^ row, row);
    let rank = (0..3).fold(0, |rank, bit| rank << 2 | (a >> bit & 1) << 1 | (b >> bit & 1));
    (rank as f32 + 0.5) / 64.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_threshold_is_there_once() {
        let mut ranks: Vec<_> = (0..64).map(|i| (threshold(i % 8, i / 8) * 64.0) as usize).collect();
        ranks.sort_unstable();
        assert_eq!(ranks, (0..64).collect::<Vec<_>>());
    }
}
