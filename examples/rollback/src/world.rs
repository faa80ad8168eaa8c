//! The whole state of the game, and its bytes: first the data that is not in a pool, then each pool.
//!
//! ```text
//!  +-------+---------+-------+--------+-------+--------+
//!  | Round | lengths | ships | drones | shots | debris |
//!  +-------+---------+-------+--------+-------+--------+
//! ```

use crate::actors::{DebrisPool, Drone, DronePool, Ship, ShipPool, ShotPool};
use crate::random::Random;
use bytemuck::{Pod, Zeroable, bytes_of, bytes_of_mut, pod_read_unaligned};
use stackpool::layout::Tracked;
use stackpool::{BufferTooSmall, Heap, Link, PlainData, Pool, PoolSpec, RestoreError};

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

/// The lengths of the saved pools, after the round.
const LENGTHS: usize = size_of::<Round>();
/// The saved pools, one after the other.
const POOLS: usize = LENGTHS + size_of::<[u32; 4]>();

impl World {
    /// The most bytes that a saved world can have.
    pub(crate) const SAVED_BYTES: usize = POOLS
        + ShipPool::SAVED_BYTES
        + DronePool::SAVED_BYTES
        + ShotPool::SAVED_BYTES
        + DebrisPool::SAVED_BYTES;

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

    /// Writes the world to a buffer of [`SAVED_BYTES`](World::SAVED_BYTES) bytes, and returns how many it took. They
    /// are as few as the use of the pools allows.
    pub(crate) fn save_into(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
        let mut end = POOLS;
        let lengths = [
            append(&self.ships, buffer, &mut end)?,
            append(&self.drones, buffer, &mut end)?,
            append(&self.shots, buffer, &mut end)?,
            append(&self.debris, buffer, &mut end)?,
        ];
        buffer[..LENGTHS].copy_from_slice(bytes_of(&self.round));
        buffer[LENGTHS..POOLS].copy_from_slice(bytes_of(&lengths));
        Ok(end)
    }

    /// Restores the world that was saved. Only bytes that no world saved give an error; the world is then a mix of
    /// two frames.
    pub(crate) fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        bytes_of_mut(&mut self.round).copy_from_slice(&saved[..LENGTHS]);
        let mut rest = &saved[POOLS..];
        let [ships, drones, shots, debris] =
            pod_read_unaligned::<[u32; 4]>(&saved[LENGTHS..POOLS]).map(|length| {
                let (image, others) = rest.split_at(length as usize);
                rest = others;
                image
            });
        self.ships.restore(ships)?;
        self.drones.restore(drones)?;
        self.shots.restore(shots)?;
        self.debris.restore(debris)
    }
}

/// Saves a pool at `end`, and moves `end` behind it. Returns the number of bytes.
fn append<P: PoolSpec<Item: PlainData>>(
    pool: &Pool<P>,
    buffer: &mut [u8],
    end: &mut usize,
) -> Result<u32, BufferTooSmall>
where
    P::Layout: Tracked,
{
    let length = pool.save_into(&mut buffer[*end..])?.len();
    *end += length;
    Ok(length as u32)
}
