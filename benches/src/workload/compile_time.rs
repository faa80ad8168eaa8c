//! Compile time: the cost of a derive, and the cost of a pool of 16 million objects.

mod derives;
mod large;

use super::{Options, Workload};
use crate::report::Section;
use std::error::Error;

/// The workload of this module.
pub const WORKLOAD: Workload = Workload { name: "compile-time", of_compiler: true, run };

const ABOUT: &str = "\
Packages are generated and compiled with the compiler that compiled this program. Their dependencies are compiled \
before. Each round compiles all of them in turn. Nothing is incremental, and Cargo's own time is included.";

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Compile time", ABOUT);
    derives::measure(options, &mut section)?;
    large::measure(options, &mut section)?;
    Ok(section)
}
