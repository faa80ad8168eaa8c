//! Items that are saved as their memory, or field by field.

use super::super::Options;
use super::lap;
use crate::measure::{Job, measure};
use crate::report::{Label, Role, Section, Table};
use stackpool::{Handle, Heap, PlainData, Pool, PoolSpec, Snapshot, pool};
use std::cell::RefCell;
use std::hint::black_box;

const ROUNDS: usize = 101;

const CAPACITY: usize = 10_000;
const LIVE: u32 = 5_000;

/// Calls per lap.
const CALLS: usize = 16;

/// Numbers alone.
type Body = [u32; 6];

/// Such numbers with names.
#[derive(Clone, Copy, Debug, Snapshot)]
#[snapshot(item)]
struct Fields {
    place: [f32; 2],
    speed: [f32; 2],
    health: i16,
    team: u16,
    score: u32,
}

#[derive(Clone, Copy, Debug, Snapshot)]
enum State {
    Idle,
    Walk { way: [f32; 2] },
    Attack { frames: u16, is_hit: bool },
    Dead(u32),
}

/// What a game writes without thought of bytes.
#[derive(Clone, Copy, Debug, Snapshot)]
#[snapshot(item)]
struct Unit {
    place: [f32; 2],
    health: i16,
    team: u8,
    is_boss: bool,
    state: State,
    target: Option<Handle<Units>>,
}

pool! {
    Bodies: [Body; CAPACITY];
    FieldsOfBodies: [Fields; CAPACITY];
    Units: [Unit; CAPACITY];
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let title = "5,000 objects of 24 bytes as memory and by fields, and with an enum, a flag and a handle";
    let mut table = Table::new("saved-items", title, "us", "operation");
    let bodies = Saved::<Bodies>::new(|number, _| [number; 6]);
    let fields = Saved::<FieldsOfBodies>::new(|number, _| Fields {
        place: [number as f32, 1.0],
        speed: [0.5; 2],
        health: 3,
        team: 1,
        score: number,
    });
    let units = Saved::<Units>::new(unit);
    for operation in Operation::ALL {
        let mut jobs =
            [bodies.job("memory", operation), fields.job("fields", operation), units.job("enum", operation)];
        table.column(operation.name(), measure(options.rounds(ROUNDS), &mut jobs));
    }
    section.tables.push(table);
}

/// A unit whose state nobody can predict.
fn unit(number: u32, target: Option<Handle<Units>>) -> Unit {
    let state = match number.wrapping_mul(0x9E37_79B1) >> 30 {
        0 => State::Idle,
        1 => State::Walk { way: [1.0, 2.0] },
        2 => State::Attack { frames: 3, is_hit: true },
        _ => State::Dead(number),
    };
    let target = target.filter(|_| number & 3 != 0);
    Unit { place: [number as f32, 1.0], health: 3, team: 1, is_boss: number & 7 == 0, state, target }
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Save,
    Check,
    Restore,
}

impl Operation {
    const ALL: [Self; 3] = [Operation::Save, Operation::Check, Operation::Restore];

    fn name(self) -> &'static str {
        match self {
            Operation::Save => "save_into",
            Operation::Check => "check_saved",
            Operation::Restore => "restore",
        }
    }
}

/// A pool, its image, and the memory that the operations write to.
struct Saved<P: PoolSpec> {
    pool: RefCell<Heap<Pool<P>>>,
    image: Vec<u8>,
    buffer: RefCell<Vec<u8>>,
}

impl<P: 'static + PoolSpec<Item: PlainData>> Saved<P>
where
    P::Layout: stackpool::layout::Tracked,
{
    fn new(mut item: impl FnMut(u32, Option<Handle<P>>) -> P::Item) -> Self {
        let mut pool = Pool::<P>::on_heap();
        let mut last = None;
        for number in 0..LIVE {
            last = pool.insert(item(number, last)).ok();
        }
        let image = pool.save();
        Saved { pool: RefCell::new(pool), buffer: RefCell::new(vec![0; image.len()]), image }
    }

    fn job(&self, name: &str, operation: Operation) -> Job<'_> {
        Job::new(Label::new(name, Role::Ours), move || lap(CALLS, |_| self.call(operation)))
    }

    fn call(&self, operation: Operation) {
        let (pool, image) = (&mut **self.pool.borrow_mut(), black_box(&*self.image));
        let is_done = match operation {
            Operation::Save => black_box(&*pool).save_into(&mut self.buffer.borrow_mut()).is_ok(),
            Operation::Check => Pool::<P>::check_saved(image).is_ok(),
            Operation::Restore => pool.restore(image).is_ok(),
        };
        assert!(is_done, "the buffer or the image does not fit");
    }
}
