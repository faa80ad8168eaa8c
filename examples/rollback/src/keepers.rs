//! Three ways to keep the last frames of the game.

use crate::components::Components;
use crate::world::{Pools, Storage, World};
use stackpool::{History, Snapshot, checksum};
use std::collections::VecDeque;
use std::error::Error;
use std::mem;

/// The frames that are kept: those that `ggrs` takes back, and as many more as are needed to find out when two machines
/// began to disagree.
pub(crate) const FRAMES: usize = 60;

/// The bytes for the deltas of these frames.
const DELTA_BYTES: usize = 1 << 20;

const NOT_SAVED: &str = "this frame was not saved";

/// Keeps the last frames.
pub(crate) trait Keeper<S: Storage> {
    const NAME: &'static str;

    fn new() -> Self;

    fn push(&mut self, world: &World<S>);

    /// Restores a frame, and forgets the later ones.
    fn rewind_to(&mut self, frame: u32, world: &mut World<S>) -> Result<(), Box<dyn Error>>;

    /// A checksum of the newest frame.
    fn sum(&mut self, world: &World<S>) -> Result<u64, Box<dyn Error>>;

    /// The bytes of all frames that were pushed.
    fn bytes(&self) -> u64;
}

/// The newest save, and deltas.
pub(crate) struct Deltas {
    pub(crate) history: History<World, FRAMES>,
}

impl Keeper<Pools> for Deltas {
    const NAME: &'static str = "History";

    fn new() -> Self {
        Deltas { history: History::with_delta_bytes(DELTA_BYTES) }
    }

    fn push(&mut self, world: &World) {
        self.history.push_frame(world.round.frame, world);
    }

    fn rewind_to(&mut self, frame: u32, world: &mut World) -> Result<(), Box<dyn Error>> {
        self.history.rewind_to(frame, world)?;
        Ok(())
    }

    fn sum(&mut self, _: &World) -> Result<u64, Box<dyn Error>> {
        Ok(checksum(self.history.newest().ok_or(NOT_SAVED)?))
    }

    fn bytes(&self) -> u64 {
        self.history.stats().delta_bytes
    }
}

/// Whole saves, in buffers that are used again.
pub(crate) struct Saves {
    saves: VecDeque<(u32, Vec<u8>)>,
    spare: Vec<Vec<u8>>,
    bytes: u64,
}

impl Keeper<Pools> for Saves {
    const NAME: &'static str = "save_into";

    fn new() -> Self {
        Saves { saves: VecDeque::new(), spare: Vec::new(), bytes: 0 }
    }

    fn push(&mut self, world: &World) {
        if self.saves.len() > FRAMES {
            self.spare.extend(self.saves.pop_front().map(|(_, save)| save));
        }
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.resize(world.saved_len(), 0);
        world.write_saved(&mut buffer);
        self.bytes += buffer.len() as u64;
        self.saves.push_back((world.round.frame, buffer));
    }

    fn rewind_to(&mut self, frame: u32, world: &mut World) -> Result<(), Box<dyn Error>> {
        let left = self.saves.partition_point(|(saved, _)| *saved <= frame);
        self.spare.extend(self.saves.drain(left..).map(|(_, save)| save));
        Ok(world.restore(self.newest()?)?)
    }

    fn sum(&mut self, _: &World) -> Result<u64, Box<dyn Error>> {
        Ok(checksum(self.newest()?))
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Saves {
    fn newest(&self) -> Result<&[u8], &'static str> {
        self.saves.back().map(|(_, save)| &save[..]).ok_or(NOT_SAVED)
    }
}

/// Clones of all components.
pub(crate) struct Clones {
    clones: VecDeque<World<Components>>,
    /// The bytes of the components, and of all that finds entities.
    pub(crate) bytes: [u64; 2],
}

impl Keeper<Components> for Clones {
    const NAME: &'static str = "components";

    fn new() -> Self {
        Clones { clones: VecDeque::new(), bytes: [0; 2] }
    }

    fn push(&mut self, world: &World<Components>) {
        if self.clones.len() > FRAMES {
            self.clones.pop_front();
        }
        self.clones.push_back(world.clone());
        for (sum, bytes) in self.bytes.iter_mut().zip(world.bytes()) {
            *sum += bytes as u64;
        }
    }

    fn rewind_to(&mut self, frame: u32, world: &mut World<Components>) -> Result<(), Box<dyn Error>> {
        let left = self.clones.partition_point(|clone| clone.round.frame <= frame);
        self.clones.truncate(left);
        let clone = self.clones.back().ok_or(NOT_SAVED)?.clone();
        drop(mem::replace(world, clone));
        Ok(())
    }

    fn sum(&mut self, world: &World<Components>) -> Result<u64, Box<dyn Error>> {
        Ok(world.sum())
    }

    fn bytes(&self) -> u64 {
        self.bytes.iter().sum()
    }
}
