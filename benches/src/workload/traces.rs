//! Replays allocations of real programs, in their order.

use super::{Options, Workload, churn};
use crate::Item;
use crate::container::{Container, Payload, renewed};
use crate::contenders::{Traced, Visitor, Wide, floor, names, peers};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Goal, Label, Plot, Role, Section, Table, grouped};
use crate::trace::{Action, Trace};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub(super) const WORKLOAD: Workload = Workload { name: "traces", of_compiler: false, run };

const ABOUT: &str = "\
Every allocation and release of objects of one size, as a real program made them. A step is one of these events: an \
object is inserted and all of it is written, or an object is removed and all of it is read. The program keeps its \
keys in a `Vec`, indexed by the number of the object. Pools have room for 20,000 objects of 32 bytes or 10,000 of 96 \
bytes if that is enough, otherwise for 262,144. Peers have room for the largest number of objects that are alive at \
once. At the start of each round the containers are as new, except that their memory was used before.";

pub(super) const ROUNDS: usize = 51;

/// The trace in the repository.
pub(super) const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/openttd-32.trace");

/// A container, and the program that uses it.
struct Replay<T: Payload, C: Container<T>> {
    label: Label,
    container: Option<C>,
    keys: Vec<C::Key>,
    trace: Rc<Trace>,
    items: std::marker::PhantomData<T>,
}

impl<T: Payload, C: Container<T>> Contender for Replay<T, C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn prepare(&mut self) {
        self.keys.fill_with(C::blank);
        // The old container is dropped first, so that the next one can have its memory.
        self.container = None;
        self.container = Some(renewed(self.trace.peak() as usize));
    }

    fn lap(&mut self) -> Lap {
        let container = self.container.as_mut().expect("there is one between two laps");
        Lap::of(self.trace.events().len(), || replay(&self.trace, container, &mut self.keys))
    }
}

/// The checksum covers all removed objects, in order.
#[inline(never)]
fn replay<T: Payload, C: Container<T>>(trace: &Trace, container: &mut C, keys: &mut [C::Key]) -> u64 {
    let mut next = 0;
    let mut checksum = 0_u64;
    for event in trace.events() {
        match event.action() {
            Action::Allocate => {
                keys[next] = container.insert(T::of(next as u64));
                next += 1;
            }
            Action::Free(object) => {
                let item = container.remove(&mut keys[object as usize]);
                checksum = checksum.rotate_left(9).wrapping_add(item.map_or(0, |item| item.sum()));
            }
        }
    }
    checksum
}

/// Makes the contenders of a trace.
pub(super) struct Builder {
    pub(super) trace: Rc<Trace>,
    pub(super) contenders: Vec<Box<dyn Contender>>,
}

impl<T: Payload> Visitor<T> for Builder {
    fn visit<C: Container<T>>(&mut self, name: &'static str, role: Role) {
        let bits = C::GENERATION_BITS.map_or("-".to_owned(), |bits| bits.to_string());
        let label = Label::new(name, role).fact(size_of::<C::Key>()).fact(bits);
        let keys = std::iter::repeat_with(C::blank).take(self.trace.allocations() as usize).collect();
        let trace = Rc::clone(&self.trace);
        self.contenders.push(Box::new(Replay::<T, C> {
            label,
            container: None,
            keys,
            trace,
            items: std::marker::PhantomData,
        }));
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Real traces", ABOUT);
    for path in files(options) {
        replay_file(path, options, &mut section)?;
    }
    Ok(section)
}

/// The goals of free lists: as fast as `slab`.
fn free_list_goals(table: &Table) -> Vec<Goal> {
    let rows = [names::FREE_LIST, names::FREE_LIST_WIDE];
    let goals =
        table.values.iter().flat_map(|column| rows.map(|row| table.goal(row, column, &["slab"], 1.0)));
    goals.flatten().collect()
}

/// The goals of quarantines: hardly more time than without one.
fn quarantine_goals(table: &Table) -> Vec<Goal> {
    let goals = table.values.iter().map(|column| table.goal(names::DEFAULT, column, &[names::STACK], 1.06));
    goals.flatten().collect()
}

/// The trace in the repository, and then those that were named on the command line.
pub(super) fn files(options: &Options) -> impl Iterator<Item = &Path> {
    let shipped = Path::new(SHIPPED);
    let named = options.traces.iter().map(PathBuf::as_path);
    [shipped].into_iter().chain(named.filter(|path| path.file_name() != shipped.file_name()))
}

/// A trace and its name, which ends in the size of an object in bytes.
pub(super) fn read(path: &Path) -> Result<(String, Trace), Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let trace = Trace::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((name, trace))
}

/// Replays the trace in a file. It gets a table of its own, because keys and generations depend on the capacity.
fn replay_file(path: &Path, options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let (name, trace) = read(path)?;
    let trace = Rc::new(trace);
    section.notes.push(format!(
        "{name}: {} events, {} allocations, at most {} objects alive.",
        grouped(trace.events().len()),
        grouped(trace.allocations() as usize),
        grouped(trace.peak() as usize)
    ));
    let mut builder = Builder { trace, contenders: Vec::new() };
    let width = contenders(&name, &mut builder).ok_or_else(|| {
        format!("{name}: no pool of this benchmark has room for this many objects of that size")
    })?;
    let mut table =
        Table::new(format!("traces-{name}"), format!("Trace {name}"), "ns per event", "default table")
            .facts(&["key, bytes", "generation, bits"])
            .plot(Plot::Bars);
    table.column(width, measure(options.rounds(ROUNDS), &mut builder.contenders));
    section.goals.extend(churn::goals(&table));
    section.goals.extend(quarantine_goals(&table));
    section.goals.extend(free_list_goals(&table));
    section.tables.push(table);
    Ok(())
}

/// All contenders for objects of the size at the end of the name: 32 or 96 bytes. Returns the default table.
fn contenders(name: &str, builder: &mut Builder) -> Option<&'static str> {
    match name.rsplit('-').next() {
        Some("32") => of_type::<Item>(builder),
        Some("96") => of_type::<Wide>(builder),
        _ => None,
    }
}

fn of_type<T: Traced>(builder: &mut Builder) -> Option<&'static str> {
    let width = T::visit(builder.trace.peak() as usize, builder)?;
    peers::<T>(builder);
    floor::<T>(builder);
    Some(width)
}
