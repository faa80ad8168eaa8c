//! Marks: what was inserted since one is released at once.

use super::Pool;
use crate::layout::Marked;
use crate::layout::spec::{Brand, PoolSpec};
use crate::marks::{MarkError, Marks, Ticket, TooManyMarks};
use core::fmt;
use core::marker::PhantomData;

/// # Marks
///
/// With `marks` in the attribute a pool remembers the order in which its objects were inserted, as far as it matters to marks:
/// a level of a game, an encounter, a frame marks the pool when it begins and releases, when it ends, what is left of all
/// that was inserted since. Objects may go before, one by one; those from before the mark stay. Marks nest.
///
/// `marks` are 8 that can be out at once; `marks = 3` are 3, up to 255. They take two links a slot (of 1 byte each if slots
/// and marks together are up to 255, of 2 bytes up to 65,535, else of 4), 8 bytes and two links a mark, and 20 bytes.
///
/// ```
/// use stackpool::Pool;
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, marks)]
/// struct Monster {
///     hp: u32,
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut monsters = MonsterPool::new();
/// let boss = monsters.insert(Monster { hp: 1_000 })?;
///
/// let encounter = monsters.mark()?;
/// let wolf = monsters.insert(Monster { hp: 10 })?;
/// monsters.try_extend((0..5).map(|_| Monster { hp: 3 }))?;
/// monsters.remove(wolf);
/// assert_eq!(monsters.release_since(encounter)?, 5);
///
/// assert_eq!((monsters.len(), monsters[boss].hp), (1, 1_000));
/// # Ok(())
/// # }
/// ```
///
/// A mark is of one pool and not of its clones, and a clone has none out. It ends with the one before it, if it has not been
/// used by then. Saved bytes and serialized pools know nothing of marks or of the order: when a pool is restored, or
/// [cloned into](Clone::clone_from), all its marks end, and what it then holds is from before any mark.
/// [`clear`](Pool::clear) and [`drain`](Pool::drain) end none: marks then release what comes after.
impl<P: PoolSpec> Pool<P> {
    /// Marks this moment. O(1).
    ///
    /// # Errors
    ///
    /// [`TooManyMarks`] when as many are out as there are.
    ///
    /// # Panics
    ///
    /// When 4,294,967,295 pools and regions of the program were numbered, each at its first mark.
    pub fn mark(&mut self) -> Result<Mark<P>, TooManyMarks>
    where
        P::Layout: Marked,
    {
        self.marks.mark().map(Mark::new).ok_or(TooManyMarks)
    }

    /// Drops what was inserted since `mark` and is still there, the newest first; how many objects that was. Ends the mark,
    /// and those after it. O(that number).
    ///
    /// If a destructor panics, the rest is released nevertheless.
    ///
    /// # Errors
    ///
    /// [`MarkError`] for a mark that ended with one before it, or is of another pool: then nothing was released.
    ///
    /// ```
    /// # use stackpool::{MarkError, Pool};
    /// # #[derive(Pool, Clone)] #[pool(capacity = 64, marks)] struct Monster { hp: u32 }
    /// # let mut monsters = MonsterPool::new();
    /// let level = monsters.mark()?;
    /// let encounter = monsters.mark()?;
    /// monsters.insert(Monster { hp: 3 })?;
    /// assert_eq!(monsters.release_since(level)?, 1);
    /// assert_eq!(monsters.release_since(encounter), Err(MarkError::Stale));
    ///
    /// let mut other = monsters.clone();
    /// assert_eq!(other.release_since(monsters.mark()?), Err(MarkError::Foreign));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn release_since(&mut self, mark: Mark<P>) -> Result<usize, MarkError>
    where
        P::Layout: Marked,
    {
        let level = self.marks.level(&mark.ticket)?;
        let before = self.len();
        release(self, level);
        Ok(before - self.len())
    }

    /// Ends the mark, and those after it, and drops nothing: what was inserted since belongs to the mark before it, if there is
    /// one. O(marks after it).
    ///
    /// # Errors
    ///
    /// [`MarkError`], as [`release_since`](Pool::release_since).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, marks)] struct Monster { hp: u32 }
    /// # let mut monsters = MonsterPool::new();
    /// let level = monsters.mark()?;
    /// let encounter = monsters.mark()?;
    /// monsters.insert(Monster { hp: 3 })?;
    /// monsters.keep_since(encounter)?; // the monster goes on
    /// assert_eq!(monsters.len(), 1);
    /// assert_eq!(monsters.release_since(level)?, 1); // to the end of the level
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_since(&mut self, mark: Mark<P>) -> Result<(), MarkError>
    where
        P::Layout: Marked,
    {
        let level = self.marks.level(&mark.ticket)?;
        self.marks.keep(level);
        Ok(())
    }

    /// Ends all marks that are out, and drops nothing: for a program that lost the outermost one. O(objects since the first).
    pub fn forget_marks(&mut self)
    where
        P::Layout: Marked,
    {
        self.marks.forget();
    }
}

/// Drops what was inserted since the mark of this level, and ends it; the rest too where a destructor panics.
fn release<P: PoolSpec>(pool: &mut Pool<P>, level: u32) {
    struct Rest<'a, P: PoolSpec>(&'a mut Pool<P>, u32);

    impl<P: PoolSpec> Rest<'_, P> {
        fn release(&mut self) {
            while let Some(index) = self.0.marks.newest_since(self.1) {
                // SAFETY: 1. slots of the list are live, and are taken out of it when they are given back.
                unsafe { self.0.drop_slot(index) };
            }
        }
    }

    impl<P: PoolSpec> Drop for Rest<'_, P> {
        fn drop(&mut self) {
            self.release();
        }
    }

    // Runs to the end here, or in the destructor when an item's destructor unwinds through it.
    Rest(pool, level).release();
}

/// A point in the life of a pool, from [`Pool::mark`](crate::Pool::mark): what is inserted from there on
/// [`release_since`](crate::Pool::release_since) drops.
///
/// It can be used once. One that is dropped, unused, does no harm: its level is taken until that of the mark before it ends.
#[must_use = "without it, what is inserted from here on is released with the mark before this one, or not at all"]
pub struct Mark<P: PoolSpec> {
    ticket: Ticket,
    brand: Brand<P>,
}

impl<P: PoolSpec> Mark<P> {
    fn new(ticket: Ticket) -> Self {
        Mark { ticket, brand: PhantomData }
    }
}

impl<P: PoolSpec> fmt::Debug for Mark<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mark").field("level", &self.ticket.level).finish_non_exhaustive()
    }
}
