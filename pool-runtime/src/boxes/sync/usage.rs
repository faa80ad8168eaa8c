//! Current and peak use of a pool of boxes.

/// Current and peak use of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub(crate) live: u32,
    pub(crate) most_live: u32,
    pub(crate) exhausted: u64,
    /// How many threads keep slots for themselves, which count as live.
    pub(crate) caches: u32,
}
