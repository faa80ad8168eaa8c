//! Compares boxes of a pool with `Box` and the boxes of `heapless`. They are made and dropped, also in the order of
//! real programs, shared, followed as a list, and used as the links of a tree.

mod indices;
mod list;
mod owner;
mod pairs;
mod pools;
mod replay;
mod shared;

mod system_box;
mod tree;

use super::{Options, Workload};
use crate::report::{Goal, Label, Role, Section, Table};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "boxes", of_compiler: false, run };

pub use tree::grown;

const ABOUT: &str = "\
Owning pointers to objects.

- *Box, mimalloc*: `Box` with mimalloc as the global allocator, which it is for this whole program. *Box, system*: \
what `Box` would be with the system's allocator.
- *heapless*: its box pool, on a static as large as the pools of this crate.
- **PoolBox** with its `sync`: *local*; *threads*, also with `exact`; *critical_section*, here on a lock. *u32* and \
*split 24* are wider tables than the default.
- *Arc*, *Rc* and **SharedBox**: pointers that own an object together.
- *indices*: nodes in a slice, linked by index. Nothing owns the nodes, and nothing is checked.";

/// The names of rows.
const BOX: &str = "Box, mimalloc";
const SYSTEM: &str = "Box, system";
const HEAPLESS: &str = "heapless";
const LOCAL: &str = "PoolBox, local";
const THREADS: &str = "PoolBox, threads";
const EXACT: &str = "PoolBox, threads, exact";
const CRITICAL: &str = "PoolBox, critical_section";

/// The goal: boxes take at most this many times as long as those of `heapless`.
const HEAPLESS_GOAL: f64 = 0.25;

fn label(name: &str) -> Label {
    let role = if name.starts_with("PoolBox") { Role::Ours } else { Role::Peer };
    Label::new(name, role)
}

/// The goals of boxes, relative to `Box` on mimalloc and to `heapless`.
fn goals(table: &Table, column: &str, of_box: &[(&str, f64)]) -> Vec<Goal> {
    let of_box = of_box.iter().flat_map(|&(row, bound)| {
        [table.goal(row, column, &[BOX], bound), table.goal(row, column, &[HEAPLESS], HEAPLESS_GOAL)]
    });
    of_box.flatten().collect()
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Boxes", ABOUT);
    pools::hand_over_blocks();
    pairs::measure_all(options, &mut section);
    shared::measure_all(options, &mut section);
    replay::measure_all(options, &mut section)?;
    list::measure_all(options, &mut section);
    tree::measure_all(options, &mut section)?;
    Ok(section)
}
