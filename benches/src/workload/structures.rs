//! Lists and trees of objects: beside the pool, by other crates, and by hand.

mod book;
mod by_hand;
mod cache;
mod memory;
mod timers;
mod tree;

use super::{Options, Workload};
use crate::report::Section;
use std::error::Error;

pub use memory::grown;

pub(super) const WORKLOAD: Workload = Workload { name: "structures", of_compiler: false, run };

const ABOUT: &str = "\
*Tree*: objects with a place in that of their parent (16 bytes) and in the world (16). The places are computed in \
pre-order; a random node moves below another one, unless that is below it; the tree is removed by random subtrees, \
with the objects. *Cache*: 16 bytes of key and value; a request gets a key and puts it if it is missing, for which the \
oldest entry leaves; one of 64 removes its key. The keys follow Zipf's law with the exponent 7/8, 16 per entry. All \
caches hash alike, and those that are not of a crate have a `HashTable` of links. *Order book*: orders of 12 bytes, \
first come first served at 4,096 prices; half of the orders that are cancelled are young. *Links in the objects*: the \
same by hand, in a pool, whose handles check each link; in `slab`, with links of 4 bytes that nobody checks. *Bytes* \
are those by which a new program grows (Linux).";

/// The names of the rows.
const OURS: &str = "structure";
const LIVE: &str = "structure, live";
const HAND: &str = "links in the objects, pool";
const SLAB: &str = "links in the objects, slab";
const LRU: &str = "lru";
const HASHLINK: &str = "hashlink";
const INDEXTREE: &str = "indextree";
const BESIDE: &str = "links beside, by hand";
const DELAY_QUEUE: &str = "DelayQueue";
const PRIORITY_QUEUE: &str = "priority-queue";
const HEAP: &str = "BinaryHeap";

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Lists and trees", ABOUT);
    tree::measure_all(options, &mut section)?;
    cache::measure_all(options, &mut section)?;
    book::measure_all(options, &mut section)?;
    timers::measure_all(options, &mut section);
    Ok(section)
}
