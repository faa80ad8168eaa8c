//! The same source, built in several partitions of units of code: how much of a time is chance.

use super::{Options, Workload, iterate, traces};
use crate::contenders::names;
use crate::report::{Label, Row, Section, Spread, Table, read_tables};
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

pub(super) const WORKLOAD: Workload = Workload { name: "partitions", of_compiler: true, run };

const ABOUT: &str = "\
This program is built twice from the same source, with 1 and 16 units of code per crate (`codegen-units`), and each \
build runs the traces and the loops three times. So functions are in other units, are inlined or not for other \
reasons, and lie at other addresses. *Least* and *most* are the medians of the fastest and of the slowest of the six \
runs. The ratio of the two is what a figure of one run of one build can owe to chance, on a quiet machine.";

/// How many units of code a crate has. 16 is the default of release builds.
const UNITS: [&str; 2] = ["1", "16"];
const RUNS: usize = 3;

/// The columns: what they are called, the table of the workload, and the column there.
const HOT: [(&str, &str, &str); 4] = [
    ("OpenTTD", "traces-openttd-32", "u16"),
    ("`for`, all live", "iterate-for", "100 %"),
    ("`for`, 10 % live", "iterate-for", "10 %"),
    ("`for`, 428 of 60,000", "iterate-sparse", "for loops"),
];
const ROWS: [&str; 5] = [names::DEFAULT, names::STACK, "slotmap", "thunderdome", "slab"];

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let place = env::temp_dir().join(format!("stackpool-partitions-{}", std::process::id()));
    let mut runs = Vec::new();
    for units in UNITS {
        build(units)?;
        for _ in 0..RUNS {
            runs.push(measured(options, &place)?);
        }
    }
    fs::remove_dir_all(&place)?;
    let mut section = Section::new("Several builds", ABOUT);
    section.tables.push(table(&runs));
    Ok(section)
}

/// The folder of these builds. They need another one, since all have the same name.
const TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/partitions");

fn build(units: &str) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args([
        "build",
        "--quiet",
        "--offline",
        "--release",
        "--bin",
        "stackpool-benches",
        "--manifest-path",
    ]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).args(["--target-dir", TARGET]);
    cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", units);
    let output = cargo.output()?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
}

/// Runs the build, and reads the tables that it wrote.
fn measured(options: &Options, place: &Path) -> Result<Vec<Table>, Box<dyn Error>> {
    let workloads = [traces::WORKLOAD.name, iterate::WORKLOAD.name];
    let mut program = Command::new(Path::new(TARGET).join("release/stackpool-benches"));
    program.args(workloads.iter().flat_map(|name| ["--only", name])).arg("--out").arg(place);
    if options.quick {
        program.arg("--quick");
    }
    let output = program.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    read_tables(place, &workloads)
}

/// The least and the most of all runs.
fn table(runs: &[Vec<Table>]) -> Table {
    let title = "Least and most of six runs of two builds";
    let mut table = Table::new("partitions", title, "ns per object or event", "work").without_ratios();
    for (work, name, column) in HOT {
        let cells = |pick: fn(f64, f64) -> f64| {
            ROWS.iter().filter_map(move |row| {
                let tables = runs.iter().flatten().filter(|table| table.name == name);
                let found = tables.filter_map(|table| {
                    let cell = table.cell(row, column)?.median;
                    let Row { label, .. } = table.rows.iter().find(|found| found.label.name == *row)?;
                    Some((Label::new(label.name.clone(), label.role), cell))
                });
                let (label, median) = found.reduce(|(label, a), (_, b)| (label, pick(a, b)))?;
                Some((label, Spread::exact(median)))
            })
        };
        table.column(format!("{work}, least"), cells(f64::min).collect::<Vec<_>>());
        table.column(format!("{work}, most"), cells(f64::max).collect::<Vec<_>>());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Role;

    #[test]
    fn the_ends_of_all_runs_are_found() {
        let run = |median: f64| {
            let mut table = Table::new("iterate-for", "T", "ns", "occupancy");
            let cells = [(Label::new("slab", Role::Unchecked), Spread::exact(median))];
            table.column("100 %", cells);
            vec![table]
        };
        let table = table(&[run(3.0), run(1.0), run(2.0)]);
        let cell = |column| table.cell("slab", column).map(|cell| cell.median);
        assert_eq!((cell("`for`, all live, least"), cell("`for`, all live, most")), (Some(1.0), Some(3.0)));
        assert_eq!(cell("OpenTTD, least"), None);
    }
}
