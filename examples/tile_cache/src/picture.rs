//! Pictures: pixels of a fixed number of bytes, read from PNG and written to PNG without loss.
//!
//! The tile cache moves pixels and never reads their values. So they keep their format: grey, with alpha, 16 bits.
//! Two formats are expanded: a channel of less than a byte becomes a byte, and palette indices become colours. Other
//! data in a file, such as the colour profile, is dropped.

use png::{BitDepth, ColorType, Compression, DecodingError, EncodingError, Transformations};
use std::fmt;
use std::io::{BufRead, ErrorKind, Seek, Write};

/// The most bytes that the pixels of a picture may take: 1 GiB. Without a limit, the header of a file could ask for
/// any size.
const LARGEST: usize = 1 << 30;

/// The format of a pixel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Format {
    pub(crate) color: ColorType,
    pub(crate) depth: BitDepth,
}

impl Format {
    /// 1 to 8.
    pub(crate) fn bytes_per_pixel(self) -> usize {
        self.color.samples() * (self.depth as usize).div_ceil(8)
    }
}

/// Pixels, row by row.
#[derive(Clone, PartialEq)]
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) format: Format,
    bytes: Vec<u8>,
}

impl Picture {
    /// A picture of zero bytes.
    pub(crate) fn new(width: usize, height: usize, format: Format) -> Self {
        Picture { width, height, format, bytes: vec![0; width * height * format.bytes_per_pixel()] }
    }

    /// The picture with each byte of each pixel inverted, so every pixel differs.
    pub(crate) fn negative(&self) -> Self {
        let bytes = self.bytes.iter().map(|byte| !byte).collect();
        Picture { bytes, ..*self }
    }

    /// The pixels of one row, from `x` on.
    pub(crate) fn row(&self, x: usize, y: usize, pixels: usize) -> &[u8] {
        let (start, bytes) = self.place(x, y, pixels);
        &self.bytes[start..start + bytes]
    }

    pub(crate) fn row_mut(&mut self, x: usize, y: usize, pixels: usize) -> &mut [u8] {
        let (start, bytes) = self.place(x, y, pixels);
        &mut self.bytes[start..start + bytes]
    }

    /// The offset of these pixels, and their number of bytes.
    fn place(&self, x: usize, y: usize, pixels: usize) -> (usize, usize) {
        assert!(
            x + pixels <= self.width,
            "{pixels} pixels from {x} on are beyond the row, which has {}",
            self.width
        );
        let size = self.format.bytes_per_pixel();
        ((y * self.width + x) * size, pixels * size)
    }

    /// Reads the first picture of a PNG file. The whole file must be valid.
    pub(crate) fn read(file: impl BufRead + Seek) -> Result<Self, PictureError> {
        let mut decoder = png::Decoder::new(file);
        decoder.set_transformations(Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let (color, depth) = reader.output_color_type();
        let format = Format { color, depth };
        let (width, height) = reader.info().size();
        let bytes = reader.output_buffer_size().filter(|&bytes| bytes <= LARGEST);
        let mut bytes = vec![0; bytes.ok_or(PictureError::TooLarge { width, height, format })?];
        reader.next_frame(&mut bytes)?;
        reader.finish()?;
        Ok(Picture { width: width as usize, height: height as usize, format, bytes })
    }

    /// Writes a PNG file.
    pub(crate) fn write(&self, file: impl Write) -> Result<(), EncodingError> {
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(self.format.color);
        encoder.set_depth(self.format.depth);
        encoder.set_compression(Compression::Fast);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()
    }
}

/// The number of pixels in which two rows differ.
pub(crate) fn differing(a: &[u8], b: &[u8], format: Format) -> usize {
    assert_eq!(a.len(), b.len(), "rows of different lengths");
    // The common case, which is fast.
    if a == b {
        return 0;
    }
    let size = format.bytes_per_pixel();
    a.chunks_exact(size).zip(b.chunks_exact(size)).filter(|(a, b)| a != b).count()
}

/// Why a file is not a picture.
#[derive(Debug)]
pub(crate) enum PictureError {
    TooLarge { width: u32, height: u32, format: Format },
    Png(DecodingError),
}

impl From<DecodingError> for PictureError {
    fn from(error: DecodingError) -> Self {
        PictureError::Png(error)
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::TooLarge { width, height, format } => write!(
                f,
                "{width}x{height} pixels of {} bytes are more than the 1 GiB that a picture may take",
                format.bytes_per_pixel()
            ),
            PictureError::Png(DecodingError::IoError(error)) if error.kind() == ErrorKind::UnexpectedEof => {
                f.write_str("the file ends before its picture ends")
            }
            PictureError::Png(DecodingError::IoError(error)) => write!(f, "cannot be read: {error}"),
            PictureError::Png(error) => write!(f, "not a valid PNG file: {error}"),
        }
    }
}

impl std::error::Error for PictureError {}

/// Shows only its size, because pixels would be too long for a message.
impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} pixels of {:?}", self.width, self.height, self.format)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::io::Cursor;

    pub(crate) const RGB: Format = Format { color: ColorType::Rgb, depth: BitDepth::Eight };

    /// A picture in which all pixels of a tile differ, and all tiles differ.
    pub(crate) fn noise(width: usize, height: usize, format: Format) -> Picture {
        let mut picture = Picture::new(width, height, format);
        let mut state = 1_u32;
        for byte in &mut picture.bytes {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (state >> 24) as u8;
        }
        picture
    }

    fn png(picture: &Picture) -> Vec<u8> {
        let mut file = Vec::new();
        picture.write(&mut file).unwrap();
        file
    }

    fn read(file: &[u8]) -> Result<Picture, String> {
        Picture::read(Cursor::new(file)).map_err(|error| error.to_string())
    }

    #[test]
    fn pixels_of_every_format_come_back_as_they_were() {
        let colors = [ColorType::Grayscale, ColorType::GrayscaleAlpha, ColorType::Rgb, ColorType::Rgba];
        for (i, color) in colors.into_iter().enumerate() {
            for (depth, bytes) in [(BitDepth::Eight, 1), (BitDepth::Sixteen, 2)] {
                let format = Format { color, depth };
                assert_eq!(format.bytes_per_pixel(), (i + 1) * bytes);
                let picture = noise(67, 13, format);
                assert_eq!(read(&png(&picture)), Ok(picture));
            }
        }
    }

    #[test]
    fn palettes_become_their_colours() {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 3, 1);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Two);
        encoder.set_palette(vec![1, 2, 3, 40, 50, 60, 255, 254, 253]);
        encoder.write_header().unwrap().write_image_data(&[0b01_10_00_00]).unwrap();
        let picture = read(&file).unwrap();
        assert_eq!(picture.format, RGB);
        assert_eq!(picture.row(0, 0, 3), [40, 50, 60, 255, 254, 253, 1, 2, 3]);
    }

    #[test]
    fn what_is_no_sound_file_is_told() {
        let file = png(&noise(20, 20, RGB));
        for length in [0, 4, 20, file.len() / 2, file.len() - 13] {
            assert_eq!(
                read(&file[..length]),
                Err("the file ends before its picture ends".to_owned()),
                "{length}"
            );
        }
        let mut flipped = file.clone();
        flipped[file.len() / 2] ^= 1;
        for bad in [&b"GIF89a, and whatever follows it"[..], &flipped] {
            let message = read(bad).unwrap_err();
            assert!(message.starts_with("not a valid PNG file: "), "{message}");
        }
    }

    #[test]
    fn a_header_that_asks_for_too_much_is_refused() {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 40_000, 20_000);
        encoder.set_color(ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
        // The writer finishes the file, although it has no pixels.
        drop(writer);
        let message = read(&file).unwrap_err();
        assert!(message.starts_with("40000x20000 pixels of 3 bytes are more than"), "{message}");
    }

    #[test]
    fn differing_pixels_are_counted_once_each() {
        let a = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        let b = [1, 2, 3, 0, 0, 0, 7, 8, 0];
        assert_eq!((differing(&a, &a, RGB), differing(&a, &b, RGB)), (0, 2));
        let picture = noise(9, 1, RGB);
        assert_eq!(differing(picture.row(0, 0, 9), picture.negative().row(0, 0, 9), RGB), 9);
    }
}
