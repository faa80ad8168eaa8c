//! The objects of the pools. They are plain data, so the pools are saved as they are in memory.

use bytemuck::{Pod, Zeroable};
use stackpool::{Link, Pool};

/// A player. A ship that was hit is replaced by a new ship with a new handle, so a drone that chased it has to look
/// again.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 16, generation_bits = 12)]
#[repr(C)]
pub(crate) struct Ship {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
}

/// Follows its leader, or its prey if the leader is gone.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 1_024)]
#[repr(C)]
pub(crate) struct Drone {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// How many more hits it survives.
    pub(crate) armour: u32,
    pub(crate) leader: Link<Drone>,
    pub(crate) prey: Link<Ship>,
}

/// Turns to its target, and looks for another target when that one is gone.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 4_096)]
#[repr(C)]
pub(crate) struct Shot {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// The frames that it has left.
    pub(crate) left: u16,
    pub(crate) target: Link<Drone>,
}

/// The remains of a drone or a ship, pulled along by the drone that came after it.
#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 10_000)]
#[repr(C)]
pub(crate) struct Debris {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// The frames that it has left.
    pub(crate) left: u32,
    pub(crate) angle: u32,
    pub(crate) spin: u16,
    pub(crate) pull: Link<Drone>,
    pub(crate) heat: u32,
}
