//! The table that the example prints.

use crate::cache::Cache;
use crate::pages::TileCoordPool;
use crate::picture::Picture;
use crate::tile::Rect;
use example_support::grouped;
use std::fmt;

pub(crate) struct Table<'a> {
    pub(crate) name: &'a str,
    pub(crate) source: &'a Picture,
    pub(crate) views: &'a [Rect],
    pub(crate) cache: &'a Cache,
    /// Nanoseconds per call to the pool.
    pub(crate) nanoseconds: f64,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.cache.counts;
        let Picture { width, height, format, .. } = *self.source;
        let frames = self.views.len();
        let pixels: usize = self.views.iter().map(|view| view.width * view.height).sum();
        writeln!(f, "{}: {width}x{height} pixels of {} bytes", self.name, format.bytes_per_pixel())?;
        writeln!(f)?;
        line(f, "tiles", &grouped(Rect::of(self.source).tiles().count()))?;
        line(f, "frames", &grouped(frames))?;
        line(f, "tiles streamed", &grouped(counts.streamed))?;
        line(f, "hits", &grouped(counts.hits))?;
        line(f, "evictions", &grouped(counts.evictions))?;
        let resident = format!("{} of {}", grouped(counts.most_resident), grouped(self.cache.limit));
        line(f, "most resident", &resident)?;
        line(f, "bytes of the pool", &grouped(TileCoordPool::TOTAL_BYTES))?;
        let calls = grouped(self.cache.calls.len());
        line(f, "acquire or release", &format!("{:.2} ns, over {calls} calls", self.nanoseconds))?;
        line(f, "pixels compared", &format!("{}, all as in the source", grouped(pixels)))
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "{name:<20}{value}")
}
