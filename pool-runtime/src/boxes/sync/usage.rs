//! How full a pool of boxes is.

/// How full a pool is and was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub(crate) live: u32,
    pub(crate) most_live: u32,
    pub(crate) exhausted: u64,
    /// How many threads keep slots for themselves, which count as live.
    pub(crate) caches: u32,
}
