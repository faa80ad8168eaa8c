//! Boxes followed: a ring of nodes in random order, where each step waits for the last one; and nodes in a table of boxes,
//! where none waits.
//!
//! The largest of them leave the caches, and then pages count too: mimalloc asks Linux for huge ones, which a static gets
//! only where the system gives them to all (`/sys/kernel/mm/transparent_hugepage/enabled`). `MIMALLOC_ALLOW_THP=0` puts
//! both on small pages.

use crate::measure::{Contender, measure};
use crate::owner::Owner;
use crate::random::shuffle;
use crate::system_box::SystemBox;
use crate::table::{self, BOX, grouped};
use stackpool::{BoxSpec, PoolBox, pool};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 21;

/// Steps of a round, at least.
const STEPS: usize = 1_000_000;

/// Times of `Box` on mimalloc that the boxes may take at most.
const GOAL: f64 = 1.0;

/// A link, and as much data for all kinds of links.
struct Node<L: Links<WORDS>, const WORDS: usize> {
    next: Option<L::Link>,
    words: [u32; WORDS],
}

/// A kind of link between nodes.
trait Links<const WORDS: usize>: Sized + 'static {
    type Link: Owner<Target = Node<Self, WORDS>>;
}

enum Boxes {}

impl<const WORDS: usize> Links<WORDS> for Boxes {
    type Link = Box<Node<Self, WORDS>>;
}

enum SystemBoxes {}

impl<const WORDS: usize> Links<WORDS> for SystemBoxes {
    type Link = SystemBox<Node<Self, WORDS>>;
}

impl<P: BoxSpec<Item = Node<P, WORDS>>, const WORDS: usize> Links<WORDS> for P {
    type Link = PoolBox<P>;
}

/// Words of a node that takes 32 bytes with a link of 8.
const MANY: usize = 6;
/// Words of a node that takes 16 bytes with a link of 8.
const FEW: usize = 2;
/// Words of a node that takes 8 bytes with a link of 2: 16 with one of 8.
const ONE: usize = 1;

pool! {
    Small: [Node<Small, ONE>; 65_535], boxed;
    Medium: [Node<Medium, MANY>; 65_535], boxed;
    Large: [Node<Large, FEW>; 4_000_000], boxed;
}

pub(crate) fn print() {
    for count in [1_000, 60_000] {
        print_ring::<Medium, MANY>(count);
        print_table::<Medium, MANY>(count);
        print_ring::<Small, ONE>(count);
        print_table::<Small, ONE>(count);
    }
    print_ring::<Large, FEW>(4_000_000);
    print_table::<Large, FEW>(4_000_000);
}

fn print_ring<P: Links<WORDS>, const WORDS: usize>(count: usize) {
    let contenders = vec![
        ring_contender::<Boxes, WORDS>(BOX, count),
        ring_contender::<SystemBoxes, WORDS>("Box, system", count),
        ring_contender::<P, WORDS>("PoolBox, threads", count).goal(GOAL),
    ];
    let rows = measure(ROUNDS, contenders);
    table::print(&title::<P, WORDS>("A ring", count), "hop", &rows);
}

fn print_table<P: Links<WORDS>, const WORDS: usize>(count: usize) {
    let contenders = vec![
        table_contender::<Boxes, WORDS>(BOX, count),
        table_contender::<SystemBoxes, WORDS>("Box, system", count),
        table_contender::<P, WORDS>("PoolBox, threads", count).goal(GOAL),
    ];
    let rows = measure(ROUNDS, contenders);
    table::print(&title::<P, WORDS>("A table", count), "visit", &rows);
}

fn title<P: Links<WORDS>, const WORDS: usize>(what: &str, count: usize) -> String {
    format!(
        "{what} of {} nodes in random order: {} bytes each with Box, {} with PoolBox; {ROUNDS} rounds",
        grouped(count),
        size_of::<Node<Boxes, WORDS>>(),
        size_of::<Node<P, WORDS>>(),
    )
}

fn ring_contender<L: Links<WORDS>, const WORDS: usize>(
    name: &'static str,
    count: usize,
) -> Contender<'static> {
    let ring = Ring::<L, WORDS>::new(nodes::<L, WORDS>(count));
    Contender::new(name, move || timed(count, |steps| ring.walk(steps)))
}

fn table_contender<L: Links<WORDS>, const WORDS: usize>(
    name: &'static str,
    count: usize,
) -> Contender<'static> {
    let nodes = nodes::<L, WORDS>(count);
    Contender::new(name, move || timed(count, |steps| visit::<L, WORDS>(&nodes, steps)))
}

/// Goes over all nodes, as often as it takes for enough steps. `work` is given their number.
fn timed(count: usize, work: impl FnOnce(usize) -> u64) -> f64 {
    let passes = STEPS.div_ceil(count);
    let steps = passes * count;
    let start = Instant::now();
    let sum = work(steps);
    let time = start.elapsed().as_nanos() as f64 / steps as f64;
    let sum_of_all = (0..count as u64).sum::<u64>();
    assert_eq!(sum, sum_of_all * passes as u64, "the nodes were not all visited as often");
    time
}

/// Nodes made in the order of the memory, then shuffled.
fn nodes<L: Links<WORDS>, const WORDS: usize>(count: usize) -> Vec<L::Link> {
    let node = |i| Node { next: None, words: [i; WORDS] };
    let mut nodes: Vec<L::Link> = (0..count as u32).map(|i| L::Link::make(node(i))).collect();
    shuffle(&mut nodes);
    nodes
}

/// Each node owns the next. The last owns none, since owners cannot own each other in a ring; the walk goes on with the
/// first.
struct Ring<L: Links<WORDS>, const WORDS: usize>(Option<L::Link>);

impl<L: Links<WORDS>, const WORDS: usize> Ring<L, WORDS> {
    fn new(nodes: Vec<L::Link>) -> Self {
        Ring(nodes.into_iter().fold(None, |next, mut node| {
            node.next = next;
            Some(node)
        }))
    }

    #[inline(never)]
    fn walk(&self, steps: usize) -> u64 {
        let Some(first) = self.0.as_deref() else { return 0 };
        let mut node = first;
        let mut sum = 0;
        for _ in 0..steps {
            sum += u64::from(node.words[0]);
            node = node.next.as_deref().unwrap_or(first);
        }
        sum
    }
}

impl<L: Links<WORDS>, const WORDS: usize> Drop for Ring<L, WORDS> {
    fn drop(&mut self) {
        while let Some(mut node) = self.0.take() {
            self.0 = node.next.take();
        }
    }
}

/// The nodes of all boxes, in the order of the table.
#[inline(never)]
fn visit<L: Links<WORDS>, const WORDS: usize>(nodes: &[L::Link], steps: usize) -> u64 {
    let pass = |nodes: &[L::Link]| nodes.iter().map(|node| u64::from(node.words[0])).sum::<u64>();
    (0..steps / nodes.len()).map(|_| pass(black_box(nodes))).sum()
}
