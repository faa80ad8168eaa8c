//! A few objects in a large pool: each insertion goes to a slot that waited, and so may have left the cache.

use super::churn::{Churn, Work};
use super::{Options, Workload};
use crate::Random;
use crate::container::{Container, Iterable, Payload, Six, scattered_in};
use crate::contenders::{IterableVisitor, sparse};
use crate::measure::{Contender, Lap, Samples, builds, in_the_way};
use crate::report::{Label, Role, Section, Table};
use std::error::Error;
use std::rc::Rc;

pub(super) const WORKLOAD: Workload = Workload { name: "sparse", of_compiler: false, run };

const ABOUT: &str = "\
3,000 objects of 48 bytes are live in a pool of 60,000 slots, in which 4,096 slots wait by default. So the pool goes \
round in 7,096 slots, and a container that uses the place that was freed last in 3,000. *replaced*: the steps of \
*Churn*, one at a time, where 3,000 or 60,000 objects were put in before and random ones removed; after 60,000 the \
live ones are far apart. *frame*: all objects are written by a `for` loop, 50 random ones are replaced, and 1,000 are \
looked up; ns per live object, where never more than 3,000 were live.";

const ROUNDS: usize = 99;
const ROOM: usize = 60_000;
const LIVE: usize = 3_000;

/// Frames of a lap, and what is done in each.
const FRAMES: usize = 60;
const REPLACED: usize = 50;
const LOOK_UPS: usize = 1_000;

/// A container whose objects are visited, replaced and looked up.
struct Frames<C: Container<Six>> {
    label: Label,
    container: C,
    keys: Vec<C::Key>,
    random: Random,
    inserted: u64,
}

impl<C: Container<Six> + Iterable<Six>> Contender for Frames<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        Lap::of(FRAMES * LIVE, || (0..FRAMES).fold(0, |sum: u64, _| sum.wrapping_add(self.frame())))
    }
}

impl<C: Container<Six> + Iterable<Six>> Frames<C> {
    #[inline(never)]
    fn frame(&mut self) -> u64 {
        let mut sum = 0_u64;
        for item in self.container.values_mut() {
            item.count();
        }
        for _ in 0..REPLACED {
            let key = &mut self.keys[self.random.below(LIVE)];
            sum = sum.wrapping_add(self.container.remove(key).map_or(0, |item| item.first()));
            *key = self.container.insert(Six::of(self.inserted));
            self.inserted += 1;
        }
        for _ in 0..LOOK_UPS {
            let key = &self.keys[self.random.below(LIVE)];
            sum = sum.wrapping_add(self.container.get(key).map_or(0, Payload::first));
        }
        sum
    }
}

/// Makes the contenders of a column.
struct Builder {
    inserted: usize,
    /// The work of replacements; `None` for frames.
    work: Option<Rc<Work>>,
    contenders: Vec<Box<dyn Contender>>,
}

impl IterableVisitor<Six> for Builder {
    fn visit<C: Container<Six> + Iterable<Six>>(&mut self, name: &'static str, role: Role) {
        let label = Label::new(name, role);
        let (container, keys) = scattered_in::<Six, C>(C::with_room(ROOM), self.inserted, LIVE);
        let inserted = self.inserted;
        self.contenders.push(match &self.work {
            Some(work) => Box::new(Churn::in_container(label, (container, keys), inserted, Rc::clone(work))),
            None => {
                let inserted = inserted as u64;
                Box::new(Frames { label, container, keys, random: Random::new(), inserted })
            }
        });
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("A few objects in a large pool", ABOUT);
    let mut table = Table::new("sparse-48", "3,000 of 60,000 objects of 48 bytes", "ns per object", "work");
    let work = Rc::new(Work::new(LIVE, options));
    let columns = [
        ("replaced, of 3,000 before", LIVE, Some(&work)),
        ("replaced, of 60,000 before", ROOM, Some(&work)),
        ("frame", LIVE, None),
    ];
    for (column, inserted, work) in columns {
        let mut samples = Samples::new();
        let bytes = ROOM * size_of::<Six>();
        let builds = builds(bytes);
        for build in 0..builds {
            let _in_the_way = in_the_way(build, bytes);
            let mut builder = Builder { inserted, work: work.cloned(), contenders: Vec::new() };
            sparse(&mut builder);
            samples.add(options.rounds(ROUNDS) / builds, &mut builder.contenders);
        }
        table.column(column, samples.spreads());
    }
    section.tables.push(table);
    Ok(section)
}
