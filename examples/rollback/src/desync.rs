//! Two machines that do not agree: since which frame, and on what.

use crate::duel::PoolDuel;
use crate::world::{Storage, Table, World};
use stackpool::Snapshot;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

/// The lines of the table.
const LINES: usize = 12;

/// What the histories of both machines say.
#[derive(Debug)]
pub(crate) struct Desync {
    /// The frame whose checksums differ, as `ggrs` says.
    pub(crate) noticed: u32,
    /// The first frame that differs, and what differs in it.
    pub(crate) first: u32,
    pub(crate) table: String,
    /// How many values of each kind differ: `shots.speed`.
    pub(crate) culprits: BTreeMap<String, usize>,
}

impl Desync {
    /// Goes back in both histories to the first frame in which the machines do not agree.
    pub(crate) fn find(duel: &mut PoolDuel, noticed: u32) -> Result<Self, Box<dyn Error>> {
        let mut first = noticed;
        while first > 0 && saves(duel, first - 1)?.is_some_and(|[here, there]| here != there) {
            first -= 1;
        }
        let saves = saves(duel, first)?.ok_or("the histories do not go back that far")?;
        let diff = <World>::diff(saves[0], saves[1])?.lines(LINES);
        if diff.is_empty() {
            return Err(format!("frame {noticed} is the same on both machines").into());
        }
        let mut culprits = BTreeMap::new();
        diff.for_each(|difference| {
            let mut name = difference.path().to_string();
            if let Some(field) = difference.field() {
                name = format!("{name}.{field}");
            }
            *culprits.entry(name).or_default() += 1;
        });
        Ok(Desync { noticed, first, table: diff.to_string(), culprits })
    }
}

/// The saves of a frame on both machines, if both histories go back that far.
fn saves(duel: &mut PoolDuel, frame: u32) -> Result<Option<[&[u8]; 2]>, Box<dyn Error>> {
    let [here, there] = &mut duel.peers;
    let (here, there) = (&mut here.keeper.history, &mut there.keeper.history);
    let frame = frame.into();
    if [&here, &there].iter().any(|history| history.frames().is_none_or(|frames| !frames.contains(&frame))) {
        return Ok(None);
    }
    Ok(Some([here.saved_frame(frame)?, there.saved_frame(frame)?]))
}

impl fmt::Display for Desync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desync { noticed, first, table, culprits } = self;
        writeln!(f, "ggrs: the checksums of frame {noticed} differ")?;
        writeln!(f, "the histories differ since frame {first}:")?;
        for (name, count) in culprits {
            writeln!(f, "{count:>6} {name}")?;
        }
        write!(f, "\nframe {first} of player 1, and of player 2\n{table}")
    }
}

impl<S: Storage> World<S> {
    /// The deliberate mistake of one machine: a wind that only shots feel.
    pub(crate) fn blow(&mut self) {
        for index in 0..S::Shots::CAPACITY {
            let Some(handle) = self.shots.handle_at(index) else { continue };
            if let Some(mut shot) = self.shots.get(handle) {
                shot.speed[0] += 1;
                self.shots.set(handle, shot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::{Plan, play};
    use crate::wire::Weather;

    #[test]
    fn the_report_names_the_field_and_the_frame() {
        let weather = Weather { seed: 1, loss: 10, lag: 7 };
        let plan = Plan { frames: 200, input_delay: 1, weather, wind: Some(137) };
        let mut duel: PoolDuel = play(&plan).unwrap();
        let noticed = duel.desync.unwrap();
        assert_eq!(noticed, 140);
        let desync = Desync::find(&mut duel, noticed).unwrap();
        assert_eq!(desync.first, 138);
        assert_eq!(desync.culprits.keys().collect::<Vec<_>>(), ["shots.speed"]);
        assert!(desync.table.lines().all(|line| line.contains("].speed  [")), "{desync}");

        // Right rules do not differ anywhere.
        let mut duel: PoolDuel = play(&Plan { frames: 100, wind: None, ..plan }).unwrap();
        assert_eq!(duel.desync, None);
        let message = Desync::find(&mut duel, 99).unwrap_err().to_string();
        assert_eq!(message, "frame 99 is the same on both machines");
    }
}
