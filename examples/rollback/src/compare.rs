//! The same game with three ways to keep frames.

use crate::components::Components;
use crate::duel::{self, Duel, Plan};
use crate::keepers::{Clones, Deltas, FRAMES, Keeper, Saves};
use crate::peer::Peer;
use crate::table::Header;
use crate::world::{Pools, Storage, World};
use example_support::grouped;
use stackpool::History;
use std::error::Error;
use std::fmt;

/// The games that each keeper plays. They take turns, so that other load on the machine affects all of them.
const ROUNDS: usize = if cfg!(test) { 2 } else { 5 };

/// One way to keep frames, with what player 1 measured.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    name: &'static str,
    bytes: u64,
    /// The medians of the best round, in microseconds.
    save: f64,
    load: f64,
    sum: u64,
}

impl Row {
    fn of<S: Storage, K: Keeper<S>>(duel: &Duel<S, K>) -> Self {
        let Peer { asked, times, .. } = &duel.peers[0];
        Row {
            name: K::NAME,
            bytes: asked.saved_bytes / asked.saves.max(1),
            save: times.save.median(),
            load: times.load.median(),
            sum: duel.sum,
        }
    }

    fn best(self, other: Row) -> Row {
        Row { save: self.save.min(other.save), load: self.load.min(other.load), ..other }
    }
}

/// The games.
pub(crate) struct Comparison<'a> {
    plan: &'a Plan,
    rows: [Row; 3],
    /// The bytes of the components in a clone.
    component_bytes: u64,
}

impl<'a> Comparison<'a> {
    /// Plays the same game with each keeper. If they do not end in the same state, that is an error.
    pub(crate) fn of(plan: &'a Plan) -> Result<Self, Box<dyn Error>> {
        let mut comparison = Self::round(plan)?;
        for _ in 1..ROUNDS {
            let Comparison { rows: [a, b, c], .. } = Self::round(plan)?;
            let [x, y, z] = comparison.rows;
            comparison.rows = [x.best(a), y.best(b), z.best(c)];
        }
        let sum = comparison.rows[0].sum;
        if comparison.rows.iter().any(|row| row.sum != sum) {
            return Err("the games do not end in the same state".into());
        }
        Ok(comparison)
    }

    fn round(plan: &'a Plan) -> Result<Self, Box<dyn Error>> {
        let history = Row::of(&duel::play::<Pools, Deltas>(plan)?);
        let saves = Row::of(&duel::play::<Pools, Saves>(plan)?);
        let clones = duel::play::<Components, Clones>(plan)?;
        let [peer, _] = &clones.peers;
        let component_bytes = peer.keeper.bytes[0] / peer.asked.saves.max(1);
        Ok(Comparison { plan, rows: [history, saves, Row::of(&clones)], component_bytes })
    }
}

impl fmt::Display for Comparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", Header(self.plan, self.rows[0].sum))?;
        writeln!(f, "{:<12}{:>16}{:>12}{:>12}", "keeper", "bytes per frame", "save, us", "load, us")?;
        for Row { name, bytes, save, load, .. } in &self.rows {
            writeln!(f, "{name:<12}{:>16}{save:>12.1}{load:>12.1}", grouped(*bytes as usize))?;
        }
        writeln!(
            f,
            "
History     the newest save and a delta per frame, for {FRAMES} frames, in memory that is allocated once:
            {} bytes for saves, and the deltas
save_into   a whole save per frame, in buffers that are used again
components  a clone per frame of a Vec per component: each clone allocates. bevy_ggrs does the same with maps by
            entity, which are not measured here;
            {} bytes are components, the others find entities and hand out their numbers
            bytes are those of a frame that is kept; times are medians of player 1, of the best of {ROUNDS} games",
            grouped(History::<World, FRAMES>::FIXED_BYTES),
            grouped(self.component_bytes as usize)
        )
    }
}
