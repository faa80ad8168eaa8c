//! Workloads, and what they are told.

mod batch;
mod boxes;
mod churn;
mod compile_time;
mod fill;
mod get;
mod growth;
mod instructions;
mod iterate;
mod made;
mod regions;
mod room;
mod saved;
mod scene;
mod size;
mod traces;

use crate::report::Section;
use std::error::Error;
use std::path::PathBuf;

pub use boxes::grown;
pub use made::made;

/// Something that is measured.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Its name on the command line.
    pub name: &'static str,
    /// Measures it.
    pub run: fn(&Options) -> Result<Section, Box<dyn Error>>,
}

/// How a workload is run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Fewer rounds and smaller sizes: that it works, not how fast it is.
    pub quick: bool,
    /// Allocation traces beside the one that ships with the repository.
    pub traces: Vec<PathBuf>,
}

impl Options {
    /// So many rounds, or a few when it has to be quick.
    #[must_use]
    pub fn rounds(&self, rounds: usize) -> usize {
        if self.quick { 3 } else { rounds }
    }
}

/// All of them, in the order of the page.
pub const ALL: &[Workload] = &[
    traces::WORKLOAD,
    churn::WORKLOAD,
    get::WORKLOAD,
    iterate::WORKLOAD,
    fill::WORKLOAD,
    batch::WORKLOAD,
    scene::WORKLOAD,
    boxes::WORKLOAD,
    regions::WORKLOAD,
    saved::WORKLOAD,
    growth::WORKLOAD,
    compile_time::WORKLOAD,
    size::WORKLOAD,
    made::WORKLOAD,
    instructions::WORKLOAD,
];
