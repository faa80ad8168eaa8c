//! Which lines inserted the live objects; and the size of a pool without that record.

use super::{ChangesOf, GuardOf, MarksOf, Pool, StackOf};
use crate::base::counts::Counts;
use crate::guard::walk::LiveCursor;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::track::{LiveSites, Site};

/// The parts of a pool without the record of feature `track`. It is never constructed: its size is
/// [`TOTAL_BYTES`](Pool::TOTAL_BYTES), which the feature must not change.
#[repr(C)]
pub(crate) struct Untracked<P: PoolSpec> {
    counts: Counts,
    touched: u32,
    stack: StackOf<P>,
    marks: MarksOf<P>,
    changes: ChangesOf<P>,
    guard: GuardOf<P>,
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
        LiveSites::new(self.sites.cells())
    }

    /// Records `site` for all live objects.
    pub(super) fn set_sites(&mut self, site: Site)
    where
        P::Layout: Tracked,
    {
        if LiveSites::IS_TRACKED {
            self.sites.clear_all();
            let end = self.fresh();
            let guard = &self.guard;
            LiveCursor::new(guard, end).fold(guard, (), |(), index| self.sites.set(index, site));
        }
    }
}
