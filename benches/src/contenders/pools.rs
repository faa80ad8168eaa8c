//! The pools among the contenders.

use super::{IterableVisitor, Visitor, names};
use crate::Item;
use crate::container::{Boxes, Payload};
use crate::figures::Role;
use stackpool::{Heap, Pool, pool};

mod dense;
mod growth;
mod sparse;
mod traces;

pub use dense::{Dense, SlicedVisitor, traced_dense};
pub use growth::growing;
pub use sparse::sparse;
pub use traces::{Traced, Wide};

/// The payloads for which there are pools of all [`CAPACITIES`](super::CAPACITIES).
pub trait Pools: Payload {
    /// Passes the pools of this capacity to the visitor.
    fn visit(capacity: usize, visitor: &mut impl Visitor<Self>);
}

/// Passes pools to the visitor: `NAME: Definition`.
macro_rules! visit {
    ($visitor:expr; $($name:ident: $definition:path),* $(,)?) => {{
        $($visitor.visit::<Heap<Pool<$definition>>>(names::$name, Role::Ours);)*
    }};
}
use visit;

/// Passes the boxes of a definition to the visitor.
macro_rules! visit_boxes {
    ($visitor:expr; $definition:path) => {
        $visitor.visit::<Boxes<$definition>>(names::BOX, Role::Ours)
    };
}
use visit_boxes;

/// Pools with the default table, with the default guard and without a guard.
macro_rules! plain_pools {
    ($($module:ident: $payload:ty;)*) => {$(
        mod $module {
            stackpool::pool! {
                pub(super) Tiny: [$payload; 256];
                pub(super) TinyNone: [$payload; 256], guard = none;
                pub(super) Small: [$payload; 4_096];
                pub(super) SmallNone: [$payload; 4_096], guard = none;
                pub(super) Medium: [$payload; 65_536];
                pub(super) MediumNone: [$payload; 65_536], guard = none;
                pub(super) Large: [$payload; 262_144];
                pub(super) LargeNone: [$payload; 262_144], guard = none;
                pub(super) Huge: [$payload; 4_194_304];
                pub(super) HugeNone: [$payload; 4_194_304], guard = none;
            }
        }

        impl Pools for $payload {
            fn visit(capacity: usize, visitor: &mut impl Visitor<Self>) {
                match capacity {
                    256 => visit!(visitor; DEFAULT: $module::Tiny, NONE: $module::TinyNone),
                    4_096 => visit!(visitor; DEFAULT: $module::Small, NONE: $module::SmallNone),
                    65_536 => visit!(visitor; DEFAULT: $module::Medium, NONE: $module::MediumNone),
                    262_144 => visit!(visitor; DEFAULT: $module::Large, NONE: $module::LargeNone),
                    4_194_304 => visit!(visitor; DEFAULT: $module::Huge, NONE: $module::HugeNone),
                    _ => panic!("there is no pool of {capacity}"),
                }
            }
        }
    )*};
}

plain_pools! {
    words: u32;
    lines: [u64; 8];
    chunks: [u64; 32];
}

pool! {
    Tiny: [Item; 256];
    TinyStack: [Item; 256], quarantine = 0;
    TinyLive: [Item; 256], guard = live;
    TinyNone: [Item; 256], guard = none;
    TinyLinks: [Item; 256], bookkeeping = free_list;
    TinyBox: [Item; 256], boxed, sync = local;

    Small: [Item; 4_096];
    SmallStack: [Item; 4_096], quarantine = 0;
    SmallLive: [Item; 4_096], guard = live;
    SmallNone: [Item; 4_096], guard = none;
    SmallLinks: [Item; 4_096], bookkeeping = free_list;
    SmallBox: [Item; 4_096], boxed, sync = local;
    SmallPacked18: [Item; 4_096], layout = packed18;
    SmallSplit24: [Item; 4_096], layout = split24;
    SmallU32: [Item; 4_096], layout = u32;

    Medium: [Item; 65_536];
    MediumStack: [Item; 65_536], quarantine = 0;
    MediumLive: [Item; 65_536], guard = live;
    MediumNone: [Item; 65_536], guard = none;
    MediumLinks: [Item; 65_536], bookkeeping = free_list;
    MediumBox: [Item; 65_536], boxed, sync = local;
    MediumPacked18: [Item; 65_536], layout = packed18;
    MediumSplit24: [Item; 65_536], layout = split24;
    MediumU32: [Item; 65_536], layout = u32;

    Large: [Item; 262_144];
    LargeStack: [Item; 262_144], quarantine = 0;
    LargeLive: [Item; 262_144], guard = live;
    LargeNone: [Item; 262_144], guard = none;
    LargeLinks: [Item; 262_144], bookkeeping = free_list;
    LargeLinksWide: [Item; 262_144], bookkeeping = free_list, generation_bits = 7;
    LargeBox: [Item; 262_144], boxed, sync = local;
    LargeSplit24: [Item; 262_144], layout = split24;
    LargeU32: [Item; 262_144], layout = u32;
    LargeU32Wide: [Item; 262_144], layout = u32, generation_bits = 7;

    Huge: [Item; 4_194_304];
    HugeStack: [Item; 4_194_304], quarantine = 0;
    HugeLive: [Item; 4_194_304], guard = live;
    HugeNone: [Item; 4_194_304], guard = none;
    HugeLinks: [Item; 4_194_304], bookkeeping = free_list;
    HugeLinksWide: [Item; 4_194_304], bookkeeping = free_list, generation_bits = 7;
    HugeBox: [Item; 4_194_304], boxed, sync = local;
    HugeU32: [Item; 4_194_304], layout = u32;
    HugeU32Wide: [Item; 4_194_304], layout = u32, generation_bits = 7;
}

impl Pools for Item {
    fn visit(capacity: usize, visitor: &mut impl Visitor<Self>) {
        match capacity {
            256 => {
                visit!(visitor; DEFAULT: Tiny, STACK: TinyStack, LIVE: TinyLive);
                visit!(visitor; NONE: TinyNone, FREE_LIST: TinyLinks);
                visit_boxes!(visitor; TinyBox);
            }
            4_096 => {
                visit!(visitor; DEFAULT: Small, STACK: SmallStack, LIVE: SmallLive);
                visit!(visitor; NONE: SmallNone, FREE_LIST: SmallLinks);
                visit_boxes!(visitor; SmallBox);
                visit!(visitor; PACKED18: SmallPacked18, SPLIT24: SmallSplit24, U32: SmallU32);
            }
            65_536 => {
                visit!(visitor; DEFAULT: Medium, STACK: MediumStack, LIVE: MediumLive);
                visit!(visitor; NONE: MediumNone, FREE_LIST: MediumLinks);
                visit_boxes!(visitor; MediumBox);
                visit!(visitor; PACKED18: MediumPacked18, SPLIT24: MediumSplit24, U32: MediumU32);
            }
            262_144 => visit_large(visitor),
            4_194_304 => {
                visit!(visitor; DEFAULT: Huge, STACK: HugeStack, LIVE: HugeLive);
                visit!(visitor; NONE: HugeNone, FREE_LIST: HugeLinks);
                visit_boxes!(visitor; HugeBox);
                visit!(visitor; U32: HugeU32, U32_WIDE: HugeU32Wide, FREE_LIST_WIDE: HugeLinksWide);
            }
            _ => panic!("there is no pool of {capacity}"),
        }
    }
}

/// The pools of 262,144.
fn visit_large(visitor: &mut impl Visitor<Item>) {
    visit!(visitor; DEFAULT: Large, STACK: LargeStack, LIVE: LargeLive);
    visit!(visitor; NONE: LargeNone, FREE_LIST: LargeLinks);
    visit_boxes!(visitor; LargeBox);
    visit!(visitor; SPLIT24: LargeSplit24, U32: LargeU32, U32_WIDE: LargeU32Wide);
    visit!(visitor; FREE_LIST_WIDE: LargeLinksWide);
}

/// Passes the pools of 4,096, 65,536 and 262,144 that can be iterated to the visitor.
///
/// # Panics
///
/// Panics if there is no pool of this capacity.
pub fn iterable_pools(capacity: usize, visitor: &mut impl IterableVisitor<Item>) {
    match capacity {
        4_096 => visit!(visitor; DEFAULT: Small, LIVE: SmallLive, FREE_LIST: SmallLinks),
        65_536 => visit!(visitor; DEFAULT: Medium, LIVE: MediumLive, FREE_LIST: MediumLinks),
        262_144 => visit!(visitor; DEFAULT: Large, LIVE: LargeLive, FREE_LIST: LargeLinks),
        _ => panic!("there is no pool of {capacity}"),
    }
}
