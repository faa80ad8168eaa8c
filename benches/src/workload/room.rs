//! Whether the machine has memory for a column.

use super::Options;
use crate::report::available_memory;

/// The answer.
pub(super) enum Room {
    /// It has.
    Enough,
    /// It has not: what the page says.
    Short(String),
    /// It is not asked for.
    NotWanted,
}

/// Bytes that a container takes for an object besides the object, at most: bookkeeping and keys.
const BESIDE: usize = 24;
/// The most objects that a quick run has room for.
const QUICK: usize = 262_144;

/// Whether there is memory for so many containers, of so many objects of type `T` each.
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
