//! The workloads and their options.

mod batch;
mod bounds;
mod boxes;
mod churn;
mod code_size;
mod columns;
mod compile_time;
mod dense;
mod fill;
mod get;
mod growth;
mod inlined;
mod instructions;
mod iterate;
mod made;
mod partitions;
mod regions;
mod room;
mod saved;
mod scene;
mod size;
mod sparse;
mod structures;
mod traces;

use crate::report::Section;
use std::error::Error;
use std::path::PathBuf;

pub use made::made;

/// A workload.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Its name on the command line.
    pub name: &'static str,
    /// Whether it is about the compiler and its programs, and only measured for the page or by name.
    pub of_compiler: bool,
    /// Runs the measurement.
    pub run: fn(&Options) -> Result<Section, Box<dyn Error>>,
}

/// The options of a workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Fewer rounds and smaller sizes: a test that the workload works, without useful times.
    pub quick: bool,
    /// Allocation traces in addition to the one in the repository.
    pub traces: Vec<PathBuf>,
}

impl Options {
    /// This many rounds, or a few in a quick run.
    #[must_use]
    pub fn rounds(&self, rounds: usize) -> usize {
        if self.quick { 3 } else { rounds }
    }
}

/// All workloads, in the order of the page.
pub const ALL: &[Workload] = &[
    traces::WORKLOAD,
    churn::WORKLOAD,
    sparse::WORKLOAD,
    get::WORKLOAD,
    iterate::WORKLOAD,
    fill::WORKLOAD,
    batch::WORKLOAD,
    scene::WORKLOAD,
    structures::WORKLOAD,
    boxes::WORKLOAD,
    regions::WORKLOAD,
    saved::WORKLOAD,
    growth::WORKLOAD,
    compile_time::WORKLOAD,
    size::WORKLOAD,
    made::WORKLOAD,
    bounds::WORKLOAD,
    inlined::WORKLOAD,
    columns::WORKLOAD,
    code_size::WORKLOAD,
    dense::WORKLOAD,
    instructions::WORKLOAD,
    partitions::WORKLOAD,
];

/// In a program that was started to measure memory: returns the output.
#[must_use]
pub fn grown() -> Option<String> {
    boxes::grown().or_else(structures::grown)
}

/// The names of all workloads, in the order of the page.
pub const NAMES: [&str; ALL.len()] = {
    let mut names = [""; ALL.len()];
    let mut place = 0;
    while place < ALL.len() {
        names[place] = ALL[place].name;
        place += 1;
    }
    names
};
