//! Checks whether the machine has enough memory for a column.

use super::Options;
use crate::report::available_memory;

/// The answer.
pub(super) enum Room {
    /// There is enough memory.
    Enough,
    /// There is not enough memory. Contains the note for the page.
    Short(String),
    /// The run is quick, and needs no column of this size.
    NotWanted,
}

/// The maximum number of bytes per object in a container, in addition to the object: bookkeeping and keys.
const BESIDE: usize = 24;
/// The most objects in a quick run.
const QUICK: usize = 262_144;

/// Whether there is memory for this many containers, with this many objects of type `T` each.
pub(super) fn for_containers<T>(containers: usize, capacity: usize, options: &Options) -> Room {
    if options.quick && capacity > QUICK {
        return Room::NotWanted;
    }
    let needed = (containers * capacity * (size_of::<T>() + BESIDE)) as u64;
    match available_memory() {
        Some(bytes) if bytes < needed => Room::Short(format!(
            "left out, because {} MiB of memory are needed and {} MiB are free.",
            needed >> 20,
            bytes >> 20
        )),
        _ => Room::Enough,
    }
}
