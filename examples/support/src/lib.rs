//! What the examples share: the command line, numbers with thousands separators, and a checksum.

mod checksum;
mod command;
mod grouped;

pub use checksum::checksum;
pub use command::{command, number};
pub use grouped::grouped;
