//! Streaming: for each frame, makes the visible tiles resident, draws the frame from the pages, and compares it with
//! the source.

use crate::cache::{Cache, CacheError};
use crate::pages::TileCoord;
use crate::picture::{Picture, differing};
use crate::tile::{Rect, Tile};

/// A camera that moves over a picture.
pub(crate) struct Stream<'a> {
    source: &'a Picture,
    pub(crate) cache: Cache,
    /// All frames, each drawn at its place over the earlier ones.
    pub(crate) seen: Picture,
    frames: u32,
    wrong: usize,
}

impl<'a> Stream<'a> {
    /// A stream of a picture with up to `limit` resident tiles, before its first frame.
    pub(crate) fn new(source: &'a Picture, limit: usize) -> Self {
        // Every pixel starts inverted. If no frame draws it, it still differs at the end.
        Stream { source, cache: Cache::new(source, limit), seen: source.negative(), frames: 0, wrong: 0 }
    }

    /// Draws the next frame.
    pub(crate) fn frame(&mut self, view: Rect) -> Result<(), CacheError> {
        let look_up = |tile| Ok((tile, self.cache.look_up(self.source, tile, self.frames)?));
        // Make all of them resident before drawing the first one. Otherwise, a tile of this frame could be evicted
        // before it is drawn.
        let visible: Vec<(Tile, TileCoord)> = view.tiles().map(look_up).collect::<Result<_, _>>()?;
        for (tile, coord) in visible {
            self.draw(view.part_on(tile), coord);
        }
        self.frames += 1;
        Ok(())
    }

    /// Draws this part of the picture from the tile at `coord`.
    fn draw(&mut self, part: Rect, coord: TileCoord) {
        for (y, row) in (part.y..).zip(self.cache.pages.rows(coord, part)) {
            self.wrong += differing(row, self.source.row(part.x, y, part.width), self.source.format);
            self.seen.row_mut(part.x, y, part.width).copy_from_slice(row);
        }
    }

    /// Checks that everything was as in the source: every pixel of every frame, and every pixel of the picture in
    /// some frame.
    pub(crate) fn check(&self) -> Result<(), String> {
        let Picture { width, height, format, .. } = *self.source;
        let rows =
            (0..height).map(|y| differing(self.seen.row(0, y, width), self.source.row(0, y, width), format));
        match (self.wrong, rows.sum::<usize>()) {
            (0, 0) => Ok(()),
            (wrong, at_the_end) => Err(format!(
                "{wrong} pixels of the {} frames differ from the source, and {at_the_end} of the {} pixels of the \
                 picture made from them",
                self.frames,
                width * height
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::views;
    use crate::picture::Format;
    use crate::picture::tests::{RGB, noise};
    use png::{BitDepth, ColorType};

    fn streamed(source: &Picture, limit: usize) -> Stream<'_> {
        let mut stream = Stream::new(source, limit);
        for view in views(source) {
            stream.frame(view).unwrap();
        }
        stream
    }

    #[test]
    fn pictures_of_any_size_and_format_are_seen_as_they_are() {
        for (width, height) in [(1, 1), (64, 64), (65, 63), (1_300, 800)] {
            for color in [ColorType::Grayscale, ColorType::Rgba] {
                for depth in [BitDepth::Eight, BitDepth::Sixteen] {
                    let source = noise(width, height, Format { color, depth });
                    let stream = streamed(&source, 300);
                    assert_eq!(stream.check(), Ok(()), "{source:?}");
                    assert!(stream.seen == source);
                }
            }
        }
    }

    #[test]
    fn the_least_tiles_that_do_give_the_same_picture() {
        let source = noise(1_700, 800, RGB);
        let most_visible = views(&source).into_iter().map(|view| view.tiles().count()).max().unwrap();
        let stream = streamed(&source, most_visible);
        assert_eq!(stream.check(), Ok(()));
        let counts = stream.cache.counts;
        assert_eq!(counts.most_resident, most_visible);
        assert_eq!(counts.streamed - counts.evictions, most_visible);
        assert!(counts.evictions > 0);

        let mut stream = Stream::new(&source, most_visible - 1);
        let result: Result<(), CacheError> =
            views(&source).into_iter().try_for_each(|view| stream.frame(view));
        assert!(matches!(result, Err(CacheError::TooFewTiles { .. })), "{result:?}");
    }

    #[test]
    fn a_page_that_is_spoilt_for_one_frame_is_noticed() {
        let source = noise(200, 100, RGB);
        let view = Rect::of(&source);
        let mut stream = Stream::new(&source, 8);
        stream.frame(view).unwrap();
        let flip = |stream: &mut Stream<'_>| stream.cache.pages.pictures[0].row_mut(5, 5, 1)[1] ^= 1;
        flip(&mut stream);
        stream.frame(view).unwrap();
        let message = stream.check().unwrap_err();
        assert!(
            message.starts_with("1 pixels of the 2 frames differ from the source, and 1 of the 20000"),
            "{message}"
        );
        flip(&mut stream);
        stream.frame(view).unwrap();
        let message = stream.check().unwrap_err();
        assert!(
            message.starts_with("1 pixels of the 3 frames differ from the source, and 0 of the 20000"),
            "{message}"
        );
    }

    #[test]
    fn what_no_frame_sees_differs() {
        let source = noise(200, 100, RGB);
        let mut stream = Stream::new(&source, 8);
        stream.frame(Rect { width: 199, ..Rect::of(&source) }).unwrap();
        let message = stream.check().unwrap_err();
        assert!(
            message.starts_with("0 pixels of the 1 frames differ from the source, and 100 of"),
            "{message}"
        );
    }
}
