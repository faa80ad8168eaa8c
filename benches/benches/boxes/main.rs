//! Boxes of a pool beside `Box` and the boxes of `heapless`: made and dropped, in the order that real programs did it too,
//! followed, and as the links of a tree.
//!
//!     cargo bench --manifest-path benches/Cargo.toml --bench boxes [-- TRACE...]
//!
//! A trace that is named (relative to `benches`) is replayed after the one that is in `examples/data`. Its objects are as
//! large as the number at the end of its name says, as in `server-96.trace`: 32 or 96 bytes.
//!
//! One process measures everything, and in each round all kinds of boxes take turns: what else the machine does meets all
//! of them.

mod measure;
mod owner;
mod pairs;
mod pools;
mod random;
mod ring;
mod system_box;
mod table;
#[path = "../../../examples/replay/trace.rs"]
#[cfg_attr(test, expect(dead_code, reason = "its tests are run with the example"))]
mod trace;
mod traces;
mod tree;

use mimalloc::MiMalloc;
use std::error::Error;
use std::path::Path;

/// So `Box` is on mimalloc; [`SystemBox`](system_box::SystemBox) is not.
#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

/// The one that ships with the crate.
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/openttd-32.trace");

fn main() -> Result<(), Box<dyn Error>> {
    pools::hand_over_blocks();
    // First of all, while no allocator has memory left over.
    tree::print()?;
    pairs::print();
    traces::print(Path::new(SHIPPED))?;
    // `cargo bench` adds an option of its own.
    for path in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
        traces::print(Path::new(&path))?;
    }
    ring::print();
    print!("{}", table::LEGEND);
    Ok(())
}
