//! Shows the instruction counts in the repository, which another program writes.

use super::{Options, Workload};
use crate::counts::{Counts, Name};
use crate::report::{Label, Role, Section, Spread, Table};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "instructions", of_compiler: false, run };

/// The file that `cargo bench --bench counts` writes.
const FILE: &str = include_str!("../../counts.txt");

const ABOUT: &str = "\
The same operations as numbers of instructions, which are the same on a busy machine too. callgrind counts them. \
`cargo bench --manifest-path benches/Cargo.toml --bench counts` compares them with `benches/counts.txt`, whose \
figures are shown here. Objects have 32 bytes. Each figure comes from a loop of 1,000 operations, and includes the \
loop and what it does with the object. For *iterate*, a quarter of the places of a pool is in use, and half of the \
places of a peer.";

/// A group of the file, its title, the unit, and the number of operations per count.
const TABLES: [(&str, &str, &str, f64); 5] = [
    (
        "containers",
        "Containers with 1,000 objects in random places (*u8* with 100 side by side)",
        "instructions per object",
        1e3,
    ),
    ("batches", "Batches of 1,000 objects", "instructions per object", 1e3),
    ("boxes", "Boxes, made and dropped", "instructions per box", 1e3),
    ("regions", "Values of 32 bytes from a region, the reset included", "instructions per value", 1e3),
    ("images", "A pool of 10,000 places, half of them in use", "thousands of instructions", 1e3),
];

const PEERS: [&str; 6] = ["slab", "slotmap", "dense_slotmap", "mimalloc", "heapless", "bumpalo"];

fn run(_: &Options) -> Result<Section, Box<dyn Error>> {
    let counts = Counts::parse(FILE)?;
    let mut section = Section::new("Instruction counts", ABOUT);
    for (group, title, unit, divisor) in TABLES {
        let mut table = Table::new(format!("instructions-{group}"), title, unit, "operation");
        let of_group = || counts.iter().filter(|(name, _)| name.group == group);
        let mut operations: Vec<_> = of_group().map(|(name, _)| name.operation.clone()).collect();
        operations.dedup();
        for operation in operations {
            let cells = of_group().filter(|(name, _)| name.operation == operation);
            table.column(
                &operation,
                cells.map(|(name, count)| (label(name), Spread::exact(count as f64 / divisor))),
            );
        }
        section.tables.push(table);
    }
    section.notes.push(format!("Compiled by {}.", counts.made_by()));
    Ok(section)
}

fn label(name: &Name) -> Label {
    let is_peer = PEERS.contains(&&*name.row);
    Label::new(name.row.replace('_', " "), if is_peer { Role::Peer } else { Role::Ours })
}
