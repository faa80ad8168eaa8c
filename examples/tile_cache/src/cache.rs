//! The cache: which tile is where, and which one has to leave.

use crate::calls::Call;
use crate::pages::{Pages, TileCoord, TileCoordPool};
use crate::picture::Picture;
use crate::tile::Tile;
use stackpool::ReleaseError;
use std::collections::{BTreeSet, HashMap};
use std::error::Error;
use std::fmt;

/// How often each event happened.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Counts {
    /// Tiles that were copied to the pages.
    pub(crate) streamed: usize,
    /// Tiles that were resident when the camera saw them.
    pub(crate) hits: usize,
    /// Tiles that were evicted for another tile.
    pub(crate) evictions: usize,
    pub(crate) most_resident: usize,
}

/// The place of a tile, and the last frame that saw it.
struct Resident {
    coord: TileCoord,
    seen: u32,
}

/// The resident tiles.
///
/// The pool has the free places. `resident` has the other places, each once. `by_age` lists the same tiles again,
/// starting with the tile that was not seen for the longest time.
pub(crate) struct Cache {
    free: TileCoordPool,
    pub(crate) limit: usize,
    resident: HashMap<Tile, Resident>,
    by_age: BTreeSet<(u32, Tile)>,
    pub(crate) pages: Pages,
    pub(crate) counts: Counts,
    /// The calls to the pool, in order.
    pub(crate) calls: Vec<Call>,
}

impl Cache {
    /// A cache for up to `limit` tiles of this picture. No tile is resident yet.
    pub(crate) fn new(source: &Picture, limit: usize) -> Self {
        Cache {
            free: TileCoordPool::new(),
            limit,
            resident: HashMap::new(),
            by_age: BTreeSet::new(),
            pages: Pages::new(source.format),
            counts: Counts::default(),
            calls: Vec::new(),
        }
    }

    /// The place of this tile, which `frame` sees. The tile is streamed in if it is not resident.
    pub(crate) fn look_up(
        &mut self,
        source: &Picture,
        tile: Tile,
        frame: u32,
    ) -> Result<TileCoord, CacheError> {
        if let Some(resident) = self.resident.get_mut(&tile) {
            self.by_age.remove(&(resident.seen, tile));
            self.by_age.insert((frame, tile));
            resident.seen = frame;
            self.counts.hits += 1;
            return Ok(resident.coord);
        }
        let coord = self.make_room(frame)?;
        self.pages.upload(source, tile, coord);
        self.resident.insert(tile, Resident { coord, seen: frame });
        self.by_age.insert((frame, tile));
        self.counts.streamed += 1;
        self.counts.most_resident = self.counts.most_resident.max(self.free.len());
        Ok(coord)
    }

    /// A free place. If there is none, the oldest tile gives up its place.
    fn make_room(&mut self, frame: u32) -> Result<TileCoord, CacheError> {
        if self.free.len() < self.limit {
            if let Some(coord) = self.acquire() {
                return Ok(coord);
            }
        }
        self.evict(frame)?;
        self.acquire().ok_or(CacheError::TooFewTiles { frame, limit: self.limit })
    }

    fn acquire(&mut self) -> Option<TileCoord> {
        let coord = self.free.acquire()?;
        self.calls.push(Call::Acquire(coord));
        Some(coord)
    }

    /// Gives back the place of the oldest tile. A tile that is visible in this frame stays.
    fn evict(&mut self, frame: u32) -> Result<(), CacheError> {
        let oldest = self.by_age.first().copied().filter(|&(seen, _)| seen < frame);
        let oldest = oldest.and_then(|age| Some((age, self.resident.remove(&age.1)?.coord)));
        let (age, coord) = oldest.ok_or(CacheError::TooFewTiles { frame, limit: self.limit })?;
        self.by_age.remove(&age);
        self.free.release(coord).map_err(CacheError::Release)?;
        self.calls.push(Call::Release(coord));
        self.counts.evictions += 1;
        Ok(())
    }
}

/// Why a tile could not be made resident.
#[derive(PartialEq, Debug)]
pub(crate) enum CacheError {
    /// All resident tiles are visible.
    TooFewTiles { frame: u32, limit: usize },
    /// The pool does not know a place that it handed out: a bug in the cache.
    Release(ReleaseError),
}

impl fmt::Display for CacheError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CacheError::TooFewTiles { frame, limit } => {
                write!(
                    f,
                    "frame {frame} sees more than the {limit} tiles that can be resident: increase --tiles"
                )
            }
            CacheError::Release(error) => write!(f, "the place of a tile was lost: {error}"),
        }
    }
}

impl Error for CacheError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{RGB, noise};

    fn tile(column: u32) -> Tile {
        Tile { column, row: 0 }
    }

    #[test]
    fn the_tile_unseen_for_longest_makes_room() {
        let source = noise(256, 64, RGB);
        let mut cache = Cache::new(&source, 2);
        let mut look_up = |column, frame| cache.look_up(&source, tile(column), frame);
        let first = look_up(0, 0).unwrap();
        let second = look_up(1, 1).unwrap();
        // It was seen again. Now the other tile is older, and its place is the next one to be reused.
        assert_eq!(look_up(0, 2), Ok(first));
        assert_eq!(look_up(2, 3), Ok(second));
        assert_eq!(look_up(0, 4), Ok(first));
        assert_eq!(look_up(1, 5), Ok(second));
        let counts = Counts { streamed: 4, hits: 2, evictions: 2, most_resident: 2 };
        assert_eq!(cache.counts, counts);
        use Call::{Acquire, Release};
        let calls = [Acquire(first), Acquire(second)];
        assert_eq!(cache.calls[..2], calls);
        assert_eq!(cache.calls[2..4], [Release(second), Acquire(second)]);
        assert_eq!(cache.calls[4..], [Release(second), Acquire(second)]);
    }

    #[test]
    fn what_is_visible_is_not_evicted() {
        let source = noise(256, 64, RGB);
        let mut cache = Cache::new(&source, 2);
        cache.look_up(&source, tile(0), 7).unwrap();
        cache.look_up(&source, tile(1), 7).unwrap();
        let refused = cache.look_up(&source, tile(2), 7);
        assert_eq!(refused, Err(CacheError::TooFewTiles { frame: 7, limit: 2 }));
    }

    #[test]
    fn a_full_pool_evicts_as_a_limit_does() {
        let source = Picture::new(64 * 80, 64 * 60, RGB);
        let mut cache = Cache::new(&source, TileCoordPool::CAPACITY + 1);
        for (frame, tile) in crate::tile::Rect::of(&source).tiles().enumerate() {
            cache.look_up(&source, tile, frame as u32).unwrap();
        }
        let counts = Counts { streamed: 4_800, hits: 0, evictions: 704, most_resident: 4_096 };
        assert_eq!(cache.counts, counts);
        assert!(cache.free.is_full());
    }
}
