//! Iterates over all objects.

mod sparse;

use super::{Options, Workload};
use crate::Item;
use crate::container::{Container, Iterable, Payload, scattered, scattered_in};
use crate::contenders::{IterableVisitor, iterable_peers, iterable_pools, names};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Goal, Label, Plot, Role, Section, Table};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "iterate", of_compiler: false, run };

const ABOUT: &str = "\
Containers with room for 65,536 objects that were filled, then emptied at random except for a part. In a step, one \
word of the next object is read: once by internal iteration (`values().fold(..)`, as `sum` and `for_each` do it), \
once by a `for` loop. *slice* is a `Vec` with the same number of objects side by side. *bits* is a `Vec` in which \
the objects stay where they are, with one bit per place. If some places are empty, a container whose objects stay in \
place cannot do less than *bits*, so *bits* is the floor there. The last table is about pools that are declared for \
more than they are used for: 3,000 objects were alive, and 428 of them are left. Containers of other crates begin \
empty and grow.";

const ROUNDS: usize = 51;
const CAPACITY: usize = 65_536;
/// The row of [`Bits`].
const BITS: &str = "bits";
/// The percentages of places that are in use.
const OCCUPANCIES: [usize; 5] = [1, 10, 50, 95, 100];
/// Passes per lap. Before the clock starts, a fifth as many passes run.
const PASSES: usize = 10;

/// A way to iterate over a container.
type Pass<C> = fn(&C) -> u64;

/// A container that does this work.
struct Passes<C> {
    label: Label,
    container: C,
    live: usize,
    pass: Pass<C>,
}

impl<C: Iterable<Item>> Contender for Passes<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        let passes = |count| (0..count).fold(0_u64, |sum, _| sum.wrapping_add((self.pass)(&self.container)));
        passes(PASSES / 5);
        Lap::of(PASSES * self.live, || passes(PASSES))
    }
}

#[inline(never)]
fn fold<C: Iterable<Item>>(container: &C) -> u64 {
    container.values().fold(0_u64, |sum, item| sum.wrapping_add(item.first()))
}

#[inline(never)]
fn for_loop<C: Iterable<Item>>(container: &C) -> u64 {
    let mut sum = 0_u64;
    for item in container.values() {
        sum = sum.wrapping_add(item.first());
    }
    sum
}

/// [`Passes`] of any container.
trait Passing: Contender {
    fn by_for_loop(&mut self);
}

impl<C: Iterable<Item>> Passing for Passes<C> {
    fn by_for_loop(&mut self) {
        self.pass = for_loop::<C>;
    }
}

/// Makes the contenders of a column.
struct Builder {
    /// What the containers have room for.
    room: usize,
    /// How many objects are put in, and how many of them are left.
    count: usize,
    live: usize,
    contenders: Vec<Box<dyn Passing>>,
}

impl Builder {
    fn push<C: Iterable<Item>>(&mut self, label: Label, container: C) {
        self.contenders.push(Box::new(Passes { label, container, live: self.live, pass: fold::<C> }));
    }
}

impl IterableVisitor<Item> for Builder {
    fn visit<C: Container<Item> + Iterable<Item>>(&mut self, name: &'static str, role: Role) {
        let container = C::with_room(self.room);
        self.push(Label::new(name, role), scattered_in::<Item, C>(container, self.count, self.live).0);
    }
}

/// The objects that are left in a container with this many objects, side by side.
fn slice(live: usize) -> Vec<Item> {
    let (container, _) = scattered::<Item, slab::Slab<Item>>(CAPACITY, live);
    Iterable::values(&container).copied().collect()
}

/// Objects that stay at their places, and one bit per place.
struct Bits {
    places: Vec<Item>,
    words: Vec<u64>,
}

impl Bits {
    /// The places and bits of a container with this many objects left.
    fn scattered(live: usize) -> Self {
        let (container, _) = scattered::<Item, slab::Slab<Item>>(CAPACITY, live);
        let mut bits = Bits { places: vec![Item::of(0); CAPACITY], words: vec![0; CAPACITY / 64] };
        for (place, &item) in &container {
            bits.places[place] = item;
            bits.words[place / 64] |= 1 << (place % 64);
        }
        bits
    }
}

/// Iterates over the bits of one word after the other.
struct BitsValues<'a> {
    places: &'a [Item],
    /// The place of the lowest bit of the word.
    first: usize,
    /// The bits of the word that were not visited yet.
    rest: u64,
    words: &'a [u64],
}

impl<'a> Iterator for BitsValues<'a> {
    type Item = &'a Item;

    #[inline]
    fn next(&mut self) -> Option<&'a Item> {
        while self.rest == 0 {
            let (word, words) = self.words.split_first()?;
            (self.rest, self.words) = (*word, words);
            self.first += 64;
        }
        let place = self.first + self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(&self.places[place])
    }

    #[inline]
    fn fold<B, F: FnMut(B, &'a Item) -> B>(self, start: B, mut f: F) -> B {
        let mut folded = start;
        let words = std::iter::once(self.rest).chain(self.words.iter().copied());
        for (mut rest, places) in words.zip(self.places[self.first..].chunks_exact(64)) {
            while rest != 0 {
                folded = f(folded, &places[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        folded
    }
}

impl Iterable<Item> for Bits {
    #[inline]
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a Item>
    where
        Item: 'a,
    {
        let (first, words) = self.words.split_first().expect("there are places");
        BitsValues { places: &self.places, first: 0, rest: *first, words }
    }

    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut Item>
    where
        Item: 'a,
    {
        let words = &self.words;
        let places = self.places.iter_mut().enumerate();
        places.filter(|(place, _)| words[place / 64] >> (place % 64) & 1 == 1).map(|(_, item)| item)
    }

    fn drain(&mut self) -> impl Iterator<Item = Item> {
        self.words.fill(0);
        self.places.drain(..)
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Iteration", ABOUT);
    let table = |name, title| Table::new(name, title, "ns per object", "places in use").plot(Plot::Lines);
    let mut folds = table("iterate-fold", "Iteration by fold");
    let mut loops = table("iterate-for", "Iteration by for loops");
    for percent in OCCUPANCIES {
        let live = CAPACITY * percent / 100;
        let mut builder = Builder { room: CAPACITY, count: CAPACITY, live, contenders: Vec::new() };
        iterable_pools(CAPACITY, &mut builder);
        iterable_peers(&mut builder);
        builder.push(Label::new("slice", Role::Floor), slice(live));
        builder.push(Label::new(BITS, Role::Floor), Bits::scattered(live));
        let mut contenders = builder.contenders;
        let column = format!("{percent} %");
        folds.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
        contenders.iter_mut().for_each(|contender| contender.by_for_loop());
        loops.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
    }
    section.goals.extend(goals(&folds).into_iter().chain(goals(&loops)));
    section.tables.extend([folds, loops]);
    sparse::measure_all(options, &mut section);
    Ok(section)
}

fn goals(table: &Table) -> Vec<Goal> {
    let bounds = [
        ("slab", "10 %", 0.15),
        ("slab", "50 %", 0.25),
        ("slab", "100 %", 0.7),
        ("dense slotmap", "95 %", 1.4),
        ("dense slotmap", "100 %", 1.0),
    ];
    let rows = [names::DEFAULT, names::LIVE].into_iter();
    let goal = |row, (other, column, bound)| {
        let goal = table.goal(row, column, &[other], bound)?;
        // Without holes, the slice is a floor too.
        let floor = if column == "100 %" {
            goal.floor
        } else {
            table.goal(BITS, column, &[other], bound).map(|floor| floor.reached)
        };
        Some(Goal { floor, ..goal })
    };
    rows.flat_map(|row| bounds.map(|bound| goal(row, bound))).flatten().collect()
}
