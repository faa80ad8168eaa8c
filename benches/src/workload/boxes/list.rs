//! Follows boxes: a list of nodes in random order, in which each step depends on the one before; and nodes in a table
//! of boxes, in which no step depends on another.
//!
//! The largest lists and tables do not fit in the caches, and then the size of pages matters too. mimalloc requests
//! huge pages from Linux. A static gets them only if the system gives them to all memory
//! (`/sys/kernel/mm/transparent_hugepage/enabled`). `MIMALLOC_ALLOW_THP=0` makes both use small pages.

use super::super::Options;
use super::indices::{Index, Indexed};
use super::owner::Owner;
use super::system_box::SystemBox;
use super::{BOX, SYSTEM, THREADS, label};
use crate::Random;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Plot, Role, Section, Table, grouped};
use stackpool::{BoxSpec, PoolBox, pool};
use std::hint::black_box;

const ROUNDS: usize = 21;

/// Rounds of the largest lists, whose laps take half a second.
const FEW_ROUNDS: usize = 7;

/// The minimum number of steps per lap.
const STEPS: usize = 1_000_000;

/// The goal: boxes take at most this many times as long as `Box` on mimalloc.
const GOAL: f64 = 1.0;

const INDICES: &str = "indices";

/// A node: a link, and data of the same size for all kinds of links.
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
/// Words of a node that takes 8 bytes with a link of 2. With a link of 8 it takes 16.
const ONE: usize = 1;

pool! {
    Small: [Node<Small, ONE>; 65_535], boxed;
    Medium: [Node<Medium, MANY>; 65_535], boxed;
    Large: [Node<Large, FEW>; 4_000_000], boxed;
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let parameter = "nodes with Box or with PoolBox";
    let table = |name, title| Table::new(name, title, "ns per node", parameter).plot(Plot::Bars);
    let mut tables = Tables {
        lists: table("boxes-lists", "Each node owns the next, in random order"),
        visits: table("boxes-visits", "Nodes owned by a table, in random order"),
    };
    for count in [1_000, 60_000] {
        tables.measure::<Medium, u16, MANY>(options.rounds(ROUNDS), count, section);
        tables.measure::<Small, u16, ONE>(options.rounds(ROUNDS), count, section);
    }
    if !options.quick {
        tables.measure::<Large, u32, FEW>(FEW_ROUNDS, 4_000_000, section);
    }
    section.tables.extend([tables.lists, tables.visits]);
    section.notes.push(NOTE.to_owned());
}

const NOTE: &str = "\
4,000,000 nodes do not fit in the caches, and then pages matter too: mimalloc asks Linux for huge pages, which a \
static gets only if the system gives them to every program. `MIMALLOC_ALLOW_THP=0` puts both on small pages.";

struct Tables {
    lists: Table,
    visits: Table,
}

impl Tables {
    /// Adds a column to both tables. The boxes of one table are dropped before those of the other are made, because a
    /// pool has room for one.
    fn measure<P: Links<WORDS>, I: Index, const WORDS: usize>(
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
                list::<Boxes, WORDS>(BOX, count),
                list::<SystemBoxes, WORDS>(SYSTEM, count),
                list::<P, WORDS>(THREADS, count),
                indexed::<I, WORDS>(count, Indexed::walk),
            ],
        );
        self.lists.column(&column, cells);
        let cells = measure(
            rounds,
            &mut [
                table::<Boxes, WORDS>(BOX, count),
                table::<SystemBoxes, WORDS>(SYSTEM, count),
                table::<P, WORDS>(THREADS, count),
                indexed::<I, WORDS>(count, Indexed::visit),
            ],
        );
        self.visits.column(&column, cells);
        let goals = [&self.lists, &self.visits].map(|table| table.goal(THREADS, &column, &[BOX], GOAL));
        section.goals.extend(goals.into_iter().flatten());
    }
}

fn list<L: Links<WORDS>, const WORDS: usize>(name: &str, count: usize) -> Job<'static> {
    let list = List::<L, WORDS>::new(nodes::<L, WORDS>(count));
    Job::new(label(name), move || lap(count, || black_box(&list).walk()))
}

fn table<L: Links<WORDS>, const WORDS: usize>(name: &str, count: usize) -> Job<'static> {
    let nodes = nodes::<L, WORDS>(count);
    Job::new(label(name), move || lap(count, || visit::<L, WORDS>(black_box(&nodes))))
}

fn indexed<I: Index, const WORDS: usize>(count: usize, work: fn(&Indexed<I, WORDS>) -> u64) -> Job<'static> {
    let nodes = Indexed::<I, WORDS>::new(count);
    Job::new(Label::new(INDICES, Role::Floor), move || lap(count, || work(black_box(&nodes))))
}

/// Applies `pass` to all nodes, as often as it takes for enough steps. Data that fits in the caches is loaded before
/// the clock starts.
fn lap(count: usize, pass: impl Fn() -> u64) -> Lap {
    if count * 10 < STEPS {
        black_box(pass());
    }
    let passes = STEPS.div_ceil(count);
    let lap = Lap::of(passes * count, || (0..passes).map(|_| pass()).sum());
    let sum_of_all = (0..count as u64).sum::<u64>();
    assert_eq!(lap.checksum, sum_of_all * passes as u64, "the nodes were not all visited equally often");
    lap
}

/// Boxes made in memory order, then shuffled.
fn nodes<L: Links<WORDS>, const WORDS: usize>(count: usize) -> Vec<L::Link> {
    let node = |i| Node { next: None, words: [i; WORDS] };
    let mut nodes: Vec<L::Link> = (0..count as u32).map(|i| L::Link::make(node(i))).collect();
    Random::new().shuffle(&mut nodes);
    nodes
}

/// A list in which each node owns the next.
struct List<L: Links<WORDS>, const WORDS: usize>(Option<L::Link>);

impl<L: Links<WORDS>, const WORDS: usize> List<L, WORDS> {
    fn new(nodes: Vec<L::Link>) -> Self {
        List(nodes.into_iter().fold(None, |next, mut node| {
            node.next = next;
            Some(node)
        }))
    }

    #[inline(never)]
    fn walk(&self) -> u64 {
        let mut link = self.0.as_deref();
        let mut sum = 0;
        while let Some(node) = link {
            sum += u64::from(node.words[0]);
            link = node.next.as_deref();
        }
        sum
    }
}

impl<L: Links<WORDS>, const WORDS: usize> Drop for List<L, WORDS> {
    fn drop(&mut self) {
        while let Some(mut node) = self.0.take() {
            self.0 = node.next.take();
        }
    }
}

/// Visits the nodes of all boxes, in the order of the table.
#[inline(never)]
fn visit<L: Links<WORDS>, const WORDS: usize>(nodes: &[L::Link]) -> u64 {
    nodes.iter().map(|node| u64::from(node.words[0])).sum()
}
