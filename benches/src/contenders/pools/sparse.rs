//! Pools that are large beside what is live in them.

use super::visit;
use crate::container::Six;
use crate::contenders::{IterableVisitor, names};
use crate::figures::Role;
use slab::Slab;
use slotmap::{DefaultKey, SlotMap};
use stackpool::{Heap, Pool, pool};

pool! {
    Sparse: [Six; 60_000];
    Sparse64: [Six; 60_000], quarantine = 64;
    SparseStack: [Six; 60_000], quarantine = 0;
}

/// Passes pools of 60,000 objects of 48 bytes to the visitor, and the containers that they are compared with.
pub fn sparse(visitor: &mut impl IterableVisitor<Six>) {
    visit!(visitor; DEFAULT: Sparse, WAIT_64: Sparse64, STACK: SparseStack);
    visitor.visit::<SlotMap<DefaultKey, Six>>("slotmap", Role::Peer);
    visitor.visit::<Slab<Six>>("slab", Role::Unchecked);
}
