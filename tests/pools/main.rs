//! Pools: what each operation promises. Whole pools are compared with a model in `tests/model`.

#[path = "../common/drops.rs"]
#[expect(dead_code, reason = "the order in which tokens are dropped is for the model")]
mod drops;
#[path = "../../pool-runtime/src/base/size.rs"]
#[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "properties are tested on the heap"))]
mod size;

mod determinism;
mod free_list;
mod full;
mod generic;
mod guards;
mod insert_at;
mod items;
mod marks;
mod panics;
mod statics;
mod stats;
mod track;
mod widths;
