//! The whole state of the game, and its bytes: those of what is not in a pool, then each pool.
//!
//! ```text
//!  +-------+-------+--------+-------+--------+
//!  | Round | ships | drones | shots | debris |
//!  +-------+-------+--------+-------+--------+
//! ```

use crate::actors::{DebrisPool, Drone, DronePool, Ship, ShipPool, ShotPool};
use crate::random::Random;
use bytemuck::{Pod, Zeroable, bytes_of, bytes_of_mut};
use stackpool::{BufferTooSmall, Link, RestoreError};

/// All that the next frame depends on, beside the inputs.
pub(crate) struct World {
    pub(crate) round: Round,
    pub(crate) ships: Box<ShipPool>,
    pub(crate) drones: Box<DronePool>,
    pub(crate) shots: Box<ShotPool>,
    pub(crate) debris: Box<DebrisPool>,
}

/// What is not in a pool.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Round {
    pub(crate) random: Random,
    /// Objects of all pools that came, and that went.
    pub(crate) spawned: u64,
    pub(crate) died: u64,
    /// Objects that a full pool did not take.
    pub(crate) refused: u64,
    pub(crate) frame: u32,
    pub(crate) most_alive: u32,
    /// The ship of each player.
    pub(crate) ships: [Link<Ship>; 2],
    /// The drone that came last.
    pub(crate) last_drone: Link<Drone>,
    pub(crate) padding: u16,
}

const SHIPS: usize = size_of::<Round>();
const DRONES: usize = SHIPS + ShipPool::SAVED_BYTES;
const SHOTS: usize = DRONES + DronePool::SAVED_BYTES;
const DEBRIS: usize = SHOTS + ShotPool::SAVED_BYTES;

impl World {
    /// Bytes of a saved world.
    pub(crate) const SAVED_BYTES: usize = DEBRIS + DebrisPool::SAVED_BYTES;

    pub(crate) fn new(seed: u64) -> Self {
        let round = Round { random: Random::new(seed), ..Round::zeroed() };
        World {
            round,
            ships: ShipPool::boxed(),
            drones: DronePool::boxed(),
            shots: ShotPool::boxed(),
            debris: DebrisPool::boxed(),
        }
    }

    pub(crate) fn alive(&self) -> usize {
        self.ships.len() + self.drones.len() + self.shots.len() + self.debris.len()
    }

    /// Writes the world to a buffer of [`SAVED_BYTES`](World::SAVED_BYTES) bytes.
    pub(crate) fn save_into(&self, buffer: &mut [u8]) -> Result<(), BufferTooSmall> {
        buffer[..SHIPS].copy_from_slice(bytes_of(&self.round));
        self.ships.save_into(&mut buffer[SHIPS..DRONES])?;
        self.drones.save_into(&mut buffer[DRONES..SHOTS])?;
        self.shots.save_into(&mut buffer[SHOTS..DEBRIS])?;
        self.debris.save_into(&mut buffer[DEBRIS..])?;
        Ok(())
    }

    /// Makes the world what it was when it was saved. After an error, which no save of a world is, it is of two frames.
    pub(crate) fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        bytes_of_mut(&mut self.round).copy_from_slice(&saved[..SHIPS]);
        self.ships.restore(&saved[SHIPS..DRONES])?;
        self.drones.restore(&saved[DRONES..SHOTS])?;
        self.shots.restore(&saved[SHOTS..DEBRIS])?;
        self.debris.restore(&saved[DEBRIS..])
    }
}
