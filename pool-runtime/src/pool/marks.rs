//! Marks: everything that was inserted since a mark is dropped at once.

use super::{Mark, Pool};
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, Marks, TooManyMarks};

/// # Marks
///
/// A mark remembers a moment, and [`release_since`](Pool::release_since) drops everything that was inserted since.
/// Use marks for objects that end together: those of a level, an encounter or a frame. Objects that were inserted
/// after the mark can be removed before that, one by one. Objects from before the mark stay. Marks nest.
///
/// A pool has marks with `marks` in the attribute. It then records [the order in which its objects were
/// inserted](Pool#order-of-insertion). A mark is out from [`mark`](Pool::mark) until it ends. Plain `marks` allows 8
/// marks to be out at once, `marks = 3` allows 3; the most is 255. They take 24 bytes, 8 bytes and two links per mark,
/// and two links per slot. A link has 1 byte if slots and marks together are up to 255, 2 bytes up to 65,535, and 4
/// bytes above.
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
/// [`iter_since`](Pool::iter_since) visits what was inserted since a mark, in the order of insertion.
/// [`oldest`](Pool::oldest), [`newest`](Pool::newest) and [`iter_in_order`](Pool::iter_in_order) need no mark.
///
/// A mark belongs to one pool. A clone of the pool has no mark out, and does not accept the marks of the original. A
/// mark that was not used ends with the mark before it.
///
/// The order of insertion is part of the state of a pool, and its marks are not. When a pool is restored, deserialized
/// or [cloned into](Clone::clone_from), all its marks end: its objects have the order that they were saved in, and
/// count as inserted before any mark. [`clear`](Pool::clear) and [`drain`](Pool::drain) end no mark: the marks then
/// release what is inserted afterwards.
impl<P: PoolSpec> Pool<P> {
    /// Marks this moment. O(1).
    ///
    /// # Errors
    ///
    /// [`TooManyMarks`] if all marks of the pool are out.
    ///
    /// # Panics
    ///
    /// Panics if 4,294,967,295 pools and regions of the program have already made a mark. Each is numbered at its
    /// first mark.
    #[doc(alias = "checkpoint")]
    pub fn mark(&mut self) -> Result<Mark<P>, TooManyMarks>
    where
        P::Layout: Marked,
    {
        self.body.mark()
    }

    /// Drops the objects that were inserted since `mark`, the newest first, and returns how many. O(that number).
    ///
    /// Objects that were removed meanwhile do not count. The mark ends, and so do the marks after it.
    ///
    /// If a destructor panics, the other objects are dropped all the same.
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark ended with a mark before it, or if it belongs to another pool. Then nothing was
    /// dropped.
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
    #[doc(alias("reset_to", "rewind"))]
    pub fn release_since(&mut self, mark: Mark<P>) -> Result<usize, MarkError>
    where
        P::Layout: Marked,
    {
        self.body.release_since(mark)
    }

    /// Ends the mark and those after it, and drops nothing. O(marks after it).
    ///
    /// The objects that were inserted since belong to the mark before it, if there is one.
    ///
    /// # Errors
    ///
    /// [`MarkError`], as for [`release_since`](Pool::release_since).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, marks)] struct Monster { hp: u32 }
    /// # let mut monsters = MonsterPool::new();
    /// let level = monsters.mark()?;
    /// let encounter = monsters.mark()?;
    /// monsters.insert(Monster { hp: 3 })?;
    /// monsters.keep_since(encounter)?; // the monster stays in the level
    /// assert_eq!(monsters.len(), 1);
    /// assert_eq!(monsters.release_since(level)?, 1); // and goes with the level
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_since(&mut self, mark: Mark<P>) -> Result<(), MarkError>
    where
        P::Layout: Marked,
    {
        self.body.keep_since(mark)
    }

    /// Ends all marks that are out, and drops nothing. O(marks).
    ///
    /// It is for a program that lost its outermost mark.
    pub fn forget_marks(&mut self)
    where
        P::Layout: Marked,
    {
        self.body.rows.marks.keep(0);
    }
}
