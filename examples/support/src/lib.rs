//! What the examples share besides pools: their command line, numbers as people read them, and a checksum.

mod checksum;
mod command;
mod grouped;

pub use checksum::checksum;
pub use command::{command, number};
pub use grouped::grouped;
