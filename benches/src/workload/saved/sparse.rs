//! Pools that are declared for more than they are used for: images of the slots that were ever used.

use super::super::Options;
use super::lap;
use crate::Item;
use crate::container::{Payload, scattered_in};
use crate::measure::{Job, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use stackpool::layout::Tracked;
use stackpool::{Heap, Pool, PoolSpec, pool};
use std::cell::RefCell;
use std::hint::black_box;

const ROUNDS: usize = 101;

/// What the program asks for, and what it uses.
const CAPACITY: usize = 60_000;
const USED: usize = 300;
const LIVE: usize = 150;

/// Calls per lap.
const CALLS: usize = 64;

pool! {
    Declared: [Item; CAPACITY], generation_bits = 7;
    Exact: [Item; USED], generation_bits = 7;
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    const DECLARED: &str = "capacity 60,000";
    const EXACT: &str = "capacity 300";
    let title = "Pools of 60,000 slots of which 300 were ever used";
    let mut table = Table::new("saved-sparse", title, "us", "operation");
    let declared = Pools::<Declared>::new();
    let exact = Pools::<Exact>::new();
    for operation in Operation::ALL {
        let mut jobs = [declared.job(DECLARED, operation), exact.job(EXACT, operation)];
        let column = operation.name();
        table.column(column, measure(options.rounds(ROUNDS), &mut jobs));
        section.goals.extend(table.goal(DECLARED, column, &[EXACT], 1.2));
    }
    section.notes.push(format!(
        "With 300 slots used, the image has {} bytes in a pool of 60,000 and {} in one of 300. It has {} if all slots \
         of the larger pool were used.",
        grouped(declared.image.len()),
        grouped(exact.image.len()),
        grouped(Pool::<Declared>::SAVED_BYTES),
    ));
    section.tables.push(table);
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Save,
    Restore,
    Delta,
    Clone,
    Clear,
}

impl Operation {
    const ALL: [Self; 5] =
        [Operation::Save, Operation::Restore, Operation::Delta, Operation::Clone, Operation::Clear];

    fn name(self) -> &'static str {
        match self {
            Operation::Save => "save_into",
            Operation::Restore => "restore",
            Operation::Delta => "delta_into",
            Operation::Clone => "clone_from",
            Operation::Clear => "clear, restore",
        }
    }
}

/// A pool, its image, and the memory that the operations write to.
struct Pools<P: PoolSpec<Item = Item>> {
    pool: Heap<Pool<P>>,
    image: Vec<u8>,
    other: RefCell<Heap<Pool<P>>>,
    buffer: RefCell<Vec<u8>>,
}

impl<P: 'static + PoolSpec<Item = Item>> Pools<P>
where
    P::Layout: Tracked,
{
    fn new() -> Self {
        let (pool, _) = scattered_in::<Item, Heap<Pool<P>>>(Pool::on_heap(), USED, LIVE);
        let mut other = pool.clone();
        other.insert(Item::of(7)).expect("there is room");
        Pools {
            image: pool.save(),
            pool,
            other: RefCell::new(other),
            buffer: RefCell::new(vec![0; Pool::<P>::MAX_DELTA_BYTES]),
        }
    }

    fn job(&self, name: &str, operation: Operation) -> Job<'_> {
        Job::new(Label::new(name, Role::Ours), move || lap(CALLS, |_| self.call(operation)))
    }

    fn call(&self, operation: Operation) {
        let (pool, image) = (black_box(&*self.pool), black_box(&*self.image));
        let (other, buffer) = (&mut **self.other.borrow_mut(), &mut **self.buffer.borrow_mut());
        let is_done = match operation {
            Operation::Save => pool.save_into(buffer).is_ok(),
            Operation::Restore => other.restore(image).is_ok(),
            Operation::Delta => pool.delta_into(image, buffer).is_ok(),
            Operation::Clone => {
                other.clone_from(pool);
                true
            }
            Operation::Clear => {
                other.clear();
                other.restore(image).is_ok()
            }
        };
        assert!(is_done, "the buffer or the image does not fit");
    }
}
