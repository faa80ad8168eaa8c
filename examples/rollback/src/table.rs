//! The printed table.

use crate::session::{Asked, DISTANCE, Timed};
use crate::world::{Round, World};
use std::fmt;

pub(crate) struct Table<'a> {
    pub(crate) frames: u32,
    pub(crate) asked: &'a Asked,
    pub(crate) round: &'a Round,
    /// The checksum of the last state.
    pub(crate) sum: u64,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { frames, asked, round, sum } = self;
        let again = asked.advances.times - u64::from(*frames);
        writeln!(f, "{:<24}{frames:>18}", "frames")?;
        writeln!(f, "{:<24}{:>18}  of {DISTANCE} frames each", "rollbacks", asked.restores.times)?;
        writeln!(f, "{:<24}{again:>18}", "frames played again")?;
        writeln!(f, "{:<24}{:>18}  {}", "objects spawned", round.spawned, each(round.spawned, *frames))?;
        writeln!(f, "{:<24}{:>18}  {}", "objects died", round.died, each(round.died, *frames))?;
        writeln!(f, "{:<24}{:>18}", "refused by full pools", round.refused)?;
        writeln!(f, "{:<24}{:>18}", "most alive at once", round.most_alive)?;
        writeln!(
            f,
            "{:<24}{:>18}  of {} if all slots were used",
            "most bytes of a state",
            asked.most_bytes,
            World::SAVED_BYTES
        )?;
        line(f, "save", asked.saves)?;
        line(f, "restore", asked.restores)?;
        line(f, "checksum", asked.checksums)?;
        line(f, "one frame of the game", asked.advances)?;
        writeln!(f, "{:<24}{sum:>18x}  and the same without rollbacks", "checksum at the end")
    }
}

fn each(count: u64, frames: u32) -> String {
    format!("{:.1} per frame", count as f64 / f64::from(frames))
}

/// A line with the mean time of one operation.
fn line(f: &mut fmt::Formatter<'_>, name: &str, timed: Timed) -> fmt::Result {
    let mean = timed.total.as_secs_f64() * 1e6 / timed.times as f64;
    writeln!(f, "{name:<24}{mean:>18.1}  us, mean of {}", timed.times)
}
