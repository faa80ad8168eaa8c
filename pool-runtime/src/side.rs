//! Side tables: data beside the objects of a pool, found by their handles.

mod basics;
mod chain;
pub mod handle_array;
pub(crate) mod handle_list;
pub(crate) mod handle_lists;
pub mod handle_map;
pub(crate) mod handle_queue;
pub mod handle_tree;
mod iter;
pub(crate) mod saved;
#[cfg(feature = "serde")]
mod serde;
pub mod sparse_handle_map;
mod structure;
mod traits;
