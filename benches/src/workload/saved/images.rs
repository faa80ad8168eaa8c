//! Pools of items.

use super::super::Options;
use super::{Bits, BitsPool, CAPACITY, Generations, GenerationsPool, LIVE, lap};
use crate::Item;
use crate::container::scattered_in;
use crate::measure::{Job, Lap, measure};
use crate::report::{Goal, Label, Role, Section, Table, grouped};
use stackpool::layout::Tracked;
use stackpool::{Handle, Heap, Pool, PoolSpec};
use std::cell::RefCell;
use std::hint::black_box;

/// The goal: the bandwidth for a full pool is at least this share of the copy.
const GOAL: f64 = 0.8;

/// Buffers of the ring. Together they are larger than most second-level caches.
const RING: usize = 16;

/// Calls per lap. Each buffer of the ring is used once or more often.
const CALLS: usize = 16;

const ROUNDS: usize = 101;

/// Objects that are removed and inserted between two saves of a delta.
const CHURN: usize = 100;

const COPY: &str = "copy";

/// The column of pools in which a tenth of the slots was ever used.
const TENTH: &str = "1,000, never more";

/// The goal for these pools: at most this much of the time of the copy.
const TENTH_GOAL: f64 = 1.2;

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    for (frames, what) in [(1, "one buffer"), (RING, "a ring of 16 buffers")] {
        let name = |word| format!("{word}-{frames}");
        let mut saves = Table::new(name("save"), format!("Saving into {what}"), "us", "objects alive");
        let mut restores =
            Table::new(name("restore"), format!("Restoring from {what}"), "us", "objects alive");
        let columns = LIVE.map(|live| (grouped(live), live, CAPACITY));
        for (column, live, most) in columns.into_iter().chain([(TENTH.to_owned(), LIVE[2], LIVE[2])]) {
            let copies = Copies::new(live, frames);
            let generations = Images::<Generations>::new(live, most, frames);
            let bits = Images::<Bits>::new(live, most, frames);
            let mut jobs = vec![copies.out()];
            jobs.extend(generations.saves("generation"));
            jobs.extend(bits.saves("live"));
            saves.column(&column, measure(options.rounds(ROUNDS), &mut jobs));
            let mut jobs = [copies.back(), generations.restores("generation"), bits.restores("live")];
            restores.column(&column, measure(options.rounds(ROUNDS), &mut jobs));
            generations.check();
            bits.check();
        }
        section.goals.extend(goals(&saves, ["save, generation", "save, live"]));
        section.goals.extend(goals(&restores, ["restore, generation", "restore, live"]));
        section.tables.extend([saves, restores]);
    }
    section.notes.push(format!(
        "The items of all slots take {} bytes. The image of a full pool has {} bytes under guard `generation` and {} \
         under `live`.",
        grouped(CAPACITY * size_of::<Item>()),
        grouped(GenerationsPool::SAVED_BYTES),
        grouped(BitsPool::SAVED_BYTES),
    ));
}

fn goals(table: &Table, rows: [&str; 2]) -> Vec<Goal> {
    let full = grouped(CAPACITY);
    let median = |row| table.cell(row, &full).map(|cell| cell.median);
    let goals = rows.into_iter().filter_map(|row| {
        let what = format!("{}, all alive: {row}", table.title);
        let reached = median(COPY)? / median(row)?;
        Some(Goal::at_least(what, reached, GOAL, "").of("of the copy's bandwidth"))
    });
    goals.chain(rows.into_iter().filter_map(|row| table.goal(row, TENTH, &[COPY], TENTH_GOAL))).collect()
}

/// The time per call in microseconds, with one buffer after the other. A single buffer is in the cache before the
/// clock starts.
fn pass(frames: usize, mut call: impl FnMut(usize)) -> Lap {
    if frames == 1 {
        call(0);
    }
    lap(CALLS, |number| call(number % frames))
}

/// The contender that is not a pool: bytes that are copied.
struct Copies {
    payload: RefCell<Vec<u8>>,
    ring: RefCell<Vec<Vec<u8>>>,
}

impl Copies {
    /// As many bytes as this many items have, and at least those of one.
    fn new(items: usize, frames: usize) -> Self {
        let bytes = items.max(1) * size_of::<Item>();
        Copies { payload: RefCell::new(vec![1; bytes]), ring: RefCell::new(vec![vec![1; bytes]; frames]) }
    }

    /// Copies from one buffer into the ring.
    fn out(&self) -> Job<'_> {
        Job::new(Label::new(COPY, Role::Peer), || {
            let (payload, ring) = (self.payload.borrow(), &mut *self.ring.borrow_mut());
            pass(ring.len(), |i| black_box(&mut ring[i]).copy_from_slice(black_box(&payload)))
        })
    }

    /// Copies from the ring into one buffer.
    fn back(&self) -> Job<'_> {
        Job::new(Label::new(COPY, Role::Peer), || {
            let (payload, ring) = (&mut *self.payload.borrow_mut(), self.ring.borrow());
            pass(ring.len(), |i| black_box(&mut *payload).copy_from_slice(black_box(&ring[i])))
        })
    }
}

/// A pool, and the buffers to which it is saved.
struct Images<P: 'static + PoolSpec<Item = Item>> {
    pool: Heap<Pool<P>>,
    /// The pool after a few removals and insertions.
    later: Heap<Pool<P>>,
    images: RefCell<Vec<Vec<u8>>>,
    clones: RefCell<Vec<Heap<Pool<P>>>>,
    delta: RefCell<Vec<u8>>,
    /// The pool into which images are restored.
    other: RefCell<Heap<Pool<P>>>,
}

impl<P: 'static + PoolSpec<Item = Item>> Images<P>
where
    P::Layout: Tracked,
{
    /// A pool with `live` objects, in which at most `most` were alive at once.
    fn new(live: usize, most: usize, frames: usize) -> Self {
        let (pool, handles) = scattered_in::<Item, Heap<Pool<P>>>(Pool::on_heap(), most, live);
        Images {
            later: churned(&pool, &handles),
            images: RefCell::new(vec![pool.save(); frames]),
            clones: RefCell::new((0..frames).map(|_| pool.clone()).collect()),
            delta: RefCell::new(vec![0; Pool::<P>::MAX_DELTA_BYTES]),
            other: RefCell::new(Pool::on_heap()),
            pool,
        }
    }

    fn saves(&self, guard: &str) -> [Job<'_>; 3] {
        let label = |what| Label::new(format!("{what}, {guard}"), Role::Ours);
        [
            Job::new(label("save"), || {
                let images = &mut *self.images.borrow_mut();
                pass(images.len(), |i| {
                    let saved = black_box(&*self.pool).save_into(black_box(&mut images[i]));
                    assert!(saved.is_ok(), "the buffer has another size");
                })
            }),
            Job::new(label("clone_from"), || {
                let clones = &mut *self.clones.borrow_mut();
                pass(clones.len(), |i| black_box(&mut clones[i]).clone_from(black_box(&self.pool)))
            }),
            Job::new(label("delta_into"), || {
                let (images, delta) = (self.images.borrow(), &mut *self.delta.borrow_mut());
                pass(images.len(), |i| {
                    let bytes = self.later.delta_into(&images[i], black_box(&mut *delta));
                    assert!(bytes.is_ok(), "the delta does not fit");
                })
            }),
        ]
    }

    fn restores(&self, guard: &str) -> Job<'_> {
        Job::new(Label::new(format!("restore, {guard}"), Role::Ours), || {
            let (images, other) = (self.images.borrow(), &mut *self.other.borrow_mut());
            pass(images.len(), |i| {
                let restored = black_box(&mut **other).restore(black_box(&images[i]));
                assert!(restored.is_ok(), "it was saved a moment ago");
            })
        })
    }

    /// Checks that the measured work was done.
    fn check(&self) {
        assert!(*self.other.borrow() == self.pool, "a restored pool is another one");
        assert!(self.clones.borrow().iter().all(|clone| *clone == self.pool), "a clone is another one");
    }
}

/// The state after a few removals and insertions.
fn churned<P: 'static + PoolSpec<Item = Item>>(pool: &Pool<P>, handles: &[Handle<P>]) -> Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    let mut later = Heap::from(pool);
    let replaced = &handles[..CHURN.min(handles.len())];
    for &handle in replaced {
        later.remove(handle);
    }
    for i in 0..replaced.len() as u64 {
        later.insert([i; 4]).expect("as many were removed");
    }
    later
}
