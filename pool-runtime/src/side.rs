//! Side tables: data beside the objects of a pool, found by their handles.

pub mod handle_array;
pub mod handle_map;
#[cfg(feature = "serde")]
mod read;
pub(crate) mod saved;
pub mod sparse_handle_map;
