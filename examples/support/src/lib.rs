//! What the examples share: the command line, numbers with thousands separators, a checksum, random
//! numbers and waves that are the same on every machine.

mod checksum;
mod command;
mod grouped;
mod random;
mod wave;

pub use checksum::checksum;
pub use command::{command, number};
pub use grouped::grouped;
pub use random::{Random, mixed};
pub use wave::{smooth, wave};
