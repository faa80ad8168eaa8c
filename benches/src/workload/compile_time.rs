//! Compile time: what a derive costs, and what a pool of 16 million objects costs.

mod derives;
mod large;

use super::{Options, Workload};
use crate::report::Section;
use std::error::Error;

/// This one.
pub const WORKLOAD: Workload = Workload { name: "compile-time", run };

const ABOUT: &str = "\
Packages are written and compiled, by the compiler that this program was compiled by; their dependencies are compiled
before. Each round compiles all of them in turn, nothing incremental, Cargo's own time included.";

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("12. Compile time", ABOUT);
    derives::measure(options, &mut section)?;
    large::measure(options, &mut section)?;
    Ok(section)
}
