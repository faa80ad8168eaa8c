//! Side tables: data beside the objects of a pool, found by their handles.

mod basics;
pub mod handle_array;
pub mod handle_map;
mod iter;
pub(crate) mod saved;
#[cfg(feature = "serde")]
mod serde;
pub mod sparse_handle_map;
mod traits;
