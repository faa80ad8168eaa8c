//! Where what lives in a pool was inserted; and what a pool takes without that.

use super::{GuardOf, MarksOf, Pool, StackOf};
use crate::base::counts::Counts;
use crate::guard::walk::LiveCursor;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::track::{LiveSites, Site};

/// The parts of a pool but the lines that feature `track` adds. Never made: its size is what a pool says that it takes,
/// which the feature must not change.
#[repr(C)]
pub(super) struct Untracked<P: PoolSpec> {
    counts: Counts,
    stack: StackOf<P>,
    marks: MarksOf<P>,
    guard: GuardOf<P>,
    slots: Slots<P>,
}

impl<P: PoolSpec> Pool<P> {
    /// What is live, by the lines that inserted it: with feature `track`, in builds with debug assertions. Elsewhere there are
    /// no lines: see [`LiveSites`].
    ///
    /// The line is that of the call: of `insert`, `insert_with`, `insert_many`, `try_extend`, `extend`, [`VacantEntry::insert`],
    /// `restore`, `deserialize_from`, in your code or in that of a library in between. A clone of an object has the line of
    /// the original.
    ///
    /// [`VacantEntry::insert`]: crate::VacantEntry::insert
    #[must_use]
    pub fn live_sites(&self) -> LiveSites<'_> {
        LiveSites::new(self.sites.cells())
    }

    /// What is live came from `site`.
    pub(super) fn set_sites(&mut self, site: Site)
    where
        P::Layout: Tracked,
    {
        if LiveSites::IS_TRACKED {
            self.sites.clear_all();
            let guard = &self.guard;
            LiveCursor::new(guard).fold(guard, (), |(), index| self.sites.set(index, site));
        }
    }
}
