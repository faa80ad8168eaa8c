//! Iteration in the order of insertion, for pools with marks.

use super::{Mark, Pool, Since, SinceMut};
use crate::handle::Handle;
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::MarkError;

/// # Order of insertion
///
/// Other iterators go by slots, and a slot is used again and again. A pool with [marks](Pool#marks) also knows the
/// order in which its objects were inserted, whether a mark is out or not.
///
/// The order is part of the state of the pool, as the order of its free slots is. It is saved, restored, serialized
/// and cloned, `==` compares it, and [`Snapshot::diff`](crate::Snapshot::diff) says where it differs. So a program that
/// decides by it, such as one that replaces the oldest object, decides the same after a rollback. The effect of other
/// methods on the order:
///
/// | method | the order |
/// |---|---|
/// | all that insert, also [`insert_at`](Pool::insert_at) | the new object is the newest; of several, the last one |
/// | [`reattach`](crate::Detached::reattach) | the object has the place again that it had before |
/// | [`get_mut`](Pool::get_mut) and all that write | the same |
/// | [`restore_resized`](Pool::restore_resized) | as saved |
/// | [`map_into`](Pool::map_into) | the objects keep it |
///
/// Saves of format version 2 do not have the order: after their restore, it is that of the slots.
impl<P: PoolSpec> Pool<P> {
    /// Returns the handle of the object that was inserted first; `None` if the pool is empty. O(1), plus the marks that
    /// are out and were made before it.
    ///
    /// With it, a full pool makes room as caches and particle systems do:
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 3, marks)]
    /// struct Spark {
    ///     colour: u32,
    /// }
    ///
    /// let mut sparks = SparkPool::new();
    /// for colour in 0..10 {
    ///     if sparks.is_full() {
    ///         let oldest = sparks.oldest().unwrap();
    ///         sparks.remove(oldest);
    ///     }
    ///     sparks.insert(Spark { colour })?;
    /// }
    /// let colours = sparks.iter_in_order().map(|(_spark, at)| at.colour);
    /// assert_eq!(colours.collect::<Vec<_>>(), [7, 8, 9]);
    /// # Ok::<(), stackpool::Full<Spark>>(())
    /// ```
    #[doc(alias("first", "front", "fifo", "evict"))]
    #[inline]
    #[must_use]
    pub fn oldest(&self) -> Option<Handle<P>>
    where
        P::Layout: Marked,
    {
        self.body.rows.oldest()
    }

    /// Returns the handle of the object that was inserted last; `None` if the pool is empty. O(1), plus the marks that
    /// are out and were made after it.
    #[doc(alias("last", "back"))]
    #[inline]
    #[must_use]
    pub fn newest(&self) -> Option<Handle<P>>
    where
        P::Layout: Marked,
    {
        self.body.rows.newest()
    }

    /// Returns an iterator over all objects, the oldest first. O(objects and marks that are out) for the whole walk.
    ///
    /// It yields handles and objects, from both ends: `rev` gives the newest first. Its `size_hint` is exact.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, marks)] struct Window { title: &'static str }
    /// let mut windows = WindowPool::new();
    /// let files = windows.insert(Window { title: "files" })?;
    /// windows.insert(Window { title: "clock" })?;
    /// windows.remove(files);
    /// windows.insert(Window { title: "mail" })?;
    /// let titles = windows.iter_in_order().rev().map(|(_window, at)| at.title);
    /// assert_eq!(titles.collect::<Vec<_>>(), ["mail", "clock"]);
    /// # Ok::<(), stackpool::Full<Window>>(())
    /// ```
    #[doc(alias = "insertion_order")]
    pub fn iter_in_order(&self) -> Since<'_, P>
    where
        P::Layout: Marked,
    {
        self.body.iter_in_order()
    }

    /// [`iter_in_order`](Pool::iter_in_order) for writing to the objects.
    pub fn iter_in_order_mut(&mut self) -> SinceMut<'_, P>
    where
        P::Layout: Marked,
    {
        self.body.iter_in_order_mut()
    }

    /// Returns an iterator over the objects that were inserted since `mark`, the oldest first. O(objects and marks
    /// since) for the whole walk.
    ///
    /// It yields handles and objects, from both ends: `rev` gives the newest first. Objects that were removed meanwhile
    /// are left out. The mark stays out.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64, marks)]
    /// struct Window {
    ///     title: &'static str,
    /// }
    ///
    /// let mut windows = WindowPool::new();
    /// let all = windows.mark()?;
    /// let files = windows.insert(Window { title: "files" })?;
    /// windows.insert(Window { title: "clock" })?;
    /// windows.remove(files);
    /// windows.insert(Window { title: "mail" })?;
    /// windows.insert(Window { title: "map" })?;
    ///
    /// let titles = windows.iter_since(&all)?.map(|(_window, at)| at.title);
    /// assert_eq!(titles.collect::<Vec<_>>(), ["clock", "mail", "map"]);
    /// let topmost = windows.iter_since(&all)?.next_back();
    /// assert_eq!(topmost.unwrap().1.title, "map");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark ended with a mark before it, or if it belongs to another pool.
    #[doc(alias = "insertion_order")]
    pub fn iter_since(&self, mark: &Mark<P>) -> Result<Since<'_, P>, MarkError>
    where
        P::Layout: Marked,
    {
        self.body.iter_since(mark)
    }

    /// [`iter_since`](Pool::iter_since) for writing to the objects.
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark ended with a mark before it, or if it belongs to another pool.
    pub fn iter_since_mut(&mut self, mark: &Mark<P>) -> Result<SinceMut<'_, P>, MarkError>
    where
        P::Layout: Marked,
    {
        self.body.iter_since_mut(mark)
    }
}
