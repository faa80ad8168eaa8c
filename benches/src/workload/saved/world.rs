//! A world of six pools as one: saved, restored, compared and kept in a history.

use super::super::Options;
use super::lap;
use crate::Item;
use crate::container::{Payload, scattered_in};
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Plot, Role, Section, Table, grouped};
use stackpool::layout::{Tracked, Watched};
use stackpool::{Heap, History, Pool, PoolSpec, Snapshot, checksum, pool};
use std::cell::RefCell;
use std::hint::black_box;

const ROUNDS: usize = 101;

/// Calls per lap.
const CALLS: usize = 32;

/// Of a pool, one slot in this many is live.
const LIVE: usize = 10;

/// One slot in this many was ever used: the live ones only, or some that are free again.
const USED: [(usize, &str); 2] = [(LIVE, "never more"), (8, "of an eighth")];

/// Of the live objects, one in this many changes between two saves.
const CHANGED: usize = 100;

const COPY: &str = "copy";

const CHECKSUM: &str = "checksum";

/// Bytes that are in no cache.
const LARGE: usize = 1 << 26;

/// The slots of all pools.
const SLOTS: usize = 16_384 + 8_192 + 4_096 + 2_048 + 1_024 + 512;

pool! {
    Particles: [Item; 16_384];
    Bullets: [Item; 8_192];
    Units: [Item; 4_096];
    Orders: [Item; 2_048];
    Crates: [Item; 1_024];
    Squads: [Item; 512];
}

#[derive(Snapshot)]
struct World {
    particles: Heap<ParticlesPool>,
    bullets: Heap<BulletsPool>,
    units: Heap<UnitsPool>,
    orders: Heap<OrdersPool>,
    crates: Heap<CratesPool>,
    squads: Heap<SquadsPool>,
    random: [u64; 2],
    frame: u32,
}

pool! {
    NotedParticles: [Item; 16_384], changes;
    NotedBullets: [Item; 8_192], changes;
    NotedUnits: [Item; 4_096], changes;
    NotedOrders: [Item; 2_048], changes;
    NotedCrates: [Item; 1_024], changes;
    NotedSquads: [Item; 512], changes;
}

/// The same pools, which note changes.
#[derive(Snapshot)]
struct Noted {
    particles: Heap<NotedParticlesPool>,
    bullets: Heap<NotedBulletsPool>,
    units: Heap<NotedUnitsPool>,
    orders: Heap<NotedOrdersPool>,
    crates: Heap<NotedCratesPool>,
    squads: Heap<NotedSquadsPool>,
}

impl Noted {
    fn new(used: usize) -> Self {
        Noted {
            particles: noted(used),
            bullets: noted(used),
            units: noted(used),
            orders: noted(used),
            crates: noted(used),
            squads: noted(used),
        }
    }
}

/// A pool of which some objects changed since its changes were taken.
fn noted<P: 'static + PoolSpec<Item = Item>>(used: usize) -> Heap<Pool<P>>
where
    P::Layout: Watched,
{
    let mut pool = filled::<P>(used, false);
    drop(pool.take_changed());
    let changed: Vec<_> = pool.handles().step_by(CHANGED).collect();
    for handle in changed {
        pool[handle] = Item::of(7);
    }
    pool
}

impl World {
    /// A world of which a part is in use. With `changed`, some of its objects are different.
    fn new(used: usize, changed: bool) -> Self {
        World {
            particles: filled(used, changed),
            bullets: filled(used, changed),
            units: filled(used, changed),
            orders: filled(used, changed),
            crates: filled(used, changed),
            squads: filled(used, changed),
            random: [1, 2],
            frame: changed.into(),
        }
    }

    /// The bytes of the live objects.
    fn live_bytes(&self) -> usize {
        let objects = self.particles.len()
            + self.bullets.len()
            + self.units.len()
            + self.orders.len()
            + self.crates.len()
            + self.squads.len();
        objects * size_of::<Item>()
    }
}

fn filled<P: 'static + PoolSpec<Item = Item>>(used: usize, changed: bool) -> Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    let slots = Pool::<P>::CAPACITY;
    let (mut pool, handles) =
        scattered_in::<Item, Heap<Pool<P>>>(Pool::on_heap(), slots / used, slots / LIVE);
    if changed {
        for handle in handles.into_iter().step_by(CHANGED) {
            pool[handle] = Item::of(7);
        }
    }
    pool
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let mut table = Table::new("saved-world", "A world of six pools, a tenth full", "us", "slots in use")
        .plot(Plot::Bars);
    for (used, column) in USED {
        let state = State::new(used);
        let mut jobs = vec![Job::new(Label::new(COPY, Role::Peer), || state.copy())];
        jobs.extend(Operation::ALL.map(|operation| state.job(operation)));
        table.column(column, measure(options.rounds(ROUNDS), &mut jobs));
        for operation in [Operation::Save, Operation::Restore] {
            section.goals.extend(table.goal(operation.name(), column, &[COPY], 1.2));
        }
        let whole = [Operation::Save.name()];
        section.goals.extend(table.goal(Operation::SaveChanged.name(), column, &whole, 0.05));
        section.notes.push(format!(
            "Of a world in which a tenth of the slots is live, {column}, the pools take {} bytes in memory, the live \
             objects {}, the save {}, and a delta with one live object in {CHANGED} changed {}.",
            grouped(size_of::<Item>() * SLOTS),
            grouped(state.later.live_bytes()),
            grouped(state.saved.len()),
            grouped(state.later.delta(&state.saved).map_or(0, |delta| delta.len())),
        ));
    }
    section.tables.push(table);
    let mut table = Table::new("saved-checksum", "64 MB, which are in no cache", "us", "operation");
    let (from, to) = (vec![1; LARGE], RefCell::new(vec![0; LARGE]));
    let mut jobs = [
        Job::new(Label::new(COPY, Role::Peer), || {
            lap(1, |_| black_box(&mut **to.borrow_mut()).copy_from_slice(black_box(&from)))
        }),
        Job::new(Label::new(CHECKSUM, Role::Ours), || {
            lap(1, |_| {
                black_box(checksum(black_box(&from)));
            })
        }),
    ];
    table.column("time", measure(options.rounds(ROUNDS), &mut jobs));
    section.goals.extend(table.goal(CHECKSUM, "time", &[COPY], 1.0));
    section.tables.push(table);
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Save,
    Check,
    Restore,
    Delta,
    SaveChanged,
    Push,
}

impl Operation {
    const ALL: [Self; 6] = [
        Operation::Save,
        Operation::Check,
        Operation::Restore,
        Operation::Delta,
        Operation::SaveChanged,
        Operation::Push,
    ];

    fn name(self) -> &'static str {
        match self {
            Operation::Save => "save_into",
            Operation::Check => "check_saved",
            Operation::Restore => "restore",
            Operation::Delta => "delta_into",
            Operation::SaveChanged => "changed_delta_into",
            Operation::Push => "push to a history",
        }
    }
}

/// Two states of a world, and memory for the operations.
struct State {
    saved: Vec<u8>,
    later: World,
    other: RefCell<World>,
    noted: Noted,
    buffer: RefCell<Vec<u8>>,
    history: RefCell<History<World, 8>>,
}

impl State {
    fn new(used: usize) -> Self {
        State {
            saved: World::new(used, false).save(),
            later: World::new(used, true),
            other: RefCell::new(World::new(used, true)),
            noted: Noted::new(used),
            buffer: RefCell::new(vec![0; World::MAX_DELTA_BYTES]),
            history: RefCell::new(History::with_delta_bytes(1 << 20)),
        }
    }

    /// Copies the bytes of the live objects.
    fn copy(&self) -> Lap {
        let length = self.later.live_bytes();
        let (from, to) = (&self.saved[..length], &mut *self.buffer.borrow_mut());
        lap(CALLS, |_| black_box(&mut to[..length]).copy_from_slice(black_box(from)))
    }

    fn job(&self, operation: Operation) -> Job<'_> {
        Job::new(Label::new(operation.name(), Role::Ours), move || lap(CALLS, |_| self.call(operation)))
    }

    fn call(&self, operation: Operation) {
        let (saved, later) = (black_box(&*self.saved), black_box(&self.later));
        let (other, buffer) = (&mut *self.other.borrow_mut(), &mut **self.buffer.borrow_mut());
        let is_done = match operation {
            Operation::Save => later.save_into(buffer).is_ok(),
            Operation::Check => World::check_saved(saved).is_ok(),
            Operation::Restore => other.restore(saved).is_ok(),
            Operation::Delta => later.delta_into(saved, buffer).is_ok(),
            Operation::SaveChanged => black_box(&self.noted).changed_delta_into(buffer).is_ok(),
            Operation::Push => {
                self.history.borrow_mut().push(later);
                true
            }
        };
        assert!(is_done, "the buffer or the save does not fit");
    }
}
