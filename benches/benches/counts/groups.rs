//! The list of all counts.

use super::batches::batches;
use super::boxes::boxes;
use super::containers::containers;
use super::images::images;
use super::regions::regions;
use gungraun::{Callgrind, LibraryBenchmarkConfig};

gungraun::main!(
    // Only instructions are counted. Without a cache simulation, whose results depend on the machine, counting is
    // faster.
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = containers, batches, images, boxes, regions
);

/// Starts the runner. If the runner started this program, runs the benchmark to be counted.
pub(super) fn run() {
    main();
}
