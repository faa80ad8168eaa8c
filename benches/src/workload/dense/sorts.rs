//! Sorting the objects, whose keys stay valid.

use super::super::Options;
use super::SIZES;
use crate::Random;
use crate::container::{Container, Payload, Sliced, scattered_in};
use crate::contenders::{Dense, SlicedVisitor};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use std::marker::PhantomData;
use std::rc::Rc;

const ROUNDS: usize = 15;
/// Of nearly sorted objects, one in this many is somewhere else.
const MOVED: usize = 100;

/// The row of a `Vec` of objects that is sorted by `std`, without keys that stay valid.
const SLICE: &str = "slice";

/// A container whose objects are sorted.
struct Sorted<T, C> {
    label: Label,
    container: C,
    /// The number of the object at each position before it is sorted.
    numbers: Rc<Vec<u64>>,
    sort: fn(&mut C),
    items: PhantomData<T>,
}

impl<T: Payload, C: Sliced<T>> Contender for Sorted<T, C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn prepare(&mut self) {
        for (item, &number) in self.container.slice_mut().iter_mut().zip(&*self.numbers) {
            *item = T::of(number);
        }
    }

    fn lap(&mut self) -> Lap {
        let lap = Lap::of(self.numbers.len(), || {
            (self.sort)(&mut self.container);
            0
        });
        let places = (0_u64..).zip(self.container.slice());
        let sum =
            places.fold(0, |sum: u64, (place, item)| sum.wrapping_add(place.wrapping_mul(item.first())));
        Lap { checksum: sum, ..lap }
    }
}

/// Makes the contenders of a column.
struct Builder {
    room: usize,
    numbers: Rc<Vec<u64>>,
    contenders: Vec<Box<dyn Contender>>,
}

impl Builder {
    fn push<T: Payload, C: Sliced<T>>(&mut self, name: &str, role: Role, container: [C; 2]) {
        let sorts: [(_, fn(&mut C)); 2] = [("", C::sort_by_first), (", cached", C::sort_by_cached_first)];
        for (container, (suffix, sort)) in container.into_iter().zip(sorts) {
            let label = Label::new(format!("{name}{suffix}"), role);
            let numbers = Rc::clone(&self.numbers);
            self.contenders.push(Box::new(Sorted { label, container, numbers, sort, items: PhantomData }));
        }
    }
}

impl<T: Payload> SlicedVisitor<T> for Builder {
    fn visit<C: Container<T> + Sliced<T>>(&mut self, name: &'static str, role: Role) {
        let (room, live) = (self.room, self.numbers.len());
        let made = || scattered_in::<T, C>(C::with_room(room), live, live).0;
        self.push::<T, C>(name, role, [made(), made()]);
    }
}

pub(super) fn measure_all<T: Dense>(options: &Options, section: &mut Section) {
    let bytes = size_of::<T>();
    let title = format!("Objects of {bytes} bytes sorted");
    let mut table =
        Table::new(format!("dense-sort-{bytes}"), title, "ns per object", "objects and their order");
    for (room, live, width) in SIZES {
        for (order, numbers) in [("nearly sorted", nearly_sorted(live)), ("random", random(live))] {
            let mut builder = Builder { room, numbers: Rc::new(numbers), contenders: Vec::new() };
            T::sliced(room, &mut builder);
            builder.push::<T, Vec<T>>(SLICE, Role::Floor, [(); 2].map(|()| vec![T::of(0); live]));
            let column = format!("{} ({width}), {order}", grouped(live));
            table.column(column, measure(options.rounds(ROUNDS), &mut builder.contenders));
        }
    }
    section.tables.push(table);
}

fn random(count: usize) -> Vec<u64> {
    let mut numbers: Vec<_> = (0..count as u64).collect();
    Random::new().shuffle(&mut numbers);
    numbers
}

fn nearly_sorted(count: usize) -> Vec<u64> {
    let mut numbers: Vec<_> = (0..count as u64).collect();
    let mut random = Random::new();
    for _ in 0..count / MOVED / 2 {
        let places = [random.below(count), random.below(count)];
        numbers.swap(places[0], places[1]);
    }
    numbers
}
