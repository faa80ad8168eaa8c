//! Side tables: maps from handles to values, and packed arrays of handles.

#[path = "../common/drops.rs"]
mod drops;

mod arrays;
mod maps;
