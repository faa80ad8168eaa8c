//! Side tables: what is kept beside the objects of a pool, and found by their handles.

pub mod handle_array;
pub mod handle_map;
