//! What lives in the pools: plain data, so that the pools are saved as they are in memory.

use bytemuck::{Pod, Zeroable};
use stackpool::{Link, Pool};

/// A player. A ship that was hit is another ship with another handle: who chased it has to look again.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 16, generation_bits = 12)]
#[repr(C)]
pub(crate) struct Ship {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
}

/// Flies after its leader, or after its prey where the leader is gone.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 1_024)]
#[repr(C)]
pub(crate) struct Drone {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// How many more hits it bears.
    pub(crate) armour: u32,
    pub(crate) leader: Link<Drone>,
    pub(crate) prey: Link<Ship>,
}

/// Turns to its target, and looks for another when that is gone.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 4_096)]
#[repr(C)]
pub(crate) struct Shot {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// Frames that it has left.
    pub(crate) left: u16,
    pub(crate) target: Link<Drone>,
}

/// What is left of a drone or a ship, drawn along by the drone that came after it.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 10_000)]
#[repr(C)]
pub(crate) struct Debris {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// Frames that it has left.
    pub(crate) left: u32,
    pub(crate) angle: u32,
    pub(crate) spin: u16,
    pub(crate) pull: Link<Drone>,
    pub(crate) heat: u32,
}
