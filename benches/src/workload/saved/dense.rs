//! A world of six dense pools, beside the same world with its objects in place.

use super::lap;
use crate::Item;
use crate::container::{Payload, scattered_in};
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

/// What a program would write by hand, in safe code, for saves that keep the same promises: the bytes of an object stay
/// where they are when others are removed, and a save that is none is refused.
struct ByHand {
    /// The objects, and the slot of each.
    items: Vec<Item>,
    slots: Vec<u16>,
    /// Of each slot that was ever used: the position of the object, and the generation, which is odd while there is
    /// one.
    positions: Vec<u16>,
    generations: Vec<u8>,
    free: Vec<u16>,
}

impl ByHand {
    /// A pool one of whose slots in `used` was ever used.
    fn new(slots: usize, used: usize) -> Self {
        let (used, live) = (slots / used, slots / LIVE);
        let mut order: Vec<u16> = (0..used as u16).collect();
        if used > live {
            crate::Random::new().shuffle(&mut order);
        }
        let free = order.split_off(live);
        let mut pool = ByHand {
            items: (0..live as u64).map(Item::of).collect(),
            slots: order,
            positions: vec![0; used],
            generations: vec![0; used],
            free,
        };
        for (position, &slot) in (0..).zip(&pool.slots) {
            pool.positions[usize::from(slot)] = position;
            pool.generations[usize::from(slot)] = 1;
        }
        pool
    }

    fn save(&self, buffer: &mut Vec<u8>) {
        buffer.extend(bytemuck::bytes_of(&[self.items.len() as u64, self.generations.len() as u64]));
        buffer.extend(&self.generations);
        buffer.extend::<&[u8]>(bytemuck::cast_slice(&self.free));
        buffer.extend::<&[u8]>(bytemuck::cast_slice(&self.positions));
        for (&position, generation) in self.positions.iter().zip(&self.generations) {
            if generation % 2 == 1 {
                buffer.extend(bytemuck::bytes_of(&self.items[usize::from(position)]));
            }
        }
    }

    /// Takes a pool off a save. Returns `None` if it does not begin with one, and changes nothing then.
    fn restore(&mut self, saved: &mut &[u8]) -> Option<()> {
        let mut take = |bytes: usize| saved.split_off(..bytes);
        let [live, used]: [u64; 2] = bytemuck::pod_read_unaligned(take(16)?);
        let (live, used) = (live as usize, used as usize);
        let generations = take(used)?;
        let free = take(2 * used.checked_sub(live)?)?;
        let positions = take(2 * used)?;
        let items = take(live * size_of::<Item>())?;
        let link = |bytes: &[u8]| u16::from_ne_bytes([bytes[0], bytes[1]]);
        // Each position is that of one slot, and each slot has an object or is free once.
        let mut taken = vec![false; live];
        let mut listed: Vec<bool> = generations.iter().map(|generation| generation % 2 == 1).collect();
        if listed.iter().filter(|&&is_live| is_live).count() != live {
            return None;
        }
        for (position, _) in positions.chunks_exact(2).zip(&listed).filter(|&(_, &is_live)| is_live) {
            if std::mem::replace(taken.get_mut(usize::from(link(position)))?, true) {
                return None;
            }
        }
        for slot in free.chunks_exact(2) {
            if std::mem::replace(listed.get_mut(usize::from(link(slot)))?, true) {
                return None;
            }
        }
        self.generations.clear();
        self.generations.extend(generations);
        self.free.clear();
        self.free.extend(free.chunks_exact(2).map(link));
        self.positions.clear();
        self.positions.extend(positions.chunks_exact(2).map(link));
        self.items.resize(live, [0; 4]);
        self.slots.resize(live, 0);
        let mut items = items.chunks_exact(size_of::<Item>());
        for (slot, (&position, generation)) in (0..).zip(self.positions.iter().zip(&self.generations)) {
            if generation % 2 == 1 {
                self.items[usize::from(position)] = bytemuck::pod_read_unaligned(items.next()?);
                self.slots[usize::from(position)] = slot;
            }
        }
        Some(())
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

/// A world of pools by hand, its save, and a buffer.
struct WorldByHand {
    pools: RefCell<Vec<ByHand>>,
    saved: Vec<u8>,
    buffer: RefCell<Vec<u8>>,
}

impl WorldByHand {
    fn new(used: usize) -> Self {
        let pools: Vec<_> = SLOTS.iter().map(|&slots| ByHand::new(slots, used)).collect();
        let mut saved = Vec::new();
        pools.iter().for_each(|pool| pool.save(&mut saved));
        WorldByHand { pools: RefCell::new(pools), buffer: RefCell::new(saved.clone()), saved }
    }

    fn job(&self, operation: Operation) -> Job<'_> {
        Job::new(Label::new(BY_HAND, Role::Floor), move || self.lap(operation))
    }

    fn lap(&self, operation: Operation) -> Lap {
        let (pools, buffer) = (&mut *self.pools.borrow_mut(), &mut *self.buffer.borrow_mut());
        lap(CALLS, |_| match operation {
            Operation::Save => {
                buffer.clear();
                black_box(&*pools).iter().for_each(|pool| pool.save(buffer));
                black_box(&mut *buffer);
            }
            Operation::Restore => {
                let mut saved = black_box(&*self.saved);
                let is_done = pools.iter_mut().all(|pool| pool.restore(&mut saved).is_some());
                assert!(is_done, "the save does not fit");
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
        let by_hand = WorldByHand::new(used);
        for (operation, name) in [(Operation::Save, "save_into"), (Operation::Restore, "restore")] {
            let mut jobs = [
                dense.job(DENSE, operation),
                in_place.job(IN_PLACE, operation),
                fresh.job(FRESH, operation),
                by_hand.job(operation),
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
    let by_hand = "*by hand* is safe code with the same promises: objects in the order of their slots, and a restore \
        that refuses what is no save. It has no checksum and no names.";
    section.notes.push(by_hand.to_owned());
    section.tables.push(table);
}
