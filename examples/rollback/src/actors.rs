//! The objects of the pools. They are plain data, and their fields are known by name in a report of differences.

use bytemuck::{Pod, Zeroable};
use stackpool::{Link, Pool, Snapshot};

/// A player. A ship that was lost is replaced by a new one with a new handle, so a missile that chases the old one
/// flies on without a target.
#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 8, generation_bits = 12)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Ship {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// In steps of 1/64 of a turn.
    pub(crate) heading: u16,
    /// The frames until it can fire again.
    pub(crate) reload: u16,
    /// The hits that it survives.
    pub(crate) shield: u16,
    pub(crate) missiles: u16,
}

/// Breaks into smaller ones.
#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 500)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Rock {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// From 1 to 3.
    pub(crate) size: u16,
    /// The hits that it takes until it breaks.
    pub(crate) armour: u16,
}

/// A piece of the walls, which grow back.
#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 1_500)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Brick {
    pub(crate) cell: u16,
    /// The hits that it takes until it breaks.
    pub(crate) armour: u16,
}

/// Flies straight on.
#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 1_000)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Shot {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    /// The frames that it has left.
    pub(crate) left: u16,
    pub(crate) owner: Link<Ship>,
}

/// Turns to its target while that exists.
#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 400)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Missile {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    pub(crate) left: u16,
    pub(crate) owner: Link<Ship>,
    pub(crate) target: Link<Ship>,
    pub(crate) padding: u16,
}

/// The glowing remains of something. Sparks do nothing, but there are many of them, as there are of something in every
/// game.
#[derive(Pool, Snapshot, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 6_000)]
#[snapshot(plain)]
#[repr(C)]
pub(crate) struct Spark {
    pub(crate) at: [i32; 2],
    pub(crate) speed: [i32; 2],
    pub(crate) left: u16,
    pub(crate) heat: u16,
}
