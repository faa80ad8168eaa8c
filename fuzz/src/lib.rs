//! What the fuzz targets do, as functions of the fuzzer's bytes.
//!
//! The bytes are read as a script: what it is about, what happens to it, and, where it is saved, what happens to the saved
//! bytes. Of a pool, for instance:
//!
//! ```text
//!  +-------+-------+---------------+------+----------------------------+
//!  | pool  | count | `count` steps | mode | patches, or bytes to put in|
//!  +-------+-------+---------------+------+----------------------------+
//!   1 byte  1 byte  1 byte each     1 byte
//! ```
//!
//! What is done to pools is what the model of `tests/common/model` can do.

mod data;
mod label;
#[path = "../../tests/common/model/mod.rs"]
#[expect(dead_code, reason = "some of it is for `tests/model`")]
mod model;
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
