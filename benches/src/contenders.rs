//! The contenders: pools of every capacity and payload, and the containers that they are compared with. Each is
//! passed to a [`Visitor`].

mod pools;

use crate::container::{Container, Iterable, Payload, Plain, Swapped};
use crate::figures::Role;
use generational_arena::Arena as GenerationalArena;
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use thunderdome::Arena;

pub use pools::{Dense, Pools, SlicedVisitor, Traced, Wide, growing, iterable_pools, sparse, traced_dense};

/// The names of rows.
pub mod names {
    /// The pool that the macro makes for a capacity.
    pub const DEFAULT: &str = "default";
    /// The same pool with `dense`: its objects are one slice.
    pub const DENSE: &str = "dense";
    /// The same pool, whose slice is visited.
    pub const DENSE_SLICE: &str = "dense, as_slice";
    /// The same pool without a quarantine: the slot that was freed last is used next.
    pub const STACK: &str = "default, quarantine = 0";
    /// The same pool with a quarantine of 64 slots.
    pub const WAIT_64: &str = "default, quarantine = 64";
    /// The same pool with a quarantine of 512 slots.
    pub const WAIT_512: &str = "default, quarantine = 512";
    /// The same pool, with many handles looked up in one call.
    pub const MANY: &str = "default, get_many";
    /// The same pool with a live bit per slot.
    pub const LIVE: &str = "default, live";
    /// The same pool without a guard.
    pub const NONE: &str = "default, none";
    /// The same pool with links in free slots instead of a table.
    pub const FREE_LIST: &str = "default, free list";
    /// Objects owned by boxes.
    pub const BOX: &str = "box, local";
    /// The 18-bit table, if it is not the default.
    pub const PACKED18: &str = "packed 18";
    /// The 24-bit table, if it is not the default.
    pub const SPLIT24: &str = "split 24";
    /// The 32-bit table, with the handle that the capacity needs.
    pub const U32: &str = "u32";
    /// The 32-bit table, with a handle of 4 bytes.
    pub const U32_WIDE: &str = "u32, wide";
    /// The free list, with a handle of 4 bytes.
    pub const FREE_LIST_WIDE: &str = "free list, wide";
    /// The dense pool with a handle of 4 bytes.
    pub const DENSE_WIDE: &str = "dense, wide";
    /// The map of `slotmap` whose objects are adjacent.
    pub const DENSE_PEER: &str = "dense slotmap";
    /// A vector in which the last object fills a hole, with tables that are written by hand.
    pub const SWAPPED: &str = "vec, swap_remove";
    /// The containers that pools are compared with when objects are inserted and removed.
    pub const MAIN_PEERS: [&str; 3] = ["slab", "slotmap", "thunderdome"];
    /// Those of them that check the generation of a key, as pools do by default.
    pub const CHECKED: [&str; 2] = ["slotmap", "thunderdome"];
    /// The container that checks no generation: an old key names the object that is in its place now.
    pub const UNCHECKED: &str = "slab";
    /// The containers that pools are compared with when objects are looked up, including the map whose objects are
    /// adjacent.
    pub const LOOK_UP_PEERS: [&str; 4] = ["slab", "slotmap", "thunderdome", "dense slotmap"];
}

/// Receives contenders.
pub trait Visitor<T: Payload> {
    /// Receives one contender.
    fn visit<C: Container<T>>(&mut self, name: &'static str, role: Role);
}

/// Receives contenders that can be iterated.
pub trait IterableVisitor<T: Payload> {
    /// Receives one contender.
    fn visit<C: Container<T> + Iterable<T>>(&mut self, name: &'static str, role: Role);
}

/// The capacities of most workloads. Each is the largest for the table that is the default there.
pub const CAPACITIES: [(usize, &str); 5] =
    [(256, "u8"), (4_096, "u16"), (65_536, "u16"), (262_144, "packed 18"), (4_194_304, "split 24")];

/// Passes all containers of other crates to the visitor.
pub fn peers<T: Payload>(visitor: &mut impl Visitor<T>) {
    visitor.visit::<Slab<T>>("slab", Role::Unchecked);
    visitor.visit::<SlotMap<DefaultKey, T>>("slotmap", Role::Peer);
    visitor.visit::<DenseSlotMap<DefaultKey, T>>("dense slotmap", Role::Peer);
    visitor.visit::<Arena<T>>("thunderdome", Role::Peer);
    visitor.visit::<GenerationalArena<T>>("generational-arena", Role::Peer);
}

/// Passes all containers of other crates that can be iterated to the visitor. These are the same.
pub fn iterable_peers<T: Payload>(visitor: &mut impl IterableVisitor<T>) {
    visitor.visit::<Slab<T>>("slab", Role::Unchecked);
    visitor.visit::<SlotMap<DefaultKey, T>>("slotmap", Role::Peer);
    visitor.visit::<DenseSlotMap<DefaultKey, T>>("dense slotmap", Role::Peer);
    visitor.visit::<Arena<T>>("thunderdome", Role::Peer);
    visitor.visit::<GenerationalArena<T>>("generational-arena", Role::Peer);
}

/// Passes the plain vector to the visitor.
pub fn floor<T: Payload>(visitor: &mut impl Visitor<T>) {
    visitor.visit::<Plain<T>>("vec", Role::Floor);
}

/// Passes the containers that dense pools are compared with to the visitor: those of other crates, and the vector with
/// tables that are written by hand.
pub fn beside_dense<T: Payload>(visitor: &mut impl IterableVisitor<T>) {
    visitor.visit::<DenseSlotMap<DefaultKey, T>>(names::DENSE_PEER, Role::Peer);
    visitor.visit::<SlotMap<DefaultKey, T>>("slotmap", Role::Peer);
    visitor.visit::<Slab<T>>("slab", Role::Unchecked);
    visitor.visit::<Swapped<T>>(names::SWAPPED, Role::Floor);
}
