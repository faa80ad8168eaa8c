//! A game under the sync test of `ggrs`: in each frame it goes back seven frames, plays them again, and compares the
//! checksums.

use crate::players::{self, Input};
use crate::world::World;
use example_support::checksum;
use ggrs::{Config, GameStateCell, GgrsRequest, SessionBuilder};
use std::error::Error;
use std::mem;
use std::time::{Duration, Instant};

/// The number of frames that are played again.
pub(crate) const DISTANCE: usize = 7;

/// A state that can be rolled back.
pub(crate) trait Game {
    fn advance(&mut self, inputs: [Input; 2]);

    /// Writes the state to a buffer of [`World::SAVED_BYTES`] bytes, and returns how many it took.
    fn save_into(&mut self, buffer: &mut [u8]) -> Result<usize, Box<dyn Error>>;

    fn restore(&mut self, saved: &[u8]) -> Result<(), Box<dyn Error>>;
}

impl Game for World {
    fn advance(&mut self, inputs: [Input; 2]) {
        World::advance(self, inputs);
    }

    fn save_into(&mut self, buffer: &mut [u8]) -> Result<usize, Box<dyn Error>> {
        Ok(World::save_into(self, buffer)?)
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), Box<dyn Error>> {
        Ok(World::restore(self, saved)?)
    }
}

/// How often something was done, and how long it took.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Timed {
    pub(crate) times: u64,
    pub(crate) total: Duration,
}

impl Timed {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.total += start.elapsed();
        self.times += 1;
        result
    }
}

/// The requests of the session.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Asked {
    pub(crate) advances: Timed,
    pub(crate) saves: Timed,
    pub(crate) checksums: Timed,
    pub(crate) restores: Timed,
    /// The length of the longest saved state.
    pub(crate) most_bytes: usize,
}

/// The types of the session.
struct Types;

/// A saved world: the first bytes of a buffer.
struct Saved {
    buffer: Box<[u8]>,
    length: usize,
}

impl Config for Types {
    type Input = Input;
    type State = Saved;
    type Address = ();
}

/// Plays this many frames. Each frame is played eight times, except the first and the last ones. A checksum that
/// differs is an error.
pub(crate) fn play(game: &mut impl Game, frames: u32) -> Result<Asked, Box<dyn Error>> {
    let builder = SessionBuilder::<Types>::new().with_num_players(2);
    let builder = builder.with_max_prediction_window(DISTANCE + 1).with_check_distance(DISTANCE);
    let mut session = builder.start_synctest_session()?;
    let mut asked = Asked::default();
    for frame in 0..frames {
        for (player, input) in players::inputs(frame).into_iter().enumerate() {
            session.add_local_input(player, input)?;
        }
        for request in session.advance_frame()? {
            answer(game, request, &mut asked)?;
        }
    }
    Ok(asked)
}

fn answer(
    game: &mut impl Game,
    request: GgrsRequest<Types>,
    asked: &mut Asked,
) -> Result<(), Box<dyn Error>> {
    match request {
        GgrsRequest::AdvanceFrame { inputs } => {
            let inputs = [0, 1].map(|player: usize| inputs[player].0);
            asked.advances.time(|| game.advance(inputs));
        }
        GgrsRequest::SaveGameState { cell, frame } => {
            let mut buffer = take_buffer(&cell);
            let length = asked.saves.time(|| game.save_into(&mut buffer))?;
            asked.most_bytes = asked.most_bytes.max(length);
            let sum = asked.checksums.time(|| checksum(&buffer[..length]));
            cell.save(frame, Some(Saved { buffer, length }), Some(sum.into()));
        }
        GgrsRequest::LoadGameState { cell, frame } => {
            let saved = cell.data().ok_or_else(|| format!("frame {frame} was not saved"))?;
            asked.restores.time(|| game.restore(&saved.buffer[..saved.length]))?;
        }
    }
    Ok(())
}

/// The buffer of the frame that was saved to this cell before, which is no longer needed. There are nine buffers in
/// all.
fn take_buffer(cell: &GameStateCell<Saved>) -> Box<[u8]> {
    match cell.data() {
        Some(mut old) => mem::take(&mut old.as_mut_dangerous().buffer),
        None => vec![0; World::SAVED_BYTES].into(),
    }
}

#[cfg(test)]
mod tests;
