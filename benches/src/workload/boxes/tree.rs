//! A search tree whose nodes own two children: its memory, and the time to build and to walk it.

mod memory;

use super::super::Options;
use super::owner::Owner;
use super::pools::hand_over;
use super::system_box::SystemBox;
use super::{BOX, HEAPLESS, LOCAL, SYSTEM, THREADS, label};
use crate::Random;
use crate::measure::{Job, Lap, measure};
use crate::report::{Section, Table, grouped};
use heapless::box_pool;
use heapless::pool::boxed::{Box as HeaplessBox, BoxBlock};
use stackpool::{BoxSpec, PoolBox, pool};
use std::error::Error;
use std::sync::Once;

pub use memory::grown;

const NODES: usize = 60_000;
const CAPACITY: usize = 65_535;
const ROUNDS: usize = 15;

/// Public, like its trait, because `box_pool!` generates a public type.
pub struct Node<L: Links> {
    key: u32,
    left: Option<L::Link>,
    right: Option<L::Link>,
}

/// A kind of link between nodes.
pub trait Links: Sized + 'static {
    type Link: Owner<Target = Node<Self>>;
}

enum Boxes {}

impl Links for Boxes {
    type Link = Box<Node<Self>>;
}

enum SystemBoxes {}

impl Links for SystemBoxes {
    type Link = SystemBox<Node<Self>>;
}

impl<P: BoxSpec<Item = Node<P>>> Links for P {
    type Link = PoolBox<P>;
}

pool! {
    Local: [Node<Local>; CAPACITY], boxed, sync = local;
    Threads: [Node<Threads>; CAPACITY], boxed;
}

box_pool!(HeaplessNodes: Node<HeaplessNodes>);

impl Links for HeaplessNodes {
    type Link = HeaplessBox<HeaplessNodes>;
}

pub(super) fn measure_all(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    hand_over_heapless();
    let mut keys: Vec<u32> = (0..NODES as u32).collect();
    Random::new().shuffle(&mut keys);
    memory::count(&keys, section)?;

    let title = format!("A search tree of {} nodes, each owning two", grouped(NODES));
    let mut table = Table::new("boxes-tree", title, "ns per node", "work");
    table.column(
        "built of keys in random order",
        measure(
            options.rounds(ROUNDS),
            &mut [
                building::<Boxes>(BOX, &keys),
                building::<SystemBoxes>(SYSTEM, &keys),
                building::<HeaplessNodes>(HEAPLESS, &keys),
                building::<Local>(LOCAL, &keys),
                building::<Threads>(THREADS, &keys),
            ],
        ),
    );
    table.column(
        "walked in the order of its keys",
        measure(
            options.rounds(ROUNDS),
            &mut [
                walking::<Boxes>(BOX, &keys),
                walking::<SystemBoxes>(SYSTEM, &keys),
                walking::<HeaplessNodes>(HEAPLESS, &keys),
                walking::<Local>(LOCAL, &keys),
                walking::<Threads>(THREADS, &keys),
            ],
        ),
    );
    section.tables.push(table);
    Ok(())
}

fn building<'a, L: Links>(name: &str, keys: &'a [u32]) -> Job<'a> {
    Job::new(label(name), || {
        let mut root = None;
        let lap = Lap::of(NODES, || {
            root = build::<L>(keys);
            0
        });
        let checksum = check::<L>(&root);
        Lap { checksum, ..lap }
    })
}

fn walking<'a, L: Links>(name: &str, keys: &'a [u32]) -> Job<'a> {
    let root = build::<L>(keys);
    Job::new(label(name), move || Lap::of(NODES, || check::<L>(&root)))
}

#[inline(never)]
fn build<L: Links>(keys: &[u32]) -> Option<L::Link> {
    let mut root = None;
    for &key in keys {
        let mut place: &mut Option<L::Link> = &mut root;
        while let Some(node) = place {
            place = if key < node.key { &mut node.left } else { &mut node.right };
        }
        *place = Some(L::Link::make(Node { key, left: None, right: None }));
    }
    root
}

/// Checks that all keys are there, in order, and returns their number.
fn check<L: Links>(root: &Option<L::Link>) -> u64 {
    let mut next = 0;
    walk::<L>(root, &mut |node| {
        assert_eq!(node.key, next, "a key is at the wrong place");
        next += 1;
    });
    assert_eq!(next as usize, NODES, "some keys are not there");
    u64::from(next)
}

/// Walks depth first. A tree of keys in random order has a height of about 40.
fn walk<L: Links>(root: &Option<L::Link>, visit: &mut impl FnMut(&Node<L>)) {
    if let Some(node) = root.as_deref() {
        walk::<L>(&node.left, visit);
        visit(node);
        walk::<L>(&node.right, visit);
    }
}

/// Initialises the pool at the first call.
fn hand_over_heapless() {
    static mut BLOCKS: [BoxBlock<Node<HeaplessNodes>>; CAPACITY] = [const { BoxBlock::new() }; CAPACITY];
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        let blocks = &raw mut BLOCKS;
        // SAFETY: this is called only once, and nothing else uses these statics.
        hand_over::<HeaplessNodes>(unsafe { &mut *blocks });
    });
}
