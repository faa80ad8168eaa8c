//! The table of figures of the pools that the program prints at the end.

use crate::watched::Watched;
use crate::world::World;
use stackpool::{Pool, PoolSpec};
use std::fmt;

/// All pools of a world.
pub(crate) struct Figures<'a>(pub(crate) &'a World);

impl fmt::Display for Figures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let World { rockets, shells, comets, emitters, sparks, burst_smoke, trail_smoke, .. } = self.0;
        line(
            f,
            [
                "pool",
                "capacity",
                "handle",
                "bookkeeping",
                "total",
                "peak live",
                "times full",
                "stale handles",
            ],
        )?;
        line(f, ["", "objects", "bytes", "bytes/slot", "bytes", "objects", "insertions", "met"])?;
        pool(f, rockets)?;
        pool(f, shells)?;
        pool(f, comets)?;
        pool(f, emitters)?;
        pool(f, sparks)?;
        pool(f, burst_smoke)?;
        pool(f, trail_smoke)
    }
}

fn pool<P: PoolSpec>(f: &mut fmt::Formatter<'_>, watched: &Watched<P>) -> fmt::Result {
    let capacity = Pool::<P>::CAPACITY;
    let bookkeeping = Pool::<P>::BOOKKEEPING_BYTES as f64 / capacity as f64;
    line(
        f,
        [
            P::NAME,
            &capacity.to_string(),
            &Pool::<P>::HANDLE_BYTES.to_string(),
            &format!("{bookkeeping:.2}"),
            &Pool::<P>::TOTAL_BYTES.to_string(),
            &watched.peak.to_string(),
            &watched.refused.to_string(),
            &watched.stale.to_string(),
        ],
    )
}

fn line(f: &mut fmt::Formatter<'_>, columns: [&str; 8]) -> fmt::Result {
    let [name, capacity, handle, bookkeeping, total, peak, refused, stale] = columns;
    writeln!(
        f,
        "{name:<12}{capacity:>10}{handle:>8}{bookkeeping:>13}{total:>10}{peak:>11}{refused:>12}{stale:>15}"
    )
}
