//! The pages: pictures of 4096x4096 pixels that hold the resident tiles, and the pool of their places.

use crate::picture::{Format, Picture};
use crate::tile::{Rect, TILE, Tile};
use stackpool::Pool;

/// Tiles per row and per column of a page.
pub(crate) const ACROSS: u8 = 64;
/// The number of pages. For more pages, only this number changes.
const PAGES: u16 = 1;
/// Pixels per side of a page.
const SIDE: usize = ACROSS as usize * TILE;

/// The place of a tile in the pages. The pool hands out each place once.
///
/// The last field counts fastest. So pages fill row by row, and a new page is used only when the one before it is
/// full.
#[derive(Pool, Clone, Copy, PartialEq, Eq, Debug)]
#[pool(values)]
pub(crate) struct TileCoord {
    #[pool(range = 0..PAGES)]
    pub(crate) page: u16,
    #[pool(range = 0..ACROSS)]
    pub(crate) y: u8,
    #[pool(range = 0..ACROSS)]
    pub(crate) x: u8,
}

impl TileCoord {
    /// The pixel of its page at which it begins.
    fn corner(self) -> (usize, usize) {
        (usize::from(self.x) * TILE, usize::from(self.y) * TILE)
    }
}

/// The memory of the resident tiles, as on a graphics card.
pub(crate) struct Pages {
    format: Format,
    /// The pages that were written to.
    pub(crate) pictures: Vec<Picture>,
}

impl Pages {
    pub(crate) fn new(format: Format) -> Self {
        Pages { format, pictures: Vec::new() }
    }

    /// Copies a tile of the source to its place. A tile at the edge of the source is padded with its last pixels.
    pub(crate) fn upload(&mut self, source: &Picture, tile: Tile, coord: TileCoord) {
        let page = usize::from(coord.page);
        while self.pictures.len() <= page {
            self.pictures.push(Picture::new(SIDE, SIDE, self.format));
        }
        let (x, y) = coord.corner();
        let size = self.format.bytes_per_pixel();
        for line in 0..TILE {
            let row = tile.row_of(source, line);
            let (inside, padding) = self.pictures[page].row_mut(x, y + line, TILE).split_at_mut(row.len());
            inside.copy_from_slice(row);
            for pixel in padding.chunks_exact_mut(size) {
                pixel.copy_from_slice(&row[row.len() - size..]);
            }
        }
    }

    /// The rows of this part of a tile, read from the pages at `coord`.
    pub(crate) fn rows(&self, coord: TileCoord, part: Rect) -> impl Iterator<Item = &[u8]> {
        let page = &self.pictures[usize::from(coord.page)];
        let (x, y) = coord.corner();
        // `part` is in pixels of the source, in which tiles begin at multiples of their side too.
        let (x, y) = (x + part.x % TILE, y + part.y % TILE);
        (y..y + part.height).map(move |y| page.row(x, y, part.width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{RGB, noise};

    #[test]
    fn places_are_handed_out_row_by_row_and_cover_the_pages() {
        let mut pool = TileCoordPool::new();
        let mut is_taken = vec![false; TileCoordPool::CAPACITY];
        for i in 0..TileCoordPool::CAPACITY {
            let coord = pool.acquire().unwrap();
            let (x, y) = coord.corner();
            let place = usize::from(coord.page) * 4096 + y / TILE * 64 + x / TILE;
            assert_eq!(place, i);
            assert!(!std::mem::replace(&mut is_taken[place], true), "{coord:?} twice");
        }
        assert_eq!((pool.acquire(), is_taken.len()), (None, 4_096));
    }

    #[test]
    fn a_tile_at_the_corner_is_padded_with_its_last_pixels() {
        let source = noise(70, 66, RGB);
        let mut pages = Pages::new(RGB);
        let coord = TileCoord { page: 0, y: 63, x: 2 };
        pages.upload(&source, Tile { column: 1, row: 1 }, coord);
        let page = &pages.pictures[0];
        for y in 0..TILE {
            let from = y.min(1) + 64;
            assert_eq!(page.row(128, 4032 + y, 6), source.row(64, from, 6));
            for x in 6..TILE {
                assert_eq!(page.row(128 + x, 4032 + y, 1), source.row(69, from, 1));
            }
        }
        // No pixel next to it was changed.
        let neighbours = [page.row(0, 4095, 128), page.row(192, 4032, SIDE - 192), page.row(0, 4031, SIDE)];
        assert!(neighbours.into_iter().flatten().all(|&byte| byte == 0));
    }
}
