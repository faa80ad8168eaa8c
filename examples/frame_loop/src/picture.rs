//! Frames as PNG files.

use crate::play::Shot;
use png::{BitDepth, ColorType, Compression, Encoder};
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Writes `level-number.png` to a directory.
pub(crate) fn write(shot: &Shot<'_>, directory: &Path) -> Result<(), Box<dyn Error>> {
    let path = directory.join(format!("{}-{:03}.png", shot.level, shot.frame));
    let write = || -> Result<(), Box<dyn Error>> {
        let mut file = BufWriter::new(File::create(&path)?);
        encode(shot, &mut file)?;
        Ok(file.flush()?)
    };
    write().map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

fn encode(shot: &Shot<'_>, file: impl Write) -> Result<(), png::EncodingError> {
    let mut encoder = Encoder::new(file, shot.canvas.width as u32, shot.canvas.height as u32);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&shot.canvas.pixels)?;
    writer.finish()
}
