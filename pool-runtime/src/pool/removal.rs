//! What removes an object: an operation of its own, one of a batch, or one that removes all objects. They differ in
//! when the use of the pool is noted, and in whether the slot waits.

use super::Pool;
use crate::free::{Noted, Removals};
use crate::layout::spec::PoolSpec;

/// What removes an object: an operation of its own, or one that removes many.
pub(super) trait Removal {
    /// Notes the use of the pool, or returns what was noted when the operation began.
    fn noted<P: PoolSpec>(&self, pool: &mut Pool<P>) -> Noted;

    /// Whether the slot that is given back waits. Counts it.
    #[inline(always)]
    fn waits(self) -> bool
    where
        Self: Sized,
    {
        true
    }
}

/// An operation that removes one object.
pub(super) struct One;

impl Removal for One {
    #[inline(always)]
    fn noted<P: PoolSpec>(&self, pool: &mut Pool<P>) -> Noted {
        pool.note()
    }
}

/// One of a batch, which has the effect of one removal after the other. The use of the pool was noted before it.
impl Removal for Noted {
    #[inline(always)]
    fn noted<P: PoolSpec>(&self, _pool: &mut Pool<P>) -> Noted {
        *self
    }
}

/// One of an operation that removes all objects.
impl Removal for &mut Removals {
    #[inline(always)]
    fn noted<P: PoolSpec>(&self, _pool: &mut Pool<P>) -> Noted {
        self.noted
    }

    #[inline(always)]
    fn waits(self) -> bool {
        self.next_waits()
    }
}
