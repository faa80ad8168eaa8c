//! Shows the instruction counts in the repository, which another program writes.

use super::{Options, Workload};
use crate::counts::{Counts, Name};
use crate::report::{Label, Plot, Role, Section, Spread, Table};
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

/// The file that the program `unoptimized` writes.
const UNOPTIMIZED: &str = include_str!("../../unoptimized.txt");

/// The groups of that file.
const UNOPTIMIZED_TABLES: [(&str, &str, &str, f64); 2] = [
    ("operations", "Operations without optimisation", "instructions per operation", 1.0),
    ("loops", "Loops without optimisation", "instructions per object", 1.0),
];

const PEERS: [&str; 7] = ["slab", "slotmap", "dense_slotmap", "mimalloc", "heapless", "bumpalo", "box"];

fn run(_: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Instruction counts", ABOUT);
    let counts = Counts::parse(FILE)?;
    section.tables.extend(tables(&counts, "instructions", &TABLES));
    section.notes.push(format!("Compiled by {}.", counts.made_by()));
    let counts = Counts::parse(UNOPTIMIZED)?;
    section
        .tables
        .extend(tables(&counts, "unoptimized", &UNOPTIMIZED_TABLES).map(|table| table.plot(Plot::Bars)));
    section
        .notes
        .push(format!("Without optimisation, of objects of 48 bytes, compiled by {}.", counts.made_by()));
    Ok(section)
}

fn tables(
    counts: &Counts,
    prefix: &str,
    groups: &[(&'static str, &str, &str, f64)],
) -> impl Iterator<Item = Table> {
    groups.iter().map(move |&(group, title, unit, divisor)| {
        let mut table = Table::new(format!("{prefix}-{group}"), title, unit, "operation");
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
        table
    })
}

fn label(name: &Name) -> Label {
    let role = match &*name.row {
        "slab" => Role::Unchecked,
        row if PEERS.contains(&row) => Role::Peer,
        _ => Role::Ours,
    };
    Label::new(name.row.replace('_', " "), role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Machine, write_results};
    use std::fs;

    #[test]
    fn results_have_the_counts_of_the_files() {
        let root = std::env::temp_dir().join(format!("stackpool-instructions-{}", std::process::id()));
        let section = run(&Options::default()).unwrap();
        write_results(&root, WORKLOAD.name, &section, &Machine::now()).unwrap();
        let written = fs::read_to_string(root.join("benches/results/instructions.md")).unwrap();
        fs::remove_dir_all(&root).unwrap();
        let (expected, _machine) = written.split_once("## The machine").unwrap();
        let results = include_str!("../../results/instructions.md");
        assert!(results.starts_with(expected), "counts changed: `-- --page --only instructions`");
    }
}
