//! The links of a stack under loom.

use crate::atomic::AtomicU32;
use crate::free::links::Links;
use loom::sync::atomic::Ordering;

/// One link per slot, from `first` to the capacity. A link is stored as in the runtime: `link ^ (index + 1)`,
/// relaxed.
#[derive(Debug)]
pub struct LoomLinks {
    first: u32,
    links: Vec<AtomicU32>,
}

impl LoomLinks {
    pub(crate) fn zeroed(first: u32, capacity: u32) -> Self {
        LoomLinks { first, links: (first..capacity).map(|_| AtomicU32::new(0)).collect() }
    }
}

impl Links for LoomLinks {
    fn capacity(&self) -> u32 {
        self.first + self.links.len() as u32
    }

    fn get(&self, index: u32) -> Option<u32> {
        let link = self.links.get((index - self.first) as usize)?.load(Ordering::Relaxed) ^ (index + 1);
        assert!(link <= self.capacity(), "a link beyond the capacity");
        Some(link)
    }

    fn set(&self, index: u32, link: u32) {
        assert!(link <= self.capacity(), "a link beyond the capacity");
        self.links[(index - self.first) as usize].store(link ^ (index + 1), Ordering::Relaxed);
    }
}
