//! Only guard and free order: pools without items.

use super::super::Options;
use super::{CAPACITY, LIVE, NoBits, NoGenerations, lap};
use crate::Random;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use stackpool::layout::Tracked;
use stackpool::{Heap, Pool, PoolSpec};
use std::cell::RefCell;
use std::hint::black_box;

const ROUNDS: usize = 101;

/// Calls per lap.
const CALLS: usize = 16;

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let title = "Guard and free order only, without items";
    let mut table = Table::new("saved-bookkeeping", title, "us", "objects alive");
    for live in LIVE {
        let generations = Images::<NoGenerations>::new(live);
        let bits = Images::<NoBits>::new(live);
        let [save, restore] = generations.jobs("generation");
        let [save_bits, restore_bits] = bits.jobs("live");
        let mut jobs = [save, save_bits, restore, restore_bits];
        table.column(grouped(live), measure(options.rounds(ROUNDS), &mut jobs));
        generations.check();
        bits.check();
    }
    section.tables.push(table);
}

/// A pool, its image, and the pool into which the image is restored.
struct Images<P: PoolSpec<Item = ()>> {
    pool: Heap<Pool<P>>,
    image: RefCell<Vec<u8>>,
    other: RefCell<Heap<Pool<P>>>,
}

impl<P: PoolSpec<Item = ()>> Images<P>
where
    P::Layout: Tracked,
{
    /// The objects are in random slots, and the free slots are in random order.
    fn new(live: usize) -> Self {
        let mut pool = Pool::<P>::on_heap();
        let mut handles: Vec<_> = std::iter::from_fn(|| pool.insert(()).ok()).collect();
        assert_eq!(handles.len(), CAPACITY);
        Random::new().shuffle(&mut handles);
        for &handle in &handles[live..] {
            pool.remove(handle);
        }
        Images { image: RefCell::new(pool.save()), other: RefCell::new(Pool::on_heap()), pool }
    }

    fn jobs(&self, guard: &str) -> [Job<'_>; 2] {
        let label = |what| Label::new(format!("{what}, {guard}"), Role::Ours);
        [
            Job::new(label("save"), || {
                let image = &mut *self.image.borrow_mut();
                microseconds(|| assert!(black_box(&*self.pool).save_into(black_box(image)).is_ok()))
            }),
            Job::new(label("restore"), || {
                let (image, other) = (self.image.borrow(), &mut *self.other.borrow_mut());
                microseconds(|| assert!(black_box(&mut **other).restore(black_box(&image)).is_ok()))
            }),
        ]
    }

    /// Checks that the measured work was done.
    fn check(&self) {
        assert!(*self.other.borrow() == self.pool, "a restored pool is another one");
    }
}

fn microseconds(mut call: impl FnMut()) -> Lap {
    call();
    lap(CALLS, |_| call())
}
