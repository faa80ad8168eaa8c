//! The printed tables.

use crate::duel::{Plan, PoolDuel};
use crate::peer::{Asked, PREDICTION, Timed, Times};
use crate::upgrade::Upgrade;
use example_support::grouped;
use stackpool::Snapshot;
use std::fmt;

/// The game of both machines.
pub(crate) struct Table<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) duel: &'a PoolDuel,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let peers = &self.duel.peers;
        writeln!(f, "{}\n", Header(self.plan, self.duel.sum))?;
        line(f, "", ["player 1", "player 2"].map(str::to_owned), "")?;
        let asked = |count: fn(&Asked) -> u32| peers.each_ref().map(|peer| number(count(&peer.asked)));
        line(f, "rollbacks", asked(Asked::rollback_count), "")?;
        line(f, "  of 1 to 2 frames", asked(|asked| asked.rollbacks[1..=2].iter().sum()), "")?;
        line(f, "  of 3 to 5 frames", asked(|asked| asked.rollbacks[3..=5].iter().sum()), "")?;
        line(f, "  of 6 or 7 frames", asked(|asked| asked.rollbacks[6..PREDICTION].iter().sum()), "")?;
        line(f, "deepest rollback", asked(|asked| asked.deepest() as u32), "frames")?;
        line(f, "frames played again", asked(Asked::again), "")?;
        line(f, "frames that waited", asked(|asked| asked.waits), "for inputs of the other player")?;
        let traffic = peers.each_ref().map(|peer| peer.wire.borrow().traffic);
        line(f, "packets", traffic.map(|traffic| grouped(traffic.sent as usize)), "")?;
        line(f, "  lost", traffic.map(|traffic| grouped(traffic.lost as usize)), "")?;
        line(f, "  overtaken", traffic.map(|traffic| grouped(traffic.overtaken as usize)), "")?;
        let worlds = peers.each_ref().map(|peer| &peer.world);
        line(f, "score", worlds.map(|world| format!("{:?}", world.round.score)), "on each machine")?;
        line(f, "objects at the end", worlds.map(|world| grouped(world.alive())), "")?;
        line(f, "bytes of a save", worlds.map(|world| grouped(world.saved_len())), "at the end")?;
        let stats = peers.each_ref().map(|peer| peer.keeper.history.stats());
        line(f, "bytes of a delta", stats.map(|stats| mean(stats.delta_bytes, stats.pushed)), "mean")?;
        line(f, "  the largest", stats.map(|stats| grouped(stats.largest_delta)), "")?;
        let times = |of: fn(&Times) -> &Timed| {
            peers.each_ref().map(|peer| format!("{:.1}", of(&peer.times).median()))
        };
        line(f, "save", times(|times| &times.save), "us, median, History::push")?;
        line(f, "load", times(|times| &times.load), "us, median, History::rewind_to")?;
        line(f, "checksum", times(|times| &times.sum), "us, median, of the save in the history")?;
        line(f, "one frame of the game", times(|times| &times.advance), "us, median")
    }
}

/// What was played, and the checksum of its end.
pub(crate) struct Header<'a>(pub(crate) &'a Plan, pub(crate) u64);

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header(Plan { frames, input_delay, weather, .. }, sum) = self;
        writeln!(
            f,
            "{} frames, input delay {input_delay}, {} of 100 packets lost, up to {} frames late",
            number(*frames),
            weather.loss,
            weather.lag
        )?;
        write!(f, "checksum at the end, with and without rollbacks: {sum:016x}")
    }
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, values: [String; 2], unit: &str) -> fmt::Result {
    let [first, second] = values;
    let space = if unit.is_empty() { "" } else { "  " };
    writeln!(f, "{name:<24}{first:>14}{second:>14}{space}{unit}")
}

fn number(number: u32) -> String {
    grouped(number as usize)
}

fn mean(total: u64, count: u64) -> String {
    grouped((total / count.max(1)) as usize)
}

impl fmt::Display for Upgrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = self.sums;
        writeln!(f, "save file of version 1  {:>10} bytes", grouped(self.file_bytes))?;
        writeln!(f, "restore                 refused: {}", self.refusal)?;
        writeln!(f, "restore_resized         restored: {} objects under their handles", grouped(self.alive))?;
        writeln!(f, "checksum before         {before:016x}")?;
        writeln!(f, "checksum today          {after:016x}")?;
        writeln!(f, "save file of today      {:>10} bytes", grouped(self.save_bytes))?;
        writeln!(f, "the game goes on        {:>10} objects later", grouped(self.alive_later))
    }
}
