//! Which lines inserted the live objects; and the size of a pool without that record.

use super::Pool;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::rows;
use crate::track::LiveSites;

/// The parts of a pool without the record of feature `track`. It is never constructed: its size is
/// [`TOTAL_BYTES`](Pool::TOTAL_BYTES), which the feature must not change.
#[repr(C)]
pub(crate) struct Untracked<P: PoolSpec> {
    rows: rows::Untracked<P::Layout>,
    slots: Slots<P>,
}

/// # Finding leaks
impl<P: PoolSpec> Pool<P> {
    /// Returns the lines of code that inserted the live objects, with a count per line.
    ///
    /// The lines are recorded with feature `track`, in builds with debug assertions. Without them there are no lines:
    /// see [`LiveSites`].
    ///
    /// The recorded line is that of the call to `insert`, `insert_with`, `insert_many`, `try_extend`, `extend`,
    /// [`VacantEntry::insert`], `restore` or `deserialize_from`, in your code or in a library in between. A clone of
    /// an object has the line of the original.
    ///
    /// [`VacantEntry::insert`]: crate::VacantEntry::insert
    #[doc(alias = "leaks")]
    #[must_use]
    pub fn live_sites(&self) -> LiveSites<'_> {
        self.rows.live_sites()
    }
}
