//! Who may make and drop boxes.

use crate::spec::keywords::Sync;

/// Who may make and drop boxes, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Any thread, with a cache of its own where there is `std`.
    Threads,
    /// Any thread, without caches.
    Exact,
    /// One thread.
    Local,
    /// Whoever enters a critical section.
    CriticalSection,
}

impl Mode {
    /// As the keys have it.
    pub(crate) fn new(sync: Option<Sync>, exact: bool) -> Self {
        match sync.unwrap_or(Sync::Threads) {
            Sync::Threads if exact => Mode::Exact,
            Sync::Threads => Mode::Threads,
            Sync::Local => Mode::Local,
            Sync::CriticalSection => Mode::CriticalSection,
        }
    }

    /// Whether free slots are linked, not stacked.
    pub(crate) fn links(self) -> bool {
        matches!(self, Mode::Threads | Mode::Exact)
    }
}
