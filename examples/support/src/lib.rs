//! What the examples share: the command line, numbers with thousands separators, a checksum, a counted heap, random
//! numbers and waves that are the same on every machine.

mod checksum;
mod command;
mod grouped;
mod heap;
mod random;
mod wave;

pub use checksum::checksum;
pub use command::{command, number};
pub use grouped::grouped;
pub use heap::{CountedHeap, allocations, heap_bytes};
pub use random::{Random, mixed};
pub use wave::{smooth, wave};
