//! The rows of the table: the containers that take part, and the facts about each that need no clock.

use crate::container::{BoxPool, FreeList, GlobalAllocator, Item};
use crate::contender::{Contender, Runner};
use crate::trace::Trace;
use slotmap::SlotMap;
use stackpool::{BoxSpec, Pool, PoolBox, PoolSpec, pool};

pool! {
    U8: [Item; 255];
    U8Full: [Item; 256];
    Packed9: [Item; 512], layout = packed(9);
    Packed10: [Item; 1_024], layout = packed(10);
    Packed12: [Item; 4_096], layout = packed(12);
    U16: [Item; 65_535];
    U16Stack: [Item; 65_535], quarantine = 0;
    U16Live: [Item; 65_535], guard = live;
    U16None: [Item; 65_535], guard = none;
    Packed17: [Item; 131_072], layout = packed(17);
    Packed18: [Item; 262_144];
    Packed18Stack: [Item; 262_144], quarantine = 0;
    Packed18Live: [Item; 262_144], guard = live;
    Packed18None: [Item; 262_144], guard = none;
    Packed20: [Item; 1_048_576], layout = packed(20);
    Split24: [Item; 1_000_000];
    U32: [Item; 262_144], layout = u32;
    U32Wide: [Item; 262_144], layout = u32, generation_bits = 7;
    List16: [Item; 65_535], bookkeeping = free_list;
    List16Live: [Item; 65_535], bookkeeping = free_list, guard = live;
    List18: [Item; 262_144], bookkeeping = free_list;
    List18Wide: [Item; 262_144], bookkeeping = free_list, generation_bits = 7;
    List18Live: [Item; 262_144], bookkeeping = free_list, guard = live;

    Local16: [Item; 65_535], boxed, sync = local;
    Threads16: [Item; 65_535], boxed;
    Exact16: [Item; 65_535], boxed, exact;
    Local18: [Item; 262_144], boxed, sync = local;
    Threads18: [Item; 262_144], boxed;
    Exact18: [Item; 262_144], boxed, exact;
}

/// The purpose of a row.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    /// A pool of this crate.
    Pool,
    /// A pool of this crate whose objects are owned by boxes.
    Boxes,
    /// A container that a program might use instead. The best of these is the reference for the ratio.
    Peer,
    /// A lower or upper bound to compare with.
    Reference,
}

/// What the table says of a container.
pub(crate) struct Label {
    pub(crate) kind: Kind,
    pub(crate) container: &'static str,
    pub(crate) guard: String,
    /// The most objects that it can hold; `None` if it grows.
    pub(crate) capacity: Option<usize>,
    /// Bytes of bookkeeping per slot; `None` if that is not known.
    pub(crate) bookkeeping: Option<f64>,
}

/// All rows, whose containers have room for the trace if their width allows that.
pub(crate) fn all(trace: &Trace) -> Vec<Box<dyn Runner>> {
    let peak = trace.peak() as usize;
    let slab = other(Kind::Peer, "slab", "live", Some(8.0));
    let slotmap = other(Kind::Peer, "slotmap", "generation, 31 bits", Some(8.0));
    let boxes = other(Kind::Reference, "Box", "ownership", None);
    let free_list = Label { capacity: Some(peak), ..other(Kind::Reference, "free list", "none", Some(4.0)) };
    vec![
        Contender::boxed(slab, trace, slab::Slab::with_capacity(peak)),
        Contender::boxed(slotmap, trace, SlotMap::with_capacity(peak)),
        Contender::boxed(boxes, trace, GlobalAllocator),
        Contender::boxed(free_list, trace, FreeList::with_capacity(trace.peak())),
        pool_row::<U8>("u8", "generation", trace),
        pool_row::<U8Full>("u8", "generation", trace),
        pool_row::<Packed9>("packed 9", "generation", trace),
        pool_row::<Packed10>("packed 10", "generation", trace),
        pool_row::<Packed12>("packed 12", "generation", trace),
        pool_row::<U16>("u16", "generation", trace),
        pool_row::<U16Stack>("u16", "generation", trace),
        pool_row::<U16Live>("u16", "live", trace),
        pool_row::<U16None>("u16", "none", trace),
        pool_row::<Packed17>("packed 17", "generation", trace),
        pool_row::<Packed18>("packed 18", "generation", trace),
        pool_row::<Packed18Stack>("packed 18", "generation", trace),
        pool_row::<Packed18Live>("packed 18", "live", trace),
        pool_row::<Packed18None>("packed 18", "none", trace),
        pool_row::<Packed20>("packed 20", "generation", trace),
        pool_row::<Split24>("split 24", "generation", trace),
        pool_row::<U32>("u32", "generation", trace),
        pool_row::<U32Wide>("u32", "generation", trace),
        pool_row::<List16>("free list", "generation", trace),
        pool_row::<List16Live>("free list", "live", trace),
        pool_row::<List18>("free list", "generation", trace),
        pool_row::<List18Wide>("free list", "generation", trace),
        pool_row::<List18Live>("free list", "live", trace),
        box_row::<Local16>("local", trace),
        box_row::<Threads16>("threads", trace),
        box_row::<Exact16>("exact", trace),
        box_row::<Local18>("local", trace),
        box_row::<Threads18>("threads", trace),
        box_row::<Exact18>("exact", trace),
    ]
}

/// A pool with its table and guard. All other facts are its constants.
fn pool_row<P>(table: &'static str, guard: &'static str, trace: &Trace) -> Box<dyn Runner>
where
    P: PoolSpec<Item = Item> + 'static,
{
    let guard = match (guard, Pool::<P>::GENERATION_BITS) {
        ("generation", 1) => "generation, 1 bit".to_owned(),
        ("generation", bits) => format!("generation, {bits} bits"),
        (guard, _) => guard.to_owned(),
    };
    let guard = match Pool::<P>::QUARANTINE {
        0 => guard,
        slots => format!("{guard}, {slots} wait"),
    };
    let label = Label {
        kind: Kind::Pool,
        container: table,
        guard,
        capacity: Some(Pool::<P>::CAPACITY),
        bookkeeping: Some(Pool::<P>::BOOKKEEPING_BYTES as f64 / Pool::<P>::CAPACITY as f64),
    };
    Contender::boxed(label, trace, Pool::<P>::on_heap())
}

/// A boxed pool with its `sync`. All other facts are its constants.
fn box_row<P>(sync: &'static str, trace: &Trace) -> Box<dyn Runner>
where
    P: BoxSpec<Item = Item>,
{
    let label = Label {
        kind: Kind::Boxes,
        container: sync,
        guard: "ownership".to_owned(),
        capacity: Some(PoolBox::<P>::CAPACITY),
        bookkeeping: Some(PoolBox::<P>::BOOKKEEPING_BYTES as f64 / PoolBox::<P>::CAPACITY as f64),
    };
    Contender::boxed(label, trace, BoxPool::<P>::new())
}

fn other(kind: Kind, container: &'static str, guard: &str, bookkeeping: Option<f64>) -> Label {
    Label { kind, container, guard: guard.to_owned(), capacity: None, bookkeeping }
}
