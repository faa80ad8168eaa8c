//! The cost of an operation as the capacity grows.

use super::churn::{Churn, Work};
use super::get::Lookups;
use super::room::{self, Room};
use super::{Options, Workload};
use crate::Item;
use crate::container::{Container, Plain};
use crate::contenders::{Visitor, growing};
use crate::measure::{Contender, Samples, builds, in_the_way};
use crate::report::{Label, Plot, Role, Section, Table, grouped};
use slab::Slab;
use slotmap::{DefaultKey, SlotMap};
use std::error::Error;
use std::rc::Rc;
use thunderdome::Arena;

pub(super) const WORKLOAD: Workload = Workload { name: "growth", of_compiler: false, run };

const ABOUT: &str = "\
The steps of *Churn* (one at a time) and of *Look-ups* with objects of 32 bytes, from a capacity of 256 to 16 \
million. Only the memory of a pool grows with its capacity, so the growth of these times comes from cache misses.";

const ROUNDS: usize = 21;
/// The most containers in memory at once.
const CONTAINERS: usize = 6;
/// Powers of 4.
const CAPACITIES: [usize; 9] =
    [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24];

/// Makes the contenders of a column, for both tables at once or one after the other.
struct Builder<'a> {
    capacity: usize,
    options: &'a Options,
    /// The work of replacements; `None` for look-ups.
    work: Option<Rc<Work>>,
    contenders: Vec<Box<dyn Contender>>,
}

impl Visitor<Item> for Builder<'_> {
    fn visit<C: Container<Item>>(&mut self, name: &'static str, role: Role) {
        let label = Label::new(name, role);
        self.contenders.push(match &self.work {
            Some(work) => Box::new(Churn::<Item, C>::new(label, self.capacity, Rc::clone(work))),
            None => Box::new(Lookups::<Item, C>::new(label, self.capacity, self.options)),
        });
    }
}

fn column(options: &Options, capacity: usize, work: Option<Rc<Work>>, table: &mut Table) {
    let mut samples = Samples::new();
    let bytes = capacity * size_of::<Item>();
    let builds = builds(CONTAINERS * bytes);
    for build in 0..builds {
        let _in_the_way = in_the_way(build, bytes);
        let mut builder = Builder { capacity, options, work: work.clone(), contenders: Vec::new() };
        growing(capacity, &mut builder);
        builder.visit::<Slab<Item>>("slab", Role::Unchecked);
        builder.visit::<SlotMap<DefaultKey, Item>>("slotmap", Role::Peer);
        builder.visit::<Arena<Item>>("thunderdome", Role::Peer);
        builder.visit::<Plain<Item>>("vec", Role::Floor);
        samples.add(options.rounds(ROUNDS) / builds, &mut builder.contenders);
    }
    table.column(grouped(capacity), samples.spreads());
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Growing capacity", ABOUT);
    let table = |name, title, unit| Table::new(name, title, unit, "capacity").plot(Plot::Lines);
    let mut churns = table("growth-churn", "Churn as the capacity grows", "ns per step");
    let mut lookups = table("growth-get", "Look-ups as the capacity grows", "ns per look-up");
    for capacity in CAPACITIES {
        match room::for_containers::<Item>(CONTAINERS, capacity, options) {
            Room::Enough => {
                let work = Rc::new(Work::new(capacity / 2, options));
                column(options, capacity, Some(work), &mut churns);
                column(options, capacity, None, &mut lookups);
            }
            Room::Short(why) => section.notes.push(format!("Capacity {}: {why}", grouped(capacity))),
            Room::NotWanted => {}
        }
    }
    section.tables.extend([churns, lookups]);
    Ok(section)
}
