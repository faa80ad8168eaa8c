//! All that is counted.

use super::batches::batches;
use super::boxes::boxes;
use super::containers::containers;
use super::images::images;
use super::regions::regions;
use gungraun::{Callgrind, LibraryBenchmarkConfig};

gungraun::main!(
    // Instructions are what is wanted: without caches, which differ between machines, they take less time to count.
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = containers, batches, images, boxes, regions
);

/// Lets the runner count, or, where it is the runner that calls, runs what is counted.
pub(super) fn run() {
    main();
}
