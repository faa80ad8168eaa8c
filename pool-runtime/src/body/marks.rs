//! Marks, and the order of insertion.

use super::lanes::{MutLane, RefLane};
use super::since::Since;
use super::{Body, MarksOf, SeatsOf};
use crate::layout::spec::{Brand, PoolSpec};
use crate::marks::{MarkError, Marks, Ticket, TooManyMarks};
use crate::rows::One;
use crate::seats::Seats;
use crate::store::Store;
use core::fmt;
use core::marker::PhantomData;

/// A moment in the life of a pool, from [`Pool::mark`](crate::Pool::mark).
///
/// [`release_since`](crate::Pool::release_since) drops everything that was inserted since. A mark can be used once.
/// Dropping an unused mark does no harm: it counts as out until the mark before it ends.
#[must_use = "without the mark, later objects are released with the mark before it, or not at all"]
pub struct Mark<P: PoolSpec> {
    pub(crate) ticket: Ticket,
    brand: Brand<P>,
}

#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for Mark<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Mark {{ level: {=u8} }}", self.ticket.level);
    }
}

impl<P: PoolSpec> fmt::Debug for Mark<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mark").field("level", &self.ticket.level).finish_non_exhaustive()
    }
}

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    pub(crate) fn mark(&mut self) -> Result<Mark<P>, TooManyMarks> {
        let ticket = self.rows.marks.mark().ok_or(TooManyMarks)?;
        Ok(Mark { ticket, brand: PhantomData })
    }

    /// Drops what was inserted since the mark, and ends it. If a destructor panics, the rest is dropped too.
    pub(crate) fn release_since(&mut self, mark: Mark<P>) -> Result<usize, MarkError> {
        struct Rest<'a, P: PoolSpec, S: Store<P>>(&'a mut Body<P, S>, u32);

        impl<P: PoolSpec, S: Store<P>> Rest<'_, P, S> {
            fn release(&mut self) {
                while let Some(index) = self.0.rows.marks.newest_since(self.1) {
                    // SAFETY: 1. the slots of the list are live. A slot is taken out of the list when it is freed.
                    // 2. the removal begins here.
                    unsafe { self.0.release_and_drop(index, One) };
                }
            }
        }

        impl<P: PoolSpec, S: Store<P>> Drop for Rest<'_, P, S> {
            fn drop(&mut self) {
                self.release();
            }
        }

        let level = self.rows.marks.level(&mark.ticket)?;
        let before = self.rows.len();
        // The loop ends here, or in the destructor if the destructor of an object unwinds through it.
        Rest(self, level).release();
        Ok((before - self.rows.len()) as usize)
    }

    pub(crate) fn keep_since(&mut self, mark: Mark<P>) -> Result<(), MarkError> {
        let level = self.rows.marks.level(&mark.ticket)?;
        self.rows.marks.keep(level);
        Ok(())
    }

    /// All objects, the oldest first. A pool without marks has no order, and the iterator is then empty.
    pub(crate) fn iter_in_order(&self) -> Since<'_, P, RefLane<'_, P, S>> {
        Since::all(&self.rows.marks, self.rows.len() as usize, self.lane())
    }

    pub(crate) fn iter_in_order_mut(&mut self) -> Since<'_, P, MutLane<'_, P, S>> {
        let len = self.rows.len() as usize;
        let (lane, marks) = self.lane_mut();
        Since::all(marks, len, lane)
    }

    pub(crate) fn iter_since(&self, mark: &Mark<P>) -> Result<Since<'_, P, RefLane<'_, P, S>>, MarkError> {
        Ok(Since::new(&self.rows.marks, self.rows.ends_since(&mark.ticket)?, self.lane()))
    }

    pub(crate) fn iter_since_mut(
        &mut self,
        mark: &Mark<P>,
    ) -> Result<Since<'_, P, MutLane<'_, P, S>>, MarkError> {
        let ends = self.rows.ends_since(&mark.ticket)?;
        let (lane, marks) = self.lane_mut();
        Ok(Since::new(marks, ends, lane))
    }

    /// Whether the objects are listed and compared in the order of insertion. Those of a dense pool have their own
    /// order.
    pub(crate) const IS_LISTED_IN_ORDER: bool = MarksOf::<P>::KEEPS_ORDER && !SeatsOf::<P>::ARE_DENSE;
}
