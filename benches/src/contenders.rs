//! Who takes part: pools of every capacity and payload, and what they are compared with, shown to a [`Visitor`].

mod pools;

use crate::container::{Container, Iterable, Payload, Plain};
use crate::report::Role;
use generational_arena::Arena as GenerationalArena;
use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use thunderdome::Arena;

pub use pools::{Pools, Traced, Wide, growing, iterable_pools};

/// Names of rows.
pub mod names {
    /// The pool that the macro makes for a capacity.
    pub const DEFAULT: &str = "default";
    /// The same with a live bit a slot.
    pub const LIVE: &str = "default, live";
    /// The same without a guard.
    pub const NONE: &str = "default, none";
    /// The same with links in free slots in the place of a table.
    pub const FREE_LIST: &str = "default, free list";
    /// Objects owned by boxes.
    pub const BOX: &str = "box, local";
    /// The 18-bit table where it is not the default.
    pub const PACKED18: &str = "packed 18";
    /// The 24-bit table where it is not the default.
    pub const SPLIT24: &str = "split 24";
    /// The 32-bit table, and the handle that the capacity needs.
    pub const U32: &str = "u32";
    /// The 32-bit table, and a handle of 4 bytes.
    pub const U32_WIDE: &str = "u32, wide";
    /// The free list, and a handle of 4 bytes.
    pub const FREE_LIST_WIDE: &str = "free list, wide";
    /// What pools are compared with where objects come and go.
    pub const MAIN_PEERS: [&str; 3] = ["slab", "slotmap", "thunderdome"];
    /// What they are compared with where objects are looked up: the map whose objects are side by side, too.
    pub const LOOK_UP_PEERS: [&str; 4] = ["slab", "slotmap", "thunderdome", "dense slotmap"];
}

/// Is shown contenders.
pub trait Visitor<T: Payload> {
    /// One of them.
    fn visit<C: Container<T>>(&mut self, name: &'static str, role: Role);
}

/// Is shown contenders that can be iterated.
pub trait IterableVisitor<T: Payload> {
    /// One of them.
    fn visit<C: Container<T> + Iterable<T>>(&mut self, name: &'static str, role: Role);
}

/// The capacities of most workloads, each the most of one width: with the table that is the default there.
pub const CAPACITIES: [(usize, &str); 5] =
    [(256, "u8"), (4_096, "u16"), (65_536, "u16"), (262_144, "packed 18"), (4_194_304, "split 24")];

/// Shows all peers.
pub fn peers<T: Payload>(visitor: &mut impl Visitor<T>) {
    visitor.visit::<Slab<T>>("slab", Role::Peer);
    visitor.visit::<SlotMap<DefaultKey, T>>("slotmap", Role::Peer);
    visitor.visit::<DenseSlotMap<DefaultKey, T>>("dense slotmap", Role::Peer);
    visitor.visit::<Arena<T>>("thunderdome", Role::Peer);
    visitor.visit::<GenerationalArena<T>>("generational-arena", Role::Peer);
}

/// Shows all peers that can be iterated, which are the same.
pub fn iterable_peers<T: Payload>(visitor: &mut impl IterableVisitor<T>) {
    visitor.visit::<Slab<T>>("slab", Role::Peer);
    visitor.visit::<SlotMap<DefaultKey, T>>("slotmap", Role::Peer);
    visitor.visit::<DenseSlotMap<DefaultKey, T>>("dense slotmap", Role::Peer);
    visitor.visit::<Arena<T>>("thunderdome", Role::Peer);
    visitor.visit::<GenerationalArena<T>>("generational-arena", Role::Peer);
}

/// Shows the plain vector.
pub fn floor<T: Payload>(visitor: &mut impl Visitor<T>) {
    visitor.visit::<Plain<T>>("vec", Role::Floor);
}
