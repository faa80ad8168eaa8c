//! Walks over a table in the threads of `rayon`.

#![expect(unsafe_code, reason = "threads have no slot in common")]

use super::Joined;
use super::lane::{Lane, SplitLane};
use super::parts::Parts;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// A lane that each thread splits before it uses it.
struct ToSplit<L>(L);

// SAFETY: other threads get no `&L`, but the lanes that `get` splits off. These go to them by the bound.
unsafe impl<L: Send> Sync for ToSplit<L> {}

impl<L> ToSplit<L> {
    /// Returns the lane. (A closure that names the field would capture the field alone, which is not `Sync`.)
    #[inline]
    fn get(&self) -> &L {
        &self.0
    }
}

/// Returns the objects of a table with their handles. Threads take words of 64 slots, so no slot is visited twice.
pub(crate) fn objects<P, T>(table: T) -> impl ParallelIterator<Item = (Handle<P>, T::Item)>
where
    P: PoolSpec,
    T: Joined<P, Item: Send, Lane: SplitLane<P> + Send>,
{
    let lane = ToSplit(table.into_lane());
    let words = (lane.get().end() as usize).div_ceil(64);
    (0..words).into_par_iter().flat_map_iter(move |word| {
        // SAFETY: 1. the words are before the end of the lane. 2. each word is given to one part.
        unsafe { Parts::part(lane.get(), word..word + 1) }
    })
}
