//! The fuzz targets, as functions of the fuzzer's bytes.
//!
//! The bytes are read as a script. It selects an object under test and the operations on it. If the object is saved,
//! the script also says how the saved bytes are changed. For a pool, for instance:
//!
//! ```text
//!  +-------+-------+---------------+------+----------------------------+
//!  | pool  | count | `count` steps | mode | patches, or bytes to put in|
//!  +-------+-------+---------------+------+----------------------------+
//!   1 byte  1 byte  1 byte each     1 byte
//! ```
//!
//! The operations on pools are those of the model in `tests/common/model`.

#[path = "../../tests/common/boxes.rs"]
mod box_model;
mod boxes;
mod columns;
mod data;
mod diff;
#[path = "../../tests/common/drops.rs"]
mod drops;
mod history;
mod label;
#[path = "../../tests/common/model/mod.rs"]
#[expect(dead_code, reason = "some of it is for `tests/model`")]
mod model;
mod pools;
mod regions;
mod relink;
mod saved;
mod script;
mod structures;
mod values;
mod world;

pub use boxes::boxes;
pub use columns::columns;
pub use data::data;
pub use diff::diff;
pub use history::history;
pub use pools::pools;
pub use regions::regions;
pub use relink::relink;
pub use saved::{delta, packet, restore};
pub use structures::structures;
pub use values::values;
pub use world::world;
