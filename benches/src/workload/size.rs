//! Size: what a pool adds to the file and the memory of a program, and the cost of its start.

mod sections;

use super::{Options, Workload};
use crate::child;
use crate::generated::{Package, Workspace};
use crate::report::{Label, Role, Section, Spread, Table, grouped};
use crate::valgrind;
use sections::Sizes;
use std::error::Error;

/// The workload of this module.
pub const WORKLOAD: Workload = Workload { name: "size", of_compiler: true, run };

/// The capacities of the pools. Their statics are above 256 KiB, so `take_pool` zeroes everything except for the
/// objects.
const CAPACITIES: [usize; 2] = [10_000, 262_144];

const ABOUT: &str = "\
Release builds of programs that make a container for this many objects of 32 bytes, insert one object and end, and \
of a program without a container.";

/// A program: its row, the name of its package, and its `main` function, in which `CAPACITY` stands for the number.
struct Program {
    label: fn() -> Label,
    package: &'static str,
    others: &'static [&'static str],
    source: &'static str,
}

const PROGRAMS: [Program; 6] = [
    Program {
        label: || Label::new("no container", Role::Floor),
        package: "none",
        others: &[],
        source: "fn main() { std::hint::black_box([1_u64; 4]); }\n",
    },
    Program {
        label: || Label::new("static pool, unused", Role::Ours),
        package: "unused-pool",
        others: &[],
        source: "\
#[derive(stackpool::Pool)]
#[pool(capacity = CAPACITY)]
#[expect(dead_code, reason = \"it is not used\")]
struct Object([u64; 4]);

fn main() { std::hint::black_box([1_u64; 4]); }
",
    },
    Program {
        label: || Label::new("static pool", Role::Ours),
        package: "static-pool",
        others: &[],
        source: "\
#[derive(stackpool::Pool)]
#[pool(capacity = CAPACITY)]
struct Object([u64; 4]);

fn main() {
    let pool = Object::take_pool().expect(\"it is taken once\");
    std::hint::black_box(pool.insert(Object([1; 4])).is_ok());
    std::hint::black_box(pool.values().next().map(|object| object.0[0]));
}
",
    },
    Program {
        label: || Label::new("boxed pool", Role::Ours),
        package: "boxed-pool",
        others: &[],
        source: "\
#[derive(stackpool::Pool)]
#[pool(capacity = CAPACITY)]
struct Object([u64; 4]);

fn main() {
    let mut pool = ObjectPool::on_heap();
    std::hint::black_box(pool.insert(Object([1; 4])).is_ok());
    std::hint::black_box(pool.values().next().map(|object| object.0[0]));
}
",
    },
    Program {
        label: || Label::new("slab", Role::Unchecked),
        package: "slab-peer",
        others: &["slab"],
        source: "\
fn main() {
    let mut slab = slab::Slab::with_capacity(CAPACITY);
    std::hint::black_box(slab.insert([1_u64; 4]));
    std::hint::black_box(slab.iter().next().map(|(_, object)| object[0]));
}
",
    },
    Program {
        label: || Label::new("slotmap", Role::Peer),
        package: "slotmap-peer",
        others: &["slotmap"],
        source: "\
fn main() {
    let mut map = slotmap::SlotMap::with_capacity(CAPACITY);
    std::hint::black_box(map.insert([1_u64; 4]));
    std::hint::black_box(map.values().next().map(|object| object[0]));
}
",
    },
];

fn run(_: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Size", ABOUT);
    let title = "Instructions of the whole program, the loader's included";
    let mut starts = Table::new("size-start", title, "instructions", "capacity");
    let counts = valgrind::is_there();
    for capacity in CAPACITIES {
        let workspace = Workspace::new("size")?;
        let packages = PROGRAMS.iter().map(|program| package(&workspace, program, capacity));
        let packages = packages.collect::<Result<Vec<_>, _>>()?;
        section.tables.push(sizes(capacity, &packages)?);
        if counts {
            let cells = packages.iter().map(|(label, package)| {
                let instructions = valgrind::instructions(&package.program())?;
                Ok((label.clone(), Spread::exact(instructions as f64)))
            });
            starts.column(grouped(capacity), cells.collect::<Result<Vec<_>, Box<dyn Error>>>()?);
        }
    }
    if counts {
        section.tables.push(starts);
    } else {
        section.notes.push("Instructions were not counted, because valgrind is not installed.".to_owned());
    }
    section.notes.push(NOTE.to_owned());
    Ok(section)
}

const NOTE: &str = "\
A static pool is in *.bss*: its bytes are in no file, and the system hands out zeroed pages when they are first \
touched. A static pool of more than 256 KiB has no initial value, which saves compile time. It zeroes its table and \
its guard when it is taken: these are its additional instructions. They are those of a `memset`, of which callgrind \
counts every byte if it is done by `rep stosb`.";

/// Writes one of the programs, and compiles it.
fn package<'a>(
    workspace: &'a Workspace,
    program: &Program,
    capacity: usize,
) -> Result<(Label, Package<'a>), Box<dyn Error>> {
    let source = program.source.replace("CAPACITY", &capacity.to_string());
    let package = workspace.package(program.package, &["alloc"], program.others, "main.rs", &source)?;
    child::run(&mut package.cargo(&["build", "--release"]))?;
    Ok(((program.label)(), package))
}

/// The sizes of the parts of the program files.
fn sizes(capacity: usize, packages: &[(Label, Package<'_>)]) -> Result<Table, Box<dyn Error>> {
    let title = format!("Room for {} objects", grouped(capacity));
    let mut table =
        Table::new(format!("size-{capacity}"), title, "bytes", "part of the program").without_ratios();
    let sizes = packages.iter().map(|(label, package)| Ok((label, Sizes::read(&package.program())?)));
    let sizes = sizes.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    for (i, part) in Sizes::PARTS.iter().enumerate() {
        let cells = sizes.iter().map(|(label, sizes)| ((*label).clone(), Spread::exact(sizes.0[i] as f64)));
        table.column(*part, cells);
    }
    Ok(table)
}
