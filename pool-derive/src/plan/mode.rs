//! Which threads make and drop boxes.

use crate::spec::keywords::Sync;

/// Which threads make and drop boxes, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Any thread. With feature `std` each thread has a cache.
    Threads,
    /// Any thread, without caches.
    Exact,
    /// One thread.
    Local,
    /// Any thread or interrupt handler, in a critical section.
    CriticalSection,
}

impl Mode {
    /// The mode that the keys ask for.
    pub(crate) fn new(sync: Option<Sync>, exact: bool) -> Self {
        match sync.unwrap_or(Sync::Threads) {
            Sync::Threads if exact => Mode::Exact,
            Sync::Threads => Mode::Threads,
            Sync::Local => Mode::Local,
            Sync::CriticalSection => Mode::CriticalSection,
        }
    }

    /// Whether the free slots are linked. Otherwise they are in a stack.
    pub(crate) fn links(self) -> bool {
        matches!(self, Mode::Threads | Mode::Exact)
    }
}
