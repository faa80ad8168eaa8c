//! The table that the example prints, with a column per level.

use crate::actors::{EmitterHandle, EmitterPool, LightPool, ParticlePool, RiderPool};
use crate::play::Played;
use example_support::grouped;
use std::fmt;

pub(crate) struct Table<'a> {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) levels: &'a [Played],
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pixels = self.width * self.height;
        let mean = |level: &Played, total: usize| total as f64 / f64::from(level.frames);
        let whole = |level: &Played, total: usize| grouped(mean(level, total).round() as usize);
        self.line(f, "", |level| level.name.clone())?;
        self.line(f, "frames", |level| grouped(level.frames.into()))?;
        self.line(f, "heap allocations, level", |level| grouped(level.loading_allocations as usize))?;
        self.line(f, "heap allocations, frames", |level| grouped(level.frame_allocations as usize))?;
        self.line(f, "frames per second", |level| {
            format!("{:.1}", f64::from(level.frames) / level.time.as_secs_f64())
        })?;
        writeln!(f, "\nmean per frame of {}x{} pixels", self.width, self.height)?;
        self.line(f, "items", |level| whole(level, level.drawn.items))?;
        self.line(f, "  in sight", |level| whole(level, level.drawn.visible))?;
        self.line(f, "batches", |level| format!("{:.1}", mean(level, level.drawn.batches)))?;
        self.line(f, "triangles", |level| whole(level, level.drawn.triangles))?;
        self.line(f, "sprites", |level| whole(level, level.drawn.sprites))?;
        self.line(f, "pixels that are not sky", |level| {
            format!("{:.1} %", 100.0 * mean(level, level.drawn.covered) / pixels as f64)
        })?;
        self.line(f, "  times that each was filled", |level| {
            format!("{:.2}x", level.drawn.filled as f64 / level.drawn.covered.max(1) as f64)
        })?;
        writeln!(f, "\nbytes")?;
        self.line(f, "shared by all levels", |level| grouped(level.shared_bytes))?;
        self.line(f, "this level", |level| grouped(level.level_bytes))?;
        self.line(f, "largest frame", |level| grouped(level.frame_bytes))?;
        self.line(f, "  lost to alignment", |level| grouped(level.frame_padding))?;
        let pools = RiderPool::TOTAL_BYTES + LightPool::TOTAL_BYTES + EmitterPool::TOTAL_BYTES;
        self.line(f, "pools", |_| grouped(pools + ParticlePool::TOTAL_BYTES))?;
        writeln!(f, "\nparticles, in a pool of {}", grouped(ParticlePool::CAPACITY))?;
        self.line(f, "emitted", |level| grouped(level.counts.emitted))?;
        self.line(f, "  refused by the full pool", |level| grouped(level.counts.refused))?;
        self.line(f, "most at once", |level| grouped(level.counts.most_particles))?;
        let orphans = format!("rider gone ({}-byte handles)", size_of::<EmitterHandle>());
        self.line(f, &orphans, |level| grouped(level.counts.orphans))
    }
}

impl Table<'_> {
    fn line(&self, f: &mut fmt::Formatter<'_>, name: &str, value: impl Fn(&Played) -> String) -> fmt::Result {
        write!(f, "{name:<32}")?;
        self.levels.iter().try_for_each(|level| write!(f, "{:>14}", value(level)))?;
        writeln!(f)
    }
}
