//! Boxes followed: a ring of nodes in random order, where each step waits for the last one; and nodes in a table of boxes,
//! where none waits.
//!
//! The largest of them leave the caches, and then pages count too: mimalloc asks Linux for huge ones, which a static gets
//! only where the system gives them to all (`/sys/kernel/mm/transparent_hugepage/enabled`). `MIMALLOC_ALLOW_THP=0` puts
//! both on small pages.

use super::super::Options;
use super::owner::Owner;
use super::system_box::SystemBox;
use super::{BOX, SYSTEM, THREADS, label};
use crate::Random;
use crate::measure::{Job, Lap, measure};
use crate::report::{Plot, Section, Table, grouped};
use stackpool::{BoxSpec, PoolBox, pool};
use std::hint::black_box;

const ROUNDS: usize = 21;

/// Of the largest, where a lap takes half a second.
const FEW_ROUNDS: usize = 7;

/// Steps of a lap, at least.
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

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let parameter = "nodes with Box or with PoolBox";
    let table = |name, title| Table::new(name, title, "ns a node", parameter).plot(Plot::Bars);
    let mut tables = Tables {
        rings: table("boxes-rings", "Each node owns the next, in random order"),
        visits: table("boxes-visits", "Nodes owned by a table, in random order"),
    };
    for count in [1_000, 60_000] {
        tables.measure::<Medium, MANY>(options.rounds(ROUNDS), count, section);
        tables.measure::<Small, ONE>(options.rounds(ROUNDS), count, section);
    }
    if !options.quick {
        tables.measure::<Large, FEW>(FEW_ROUNDS, 4_000_000, section);
    }
    section.tables.extend([tables.rings, tables.visits]);
    section.notes.push(NOTE.to_owned());
}

const NOTE: &str = "\
The nodes of 4,000,000 leave the caches, and then pages count too: mimalloc asks Linux for huge ones, which a static gets only \
where the system gives them to all. `MIMALLOC_ALLOW_THP=0` puts both on small pages.";

struct Tables {
    rings: Table,
    visits: Table,
}

impl Tables {
    /// Adds a column to both. The boxes of one are gone before those of the other are made: a pool has room for one.
    fn measure<P: Links<WORDS>, const WORDS: usize>(
        &mut self,
        rounds: usize,
        count: usize,
        section: &mut Section,
    ) {
        let (bytes, ours) = (size_of::<Node<Boxes, WORDS>>(), size_of::<Node<P, WORDS>>());
        let column = format!("{} of {bytes} or {ours} bytes", grouped(count));
        let cells = measure(
            rounds,
            &mut [
                ring::<Boxes, WORDS>(BOX, count),
                ring::<SystemBoxes, WORDS>(SYSTEM, count),
                ring::<P, WORDS>(THREADS, count),
            ],
        );
        self.rings.column(&column, cells);
        let cells = measure(
            rounds,
            &mut [
                table::<Boxes, WORDS>(BOX, count),
                table::<SystemBoxes, WORDS>(SYSTEM, count),
                table::<P, WORDS>(THREADS, count),
            ],
        );
        self.visits.column(&column, cells);
        let goals = [&self.rings, &self.visits].map(|table| table.goal(THREADS, &column, &[BOX], GOAL));
        section.goals.extend(goals.into_iter().flatten());
    }
}

fn ring<L: Links<WORDS>, const WORDS: usize>(name: &str, count: usize) -> Job<'static> {
    let ring = Ring::<L, WORDS>::new(nodes::<L, WORDS>(count));
    Job::new(label(name), move || lap(count, |steps| ring.walk(steps)))
}

fn table<L: Links<WORDS>, const WORDS: usize>(name: &str, count: usize) -> Job<'static> {
    let nodes = nodes::<L, WORDS>(count);
    Job::new(label(name), move || lap(count, |steps| visit::<L, WORDS>(&nodes, steps)))
}

/// Goes over all nodes, as often as it takes for enough steps. `work` is given their number. What is small enough for the
/// caches is there before the clock starts.
fn lap(count: usize, work: impl Fn(usize) -> u64) -> Lap {
    if count * 10 < STEPS {
        black_box(work(count));
    }
    let passes = STEPS.div_ceil(count);
    let lap = Lap::of(passes * count, || work(passes * count));
    let sum_of_all = (0..count as u64).sum::<u64>();
    assert_eq!(lap.checksum, sum_of_all * passes as u64, "the nodes were not all visited as often");
    lap
}

/// Nodes made in the order of the memory, then shuffled.
fn nodes<L: Links<WORDS>, const WORDS: usize>(count: usize) -> Vec<L::Link> {
    let node = |i| Node { next: None, words: [i; WORDS] };
    let mut nodes: Vec<L::Link> = (0..count as u32).map(|i| L::Link::make(node(i))).collect();
    Random::new().shuffle(&mut nodes);
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
