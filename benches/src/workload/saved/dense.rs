//! A world of six dense pools, beside the same world with its objects in place.

use super::lap;
use crate::Item;
use crate::container::scattered_in;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use stackpool::layout::Tracked;
use stackpool::{Heap, Pool, PoolSpec, Snapshot};
use std::cell::RefCell;
use std::hint::black_box;

const ROUNDS: usize = 101;

/// Calls per lap.
const CALLS: usize = 32;

/// The slots of the pools. With objects of 32 bytes, these take 1 MB.
const SLOTS: [usize; 6] = [16_384, 8_192, 4_096, 2_048, 1_024, 512];

/// Of a pool, one slot in this many is live.
const LIVE: usize = 10;

/// One slot in this many was ever used: those that are live, a few more, or all.
const USED: [(usize, &str); 3] =
    [(LIVE, "no holes in the past"), (8, "an eighth once live"), (1, "once full")];

/// The goal: the share of the time of the world in place in which no slot was ever free again.
const GOAL: f64 = 1.15;

const DENSE: &str = "dense";
const IN_PLACE: &str = "in place";
const FRESH: &str = "in place, no holes";
const BY_HAND: &str = "by hand";

/// Defines six pools, and a world of them.
macro_rules! world {
    ($module:ident: $($dense:ident)?) => {
        mod $module {
            use super::{Heap, Item, Snapshot, filled};

            stackpool::pool! {
                Particles: [Item; 16_384], $($dense,)?;
                Bullets: [Item; 8_192], $($dense,)?;
                Units: [Item; 4_096], $($dense,)?;
                Orders: [Item; 2_048], $($dense,)?;
                Crates: [Item; 1_024], $($dense,)?;
                Squads: [Item; 512], $($dense,)?;
            }

            #[derive(Snapshot)]
            pub(super) struct World {
                particles: Heap<ParticlesPool>,
                bullets: Heap<BulletsPool>,
                units: Heap<UnitsPool>,
                orders: Heap<OrdersPool>,
                crates: Heap<CratesPool>,
                squads: Heap<SquadsPool>,
            }

            impl World {
                /// A world of which one slot in `used` was ever used.
                pub(super) fn new(used: usize) -> Self {
                    World {
                        particles: filled(used),
                        bullets: filled(used),
                        units: filled(used),
                        orders: filled(used),
                        crates: filled(used),
                        squads: filled(used),
                    }
                }
            }
        }
    };
}

world!(dense: dense);
world!(in_place:);

fn filled<P: 'static + PoolSpec<Item = Item, Layout: Tracked>>(used: usize) -> Heap<Pool<P>> {
    let slots = Pool::<P>::CAPACITY;
    scattered_in::<Item, Heap<Pool<P>>>(Pool::on_heap(), slots / used, slots / LIVE).0
}

/// The bytes that a dense pool has: the objects, the slots of these and then the free slots that were used, the
/// positions of slots, and their generations.
struct Arrays([Vec<u8>; 4]);

impl Arrays {
    fn new(slots: usize, used: usize) -> Self {
        let used = slots / used;
        Arrays([slots / LIVE * size_of::<Item>(), 2 * used, 2 * used, used].map(|bytes| vec![1; bytes]))
    }

    /// Copies everything to the first bytes of a buffer, and returns the others.
    fn save<'b>(&self, buffer: &'b mut [u8]) -> &'b mut [u8] {
        self.0.iter().fold(buffer, |buffer, bytes| {
            let (first, rest) = buffer.split_at_mut(bytes.len());
            first.copy_from_slice(bytes);
            rest
        })
    }

    /// Copies everything from the first bytes of a save, and returns the others.
    fn restore<'b>(&mut self, saved: &'b [u8]) -> &'b [u8] {
        self.0.iter_mut().fold(saved, |saved, bytes| {
            let (first, rest) = saved.split_at(bytes.len());
            bytes.copy_from_slice(first);
            rest
        })
    }
}

/// A world, its save, another one that is restored, and a buffer.
struct State<W> {
    world: W,
    saved: Vec<u8>,
    other: RefCell<W>,
    buffer: RefCell<Vec<u8>>,
}

impl<W: Snapshot> State<W> {
    fn new(world: impl Fn() -> W) -> Self {
        let (world, other) = (world(), world());
        let saved = world.save();
        State { buffer: RefCell::new(vec![0; W::SAVED_BYTES]), saved, other: RefCell::new(other), world }
    }

    fn job(&self, name: &str, operation: Operation) -> Job<'_> {
        Job::new(Label::new(name, Role::Ours), move || self.lap(operation))
    }

    fn lap(&self, operation: Operation) -> Lap {
        let (other, buffer) = (&mut *self.other.borrow_mut(), &mut **self.buffer.borrow_mut());
        lap(CALLS, |_| {
            let is_done = match operation {
                Operation::Save => black_box(&self.world).save_into(buffer).is_ok(),
                Operation::Restore => other.restore(black_box(&self.saved)).is_ok(),
            };
            assert!(is_done, "the buffer or the save does not fit");
        })
    }
}

/// A world that is copied by hand, and a buffer.
struct Copied {
    pools: RefCell<Vec<Arrays>>,
    buffer: RefCell<Vec<u8>>,
}

impl Copied {
    fn new(used: usize) -> Self {
        let pools: Vec<_> = SLOTS.iter().map(|&slots| Arrays::new(slots, used)).collect();
        let mut buffer = vec![0; in_place::World::SAVED_BYTES + dense::World::SAVED_BYTES];
        pools.iter().fold(&mut *buffer, |buffer, pool| pool.save(buffer));
        Copied { pools: RefCell::new(pools), buffer: RefCell::new(buffer) }
    }

    fn job(&self, operation: Operation) -> Job<'_> {
        Job::new(Label::new(BY_HAND, Role::Floor), move || self.lap(operation))
    }

    fn lap(&self, operation: Operation) -> Lap {
        let (pools, buffer) = (&mut *self.pools.borrow_mut(), &mut **self.buffer.borrow_mut());
        lap(CALLS, |_| match operation {
            Operation::Save => {
                let pools = black_box(&*pools).iter();
                black_box(pools.fold(&mut *buffer, |buffer, pool| pool.save(buffer)));
            }
            Operation::Restore => {
                let pools = black_box(&mut *pools).iter_mut();
                black_box(pools.fold(&*buffer, |saved, pool| pool.restore(saved)));
            }
        })
    }
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Save,
    Restore,
}

pub(in crate::workload) fn measure_all(options: &Options, section: &mut Section) {
    let title = "A world of six pools, 1 MB, a tenth full";
    let mut table = Table::new("dense-world", title, "us", "past and operation");
    let fresh = State::new(|| in_place::World::new(LIVE));
    for (used, past) in USED {
        let dense = State::new(|| dense::World::new(used));
        let in_place = State::new(|| in_place::World::new(used));
        let copied = Copied::new(used);
        for (operation, name) in [(Operation::Save, "save_into"), (Operation::Restore, "restore")] {
            let mut jobs = [
                dense.job(DENSE, operation),
                in_place.job(IN_PLACE, operation),
                fresh.job(FRESH, operation),
                copied.job(operation),
            ];
            let column = format!("{past}: {name}");
            table.column(&column, measure(options.rounds(ROUNDS), &mut jobs));
            section.goals.extend(table.goal(DENSE, &column, &[FRESH], GOAL));
        }
        section.notes.push(format!(
            "Past of the pools: {past}. The save of the dense world has {} bytes, and the one in place {}.",
            grouped(dense.saved.len()),
            grouped(in_place.saved.len()),
        ));
    }
    section.tables.push(table);
}
