//! Tiles: squares of the picture, and rectangles that consist of parts of tiles.

use crate::picture::Picture;
use std::ops::Range;

/// Pixels per side of a tile.
pub(crate) const TILE: usize = 64;

/// A tile of the picture, by its column and row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Tile {
    pub(crate) column: u32,
    pub(crate) row: u32,
}

impl Tile {
    /// The pixels of one of its rows, up to the right edge of the picture. Below the bottom edge, this is the last
    /// row of the picture.
    pub(crate) fn row_of(self, picture: &Picture, line: usize) -> &[u8] {
        let (x, y) = (self.column as usize * TILE, self.row as usize * TILE + line);
        picture.row(x, y.min(picture.height - 1), TILE.min(picture.width - x))
    }
}

/// A rectangle of pixels of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rect {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Rect {
    /// The rectangle of a whole picture.
    pub(crate) fn of(picture: &Picture) -> Self {
        Rect { x: 0, y: 0, width: picture.width, height: picture.height }
    }

    /// The tiles that it touches, row by row.
    pub(crate) fn tiles(self) -> impl Iterator<Item = Tile> {
        let (columns, rows) = (tiles(self.x, self.width), tiles(self.y, self.height));
        rows.flat_map(move |row| columns.clone().map(move |column| Tile { column, row }))
    }

    /// The part of it that is on a tile.
    pub(crate) fn part_on(self, tile: Tile) -> Rect {
        let (x, width) = overlap(self.x, self.width, tile.column);
        let (y, height) = overlap(self.y, self.height, tile.row);
        Rect { x, y, width, height }
    }
}

/// The tiles that contain `length` pixels from `start` on.
fn tiles(start: usize, length: usize) -> Range<u32> {
    (start / TILE) as u32..(start + length).div_ceil(TILE) as u32
}

/// The part of `length` pixels from `start` on that is on one tile.
fn overlap(start: usize, length: usize, tile: u32) -> (usize, usize) {
    let first = start.max(tile as usize * TILE);
    let end = (start + length).min((tile as usize + 1) * TILE);
    (first, end.saturating_sub(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{RGB, noise};

    #[test]
    fn the_parts_on_its_tiles_are_the_rectangle() {
        for (x, y, width, height) in [(0, 0, 1, 1), (0, 64, 128, 64), (63, 1, 2, 200), (100, 70, 300, 129)] {
            let rect = Rect { x, y, width, height };
            let mut covered = vec![0; 512 * 512];
            for part in rect.tiles().map(|tile| rect.part_on(tile)) {
                assert!(part.width > 0 && part.height > 0, "{rect:?} has nothing on one of its tiles");
                for y in part.y..part.y + part.height {
                    covered[y * 512 + part.x..][..part.width].iter_mut().for_each(|times| *times += 1);
                }
            }
            for (i, times) in covered.into_iter().enumerate() {
                let is_inside = (x..x + width).contains(&(i % 512)) && (y..y + height).contains(&(i / 512));
                assert_eq!(times, u32::from(is_inside), "{rect:?}, pixel {i}");
            }
        }
    }

    #[test]
    fn tiles_at_the_edges_are_cut_to_the_right_and_repeat_at_the_bottom() {
        let picture = noise(70, 66, RGB);
        let corner = Tile { column: 1, row: 1 };
        assert_eq!(corner.row_of(&picture, 0), picture.row(64, 64, 6));
        assert_eq!(corner.row_of(&picture, 1), picture.row(64, 65, 6));
        assert_eq!(corner.row_of(&picture, 63), picture.row(64, 65, 6));
        assert_eq!(Rect::of(&picture).tiles().last(), Some(corner));
    }
}
