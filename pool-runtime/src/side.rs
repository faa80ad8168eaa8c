//! Side tables: data beside the objects of a pool, found by their handles.

pub mod handle_array;
pub mod handle_map;
pub mod sparse_handle_map;
