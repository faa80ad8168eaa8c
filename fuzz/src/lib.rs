//! What the fuzz targets do, as functions of the fuzzer's bytes.
//!
//! The bytes are read as a script: what it is about, what happens to it, and, where it is saved, what happens to the saved
//! bytes. Of a pool, for instance:
//!
//! ```text
//!  +-------+-------+-----------------+------+----------------------------+
//!  | pool  | count | `count` actions | mode | patches, or bytes to put in|
//!  +-------+-------+-----------------+------+----------------------------+
//!   1 byte  1 byte  1 byte each       1 byte
//! ```

mod data;
mod label;
mod pools;
mod regions;
mod saved;
mod script;
mod values;

pub use data::data;
pub use pools::pools;
pub use regions::regions;
pub use saved::{delta, restore};
pub use values::values;
