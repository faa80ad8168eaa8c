//! A search tree of nodes that own two children: what it takes in memory, and how long it takes to make and to walk.

use crate::measure::{Contender, Measured, measure};
use crate::owner::Owner;
use crate::pools::hand_over;
use crate::random::shuffle;
use crate::system_box::SystemBox;
use crate::table::{self, BOX, HEAPLESS, grouped, ratio};
use heapless::box_pool;
use heapless::pool::boxed::{Box as HeaplessBox, BoxBlock};
use stackpool::{BoxSpec, PoolBox, pool};
use std::error::Error;
use std::time::Instant;

const NODES: usize = 60_000;
const CAPACITY: usize = 65_535;
const ROUNDS: usize = 15;

/// Share of the bytes of `Box` on mimalloc that the tree may take at most.
const BYTES_GOAL: f64 = 0.35;

/// Public, as its trait, because `box_pool!` prints a public type.
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

/// What is known of the memory of a tree.
struct Memory {
    name: &'static str,
    link: usize,
    node: usize,
    /// Bytes for each node: what an allocator takes for one; the part of the whole static of a pool.
    bytes: f64,
    /// Bytes for each node by which the program grew; `None` where the system does not say.
    resident: Option<f64>,
}

pub(crate) fn print() -> Result<(), Box<dyn Error>> {
    let mut keys: Vec<u32> = (0..NODES as u32).collect();
    shuffle(&mut keys);
    print_memory_and_walks(&keys);
    print_builds(&keys);
    Ok(())
}

fn print_memory_and_walks(keys: &[u32]) {
    // What the first reading allocates is not part of any tree.
    resident();
    let (boxes, of_boxes) = grown::<Boxes>(BOX, || build::<Boxes>(keys), stride::<Boxes>);
    let (system, of_system) =
        grown::<SystemBoxes>("Box, system", || build::<SystemBoxes>(keys), stride::<SystemBoxes>);
    let first_heapless = || {
        hand_over_heapless();
        build::<HeaplessNodes>(keys)
    };
    let heapless_bytes = size_of::<[BoxBlock<Node<HeaplessNodes>>; CAPACITY]>() as f64 / NODES as f64;
    let (heapless, of_heapless) = grown::<HeaplessNodes>(HEAPLESS, first_heapless, |_| heapless_bytes);
    let (local, of_local) = grown::<Local>("PoolBox, local", || build::<Local>(keys), |_| share::<Local>());
    let (threads, of_threads) =
        grown::<Threads>("PoolBox, threads", || build::<Threads>(keys), |_| share::<Threads>());
    print_memory(&[of_boxes, of_system, of_heapless, of_local, of_threads]);

    let contenders = vec![
        Contender::new(BOX, || timed(|| check::<Boxes>(&boxes))),
        Contender::new("Box, system", || timed(|| check::<SystemBoxes>(&system))),
        Contender::new(HEAPLESS, || timed(|| check::<HeaplessNodes>(&heapless))),
        Contender::new("PoolBox, local", || timed(|| check::<Local>(&local))),
        Contender::new("PoolBox, threads", || timed(|| check::<Threads>(&threads))),
    ];
    let rows = measure(ROUNDS, contenders);
    table::print(&title("walked in the order of its keys"), "node", &rows);
}

fn print_builds(keys: &[u32]) {
    let rows: Vec<Measured> = measure(
        ROUNDS,
        vec![
            Contender::new(BOX, || timed(|| build::<Boxes>(keys))),
            Contender::new("Box, system", || timed(|| build::<SystemBoxes>(keys))),
            Contender::new(HEAPLESS, || timed(|| build::<HeaplessNodes>(keys))),
            Contender::new("PoolBox, local", || timed(|| build::<Local>(keys))),
            Contender::new("PoolBox, threads", || timed(|| build::<Threads>(keys))),
        ],
    );
    table::print(&title("built of keys in random order"), "node", &rows);
}

fn title(what: &str) -> String {
    format!("A tree of {} nodes, {what}; {ROUNDS} rounds", grouped(NODES))
}

fn timed<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = work();
    let time = start.elapsed().as_nanos() as f64 / NODES as f64;
    // Not under the clock.
    drop(result);
    time
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

/// That all keys are there, in order.
fn check<L: Links>(root: &Option<L::Link>) {
    let mut next = 0;
    walk::<L>(root, &mut |node| {
        assert_eq!(node.key, next, "a key is at the wrong place");
        next += 1;
    });
    assert_eq!(next as usize, NODES, "some keys are not there");
}

/// Depth first: the height of a tree of random order is some 40.
fn walk<L: Links>(root: &Option<L::Link>, visit: &mut impl FnMut(&Node<L>)) {
    if let Some(node) = root.as_deref() {
        walk::<L>(&node.left, visit);
        visit(node);
        walk::<L>(&node.right, visit);
    }
}

/// The tree, and what it took.
fn grown<L: Links>(
    name: &'static str,
    build: impl FnOnce() -> Option<L::Link>,
    bytes: impl FnOnce(&Option<L::Link>) -> f64,
) -> (Option<L::Link>, Memory) {
    let before = resident();
    let root = build();
    let after = resident();
    let memory = Memory {
        name,
        link: size_of::<Option<L::Link>>(),
        node: size_of::<Node<L>>(),
        bytes: bytes(&root),
        resident: before.zip(after).map(|(before, after)| (after - before) / NODES as f64),
    };
    (root, memory)
}

/// Bytes of the program that are in memory, where the system says.
fn resident() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}

/// The median of the distances between neighbours in memory: what an allocator adds to a node is part of it.
fn stride<L: Links>(root: &Option<L::Link>) -> f64 {
    let mut addresses = Vec::with_capacity(NODES);
    walk::<L>(root, &mut |node| addresses.push((&raw const *node).addr()));
    addresses.sort_unstable();
    let mut distances: Vec<_> = addresses.windows(2).map(|pair| pair[1] - pair[0]).collect();
    distances.sort_unstable();
    distances[distances.len() / 2] as f64
}

/// What of the static of a pool falls to each node, though there is room for more.
fn share<P: BoxSpec>() -> f64 {
    PoolBox::<P>::TOTAL_BYTES as f64 / NODES as f64
}

fn hand_over_heapless() {
    static mut BLOCKS: [BoxBlock<Node<HeaplessNodes>>; CAPACITY] = [const { BoxBlock::new() }; CAPACITY];
    let blocks = &raw mut BLOCKS;
    // SAFETY: this is called once, and nothing else uses them.
    hand_over::<HeaplessNodes>(unsafe { &mut *blocks });
}

fn print_memory(rows: &[Memory]) {
    println!("{}\n", title("in memory").trim_end_matches(&format!("; {ROUNDS} rounds")));
    line(["", "link", "node", "takes", "of Box", "goal", "grown by"]);
    line(["", "bytes", "bytes", "bytes/node", "ratio", "", "bytes/node"]);
    let of_box = rows.iter().find(|row| row.name == BOX).map(|row| row.bytes);
    for row in rows {
        let goal = row.name.starts_with("PoolBox").then_some(BYTES_GOAL);
        let [of_box, goal] = ratio(row.bytes, of_box, goal);
        line([
            row.name,
            &row.link.to_string(),
            &row.node.to_string(),
            &format!("{:.1}", row.bytes),
            &of_box,
            &goal,
            &row.resident.map_or("-".to_owned(), |bytes| format!("{bytes:.1}")),
        ]);
    }
    println!();
}

/// One line: words to the left, numbers to the right.
fn line(columns: [&str; 7]) {
    let [name, link, node, takes, of_box, goal, grown] = columns;
    let line = format!("{name:<26}{link:>6}{node:>7}{takes:>12}{of_box:>9}{goal:>14}{grown:>12}");
    println!("{}", line.trim_end());
}
