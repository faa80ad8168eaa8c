//! Side tables: maps from handles to values, and packed arrays of handles.

#[path = "../common/drops.rs"]
#[expect(dead_code, reason = "the order in which tokens are dropped is for the model")]
mod drops;
#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod arrays;
mod maps;
mod sparse;
