//! The whole state of the game, and its bytes: first the data that is not in a pool, then each pool.
//!
//! ```text
//!  +-------+-------+--------+-------+--------+
//!  | Round | ships | drones | shots | debris |
//!  +-------+-------+--------+-------+--------+
//! ```

use crate::actors::{DebrisPool, Drone, DronePool, Ship, ShipPool, ShotPool};
use crate::random::Random;
use bytemuck::{Pod, Zeroable, bytes_of, bytes_of_mut};
use stackpool::{BufferTooSmall, Heap, Link, RestoreError};

/// Everything on which the next frame depends, except the inputs.
pub(crate) struct World {
    pub(crate) round: Round,
    pub(crate) ships: Heap<ShipPool>,
    pub(crate) drones: Heap<DronePool>,
    pub(crate) shots: Heap<ShotPool>,
    pub(crate) debris: Heap<DebrisPool>,
}

/// The data that is not in a pool.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Round {
    pub(crate) random: Random,
    /// How many objects of all pools appeared, and how many died.
    pub(crate) spawned: u64,
    pub(crate) died: u64,
    /// Objects that a full pool refused.
    pub(crate) refused: u64,
    pub(crate) frame: u32,
    pub(crate) most_alive: u32,
    /// The ship of each player.
    pub(crate) ships: [Link<Ship>; 2],
    /// The newest drone.
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
            ships: ShipPool::on_heap(),
            drones: DronePool::on_heap(),
            shots: ShotPool::on_heap(),
            debris: DebrisPool::on_heap(),
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

    /// Restores the world that was saved. Only bytes that no world saved give an error; the world is then a mix of
    /// two frames.
    pub(crate) fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        bytes_of_mut(&mut self.round).copy_from_slice(&saved[..SHIPS]);
        self.ships.restore(&saved[SHIPS..DRONES])?;
        self.drones.restore(&saved[DRONES..SHOTS])?;
        self.shots.restore(&saved[SHOTS..DEBRIS])?;
        self.debris.restore(&saved[DEBRIS..])
    }
}
