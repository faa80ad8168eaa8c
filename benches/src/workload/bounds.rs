//! Pools of large bounds beside containers that grow: what a bound costs that is never reached.

use super::{Options, Workload, made};
use crate::child::resident;
use crate::container::Payload;
use crate::contenders::names;
use crate::figures::Spread;
use crate::measure::Job;
use crate::report::{Figures, Label, Role, Section, Table};
use slab::Slab;
use slotmap::{DefaultKey, SlotMap};
use stackpool::{Heap, Pool, PoolSpec, pool};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

pub(super) const WORKLOAD: Workload = Workload { name: "bounds", of_compiler: false, run };

const ABOUT: &str = "\
For who knows no bound: a pool whose bound is far above what is used, on the heap, with the allocator of the system. \
*Made*: a container is made, gets one object of 32 bytes, and is dropped; pools by their bound, the others new. \
*Grown*: a million objects of 64 bytes are inserted one after the other, in a pool with a bound of 16 million; the \
longest single insertion, in the best of all rounds, and the time of all. *Resident*: by how much the memory of the \
process has grown after the first 1,000 of them (Linux).";

const ROUNDS: usize = 51;
/// How often a million objects are inserted.
const GROWN_ROUNDS: usize = 7;
const GROWN: usize = 1_000_000;
const FIRST: usize = 1_000;

/// Makes the contenders of a bound.
type Contenders = fn() -> Vec<Job<'static>>;

type Small = [u64; 4];
type Large = [u64; 8];

pool! {
    B100: [Small; 100];
    B16K: [Small; 16_383];
    B64K: [Small; 65_535];
    B256K: [Small; 262_144];
    B1M: [Small; 1_048_576];
    B16M: [Small; 16_000_000];
    D100: [Small; 100], dense;
    D16K: [Small; 16_383], dense;
    D64K: [Small; 65_535], dense;
    D256K: [Small; 262_144], dense;
    D1M: [Small; 1_048_576], dense;
    D16M: [Small; 16_000_000], dense;

    Many: [Large; 16_000_000];
    ManyDense: [Large; 16_000_000], dense;
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Bounds that are not reached", ABOUT);
    let title = "Made, and dropped with one object";
    let mut made = Table::new("bounds-made", title, "us", "bound").without_ratios();
    let title = "A million objects, one after the other";
    let mut grown = Table::new("bounds-grown", title, "as the columns say", "figure").without_ratios();
    for (subject, cells) in made::of_the_system(options, &[ARGUMENT])? {
        if subject.ends_with(BOUND) { &mut made } else { &mut grown }.column(subject, cells);
    }
    section.tables.extend([made, grown]);
    Ok(section)
}

/// The argument of the program with the allocator of the system for these figures.
pub(super) const ARGUMENT: &str = "--bounds";

/// What the columns of bounds end with.
const BOUND: &str = " slots";

/// What that program says.
pub(super) fn figures(options: &Options) -> Figures {
    let mut figures = Figures::default();
    let made: [(&str, Contenders); 6] = [
        ("100", contenders::<B100, D100>),
        ("16,383", contenders::<B16K, D16K>),
        ("65,535", contenders::<B64K, D64K>),
        ("262,144", contenders::<B256K, D256K>),
        ("1,048,576", contenders::<B1M, D1M>),
        ("16 million", contenders::<B16M, D16M>),
    ];
    // Before others have used memory: the largest blocks are not kept.
    let grown = [
        grown(names::DEFAULT, Role::Ours, options, Pool::<Many>::on_heap, |pool, item| {
            pool.insert(item).is_ok()
        }),
        grown(names::DENSE, Role::Ours, options, Pool::<ManyDense>::on_heap, |pool, item| {
            pool.insert(item).is_ok()
        }),
        grown("slotmap", Role::Peer, options, SlotMap::<DefaultKey, Large>::new, |map, item| {
            map.insert(item);
            true
        }),
        grown("slab", Role::Unchecked, options, Slab::<Large>::new, |slab, item| {
            slab.insert(item);
            true
        }),
        grown("vec", Role::Floor, options, Vec::<Large>::new, |items, item| {
            items.push(item);
            true
        }),
    ];
    for (column, name) in ["longest insertion, us", "all, ms", "resident, KB"].into_iter().enumerate() {
        let cells = grown.iter().filter_map(|(label, cells)| Some((label.clone(), cells[column]?)));
        figures.push(name, cells.map(|(label, number)| (label, Spread::exact(number))).collect::<Vec<_>>());
    }
    for (bound, contenders) in made {
        figures.push(
            format!("{bound}{BOUND}"),
            crate::measure::measure(options.rounds(ROUNDS), &mut contenders()),
        );
    }
    figures
}

fn contenders<P: 'static + PoolSpec<Item = Small>, D: 'static + PoolSpec<Item = Small>>() -> Vec<Job<'static>>
{
    vec![
        made::ours(names::DEFAULT, one::<P>),
        made::ours(names::DENSE, one::<D>),
        made::peer("slotmap", || {
            let mut map = black_box(SlotMap::<DefaultKey, Small>::new());
            let key = map.insert(Small::of(7));
            black_box(&map).get(key).map_or(0, Payload::first)
        }),
        made::unchecked("slab", || {
            let mut slab = black_box(Slab::<Small>::new());
            let key = slab.insert(Small::of(7));
            black_box(&slab).get(key).map_or(0, Payload::first)
        }),
    ]
}

#[inline(never)]
fn one<P: 'static + PoolSpec<Item = Small>>() -> u64 {
    let mut pool: Heap<Pool<P>> = black_box(Pool::on_heap());
    let handle = pool.insert(Small::of(7)).ok();
    handle.and_then(|handle| black_box(&pool).get(handle)).map_or(0, Payload::first)
}

/// The longest insertion in microseconds, the time of all in milliseconds, and the resident memory in KB.
fn grown<C>(
    name: &str,
    role: Role,
    options: &Options,
    make: fn() -> C,
    insert: fn(&mut C, Large) -> bool,
) -> (Label, [Option<f64>; 3]) {
    let before = resident();
    let mut container = make();
    for number in 0..FIRST {
        assert!(insert(&mut container, Large::of(number as u64)));
    }
    let after = resident();
    drop(container);
    let (mut longest, mut all) = (f64::MAX, f64::MAX);
    for _ in 0..options.rounds(GROWN_ROUNDS) {
        let mut container = make();
        let (start, mut longest_here, mut last) = (Instant::now(), 0.0_f64, Instant::now());
        for number in 0..GROWN {
            assert!(insert(&mut container, Large::of(number as u64)));
            let now = Instant::now();
            longest_here = longest_here.max((now - last).as_secs_f64() * 1e6);
            last = now;
        }
        all = all.min(start.elapsed().as_secs_f64() * 1e3);
        longest = longest.min(longest_here);
        drop(black_box(container));
    }
    let resident = before.zip(after).map(|(before, after)| (after - before).max(0.0) / 1024.0);
    (Label::new(name, role), [Some(longest), Some(all), resident])
}
