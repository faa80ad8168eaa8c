//! The contenders: the containers that programs choose between, for objects of 32, 48 and 64 bytes.

use slab::Slab;
use slotmap::{DefaultKey, DenseSlotMap, SlotMap};
use stackpool::{Heap, Pool};
use stackpool_benches::container::Payload;
use stackpool_benches::contenders::{IterableVisitor, names};
use stackpool_benches::figures::Role;
use thunderdome::Arena;

/// The capacity of pools that are declared for the trace in the repository.
pub(crate) const TRACED: usize = 20_000;
pub(crate) const LARGE: usize = 262_144;

/// Capacities, and the number of objects that are alive while they are replaced. 0: only traces are replayed.
pub(crate) const CAPACITIES: [(usize, usize); 4] =
    [(4_096, 3_000), (TRACED, 0), (65_536, 50_000), (LARGE, 200_000)];

/// Objects for which there are pools.
pub(crate) trait Objects: Payload {
    /// Passes the pools of this capacity to the visitor.
    fn pools(capacity: usize, visitor: &mut impl IterableVisitor<Self>);
}

/// Passes pools to the visitor: `NAME: Definition`.
macro_rules! visit {
    ($visitor:expr; $($name:ident: $definition:path),* $(,)?) => {{
        $($visitor.visit::<Heap<Pool<$definition>>>(names::$name, Role::Ours);)*
    }};
}

macro_rules! pools {
    ($($module:ident: $objects:ty;)*) => {$(
        mod $module {
            stackpool::pool! {
                pub(super) Small: [$objects; 4_096];
                pub(super) SmallStack: [$objects; 4_096], quarantine = 0;
                pub(super) SmallU32: [$objects; 4_096], layout = u32;

                pub(super) Traced: [$objects; 20_000];
                pub(super) TracedStack: [$objects; 20_000], quarantine = 0;
                pub(super) TracedPacked18: [$objects; 20_000], layout = packed18;
                pub(super) TracedSplit24: [$objects; 20_000], layout = split24;
                pub(super) TracedU32: [$objects; 20_000], layout = u32;

                pub(super) Medium: [$objects; 65_536];
                pub(super) MediumStack: [$objects; 65_536], quarantine = 0;

                pub(super) Large: [$objects; 262_144];
                pub(super) LargeStack: [$objects; 262_144], quarantine = 0;
                pub(super) LargeSplit24: [$objects; 262_144], layout = split24;
                pub(super) LargeU32: [$objects; 262_144], layout = u32;
            }
        }

        impl Objects for $objects {
            fn pools(capacity: usize, visitor: &mut impl IterableVisitor<Self>) {
                use $module::*;
                match capacity {
                    4_096 => visit!(visitor; DEFAULT: Small, STACK: SmallStack, U32: SmallU32),
                    TRACED => {
                        visit!(visitor; DEFAULT: Traced, STACK: TracedStack, PACKED18: TracedPacked18);
                        visit!(visitor; SPLIT24: TracedSplit24, U32: TracedU32);
                    }
                    65_536 => visit!(visitor; DEFAULT: Medium, STACK: MediumStack),
                    LARGE => {
                        visit!(visitor; DEFAULT: Large, STACK: LargeStack);
                        visit!(visitor; SPLIT24: LargeSplit24, U32: LargeU32);
                    }
                    _ => panic!("there is no pool of {capacity}"),
                }
            }
        }
    )*};
}

pools! {
    words_of_32: [u64; 4];
    words_of_48: stackpool_benches::container::Six;
    words_of_64: [u64; 8];
}

/// Passes the containers of other crates to the visitor.
pub(crate) fn peers<T: Payload>(visitor: &mut impl IterableVisitor<T>) {
    visitor.visit::<Slab<T>>("slab", Role::Unchecked);
    visitor.visit::<SlotMap<DefaultKey, T>>("slotmap", Role::Peer);
    visitor.visit::<DenseSlotMap<DefaultKey, T>>("dense slotmap", Role::Peer);
    visitor.visit::<Arena<T>>("thunderdome", Role::Peer);
}
