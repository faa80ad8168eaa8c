//! Containers that are repeatedly made, used for one object, and dropped, in memory that the allocator recycles.

mod contenders;

use super::{Options, Workload, bounds};
use crate::contenders::names;
use crate::measure::measure;
use crate::report::{Figures, Goal, Plot, Section, Table, grouped};
use contenders::{CAPACITY, SUBJECTS, VALUES};
pub(super) use contenders::{ours, peer, unchecked};
use std::env;
use std::error::Error;
use std::process::Command;

pub(super) const WORKLOAD: Workload = Workload { name: "made", of_compiler: false, run };

/// The goal: a pool of [`CAPACITY`] objects takes at most this many microseconds.
const GOAL: f64 = 2.0;

const ROUNDS: usize = 101;

fn about() -> String {
    format!(
        "Again and again, an empty container is made on the heap, gets one object, and is dropped, so the \
         allocator hands out memory that was used before. *Pool*: room for {capacity} objects of 128 bytes \
         (slots that begin at a cache line) and of 136 bytes (slots with the alignment of the object only). \
         *Side table*: {capacity} values of 8 bytes, in a `HandleMap` or a `SecondaryMap`. *Values*: a pool \
         of {values} numbers, which is all bookkeeping. *Tree*: the containers that a layout library makes \
         for each layout: nodes of 136 bytes, and three side tables for the parent, the list of children and \
         a context. *vec* is `Vec::with_capacity` for each of them, which writes nothing; for *Values*, it is \
         a `Vec` of all numbers. Measured once with mimalloc, and once in a program with the system's allocator.",
        capacity = grouped(CAPACITY),
        values = grouped(VALUES),
    )
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Made again and again", about());
    let here = figures(options);
    let child = of_the_system(options, &[])?;
    for (allocator, figures) in [("mimalloc", here), ("the allocator of the system", child)] {
        let title = format!("Made again and again, {allocator}");
        let name = format!("made-{}", if allocator == "mimalloc" { "mimalloc" } else { "system" });
        let mut table = Table::new(name, title, "us per container", "what is made").plot(Plot::Bars);
        for (subject, cells) in figures {
            table.column(subject, cells);
        }
        section.goals.extend(goals(&table));
        section.tables.push(table);
    }
    Ok(section)
}

/// The goals of the default pool, with both sizes of objects.
fn goals(table: &Table) -> Vec<Goal> {
    let subjects = SUBJECTS[..2].iter();
    let goal = |subject: &str| {
        let reached = table.cell(names::DEFAULT, subject)?.median;
        let what = format!("{}, {subject}: {}", table.title, names::DEFAULT);
        Some(Goal::at_most(what, reached, GOAL, "us"))
    };
    subjects.filter_map(|subject| goal(subject.name)).collect()
}

/// Measures with the allocator of this program.
fn figures(options: &Options) -> Figures {
    let mut figures = Figures::default();
    for subject in SUBJECTS {
        let mut contenders = (subject.contenders)();
        figures.push(subject.name, measure(options.rounds(ROUNDS), &mut contenders));
    }
    figures
}

/// Measures in the program with the allocator of the system, with these arguments.
pub(super) fn of_the_system(options: &Options, arguments: &[&str]) -> Result<Figures, Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["run", "--quiet", "--offline", "--release", "--bin", "system", "--manifest-path"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).arg("--").args(arguments);
    if options.quick {
        cargo.arg(QUICK);
    }
    let output = cargo.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Figures::parse(&String::from_utf8(output.stdout)?)
        .ok_or_else(|| "what the program says is not read".into())
}

/// The argument of that program for few rounds.
const QUICK: &str = "--quick";

/// The output of the program with the allocator of the system.
#[must_use]
pub fn made() -> String {
    let has = |wanted: &str| env::args().any(|argument| argument == wanted);
    let options = Options { quick: has(QUICK), ..Options::default() };
    if has(bounds::ARGUMENT) { bounds::figures(&options) } else { figures(&options) }.text()
}
