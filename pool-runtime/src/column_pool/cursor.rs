//! Cursors: walks over the live rows during which the pool can be changed.

use super::ColumnPool;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool::{Cursor, Walked, first_from};

/// # Walking while the pool changes
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns a [`Cursor`] before the first object. O(1).
    ///
    /// [`next`](Cursor::next) visits the objects in slot order. The cursor does not borrow the pool, so you can
    /// change the pool during the walk.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Rock { size: u32 }
    /// let mut rocks = RockPool::new();
    /// rocks.insert(Rock { size: 8 })?;
    /// let mut cursor = rocks.cursor();
    /// while let Some(rock) = cursor.next(&rocks) {
    ///     if let Some(Rock { size: 2.. }) = rocks.get(rock).map(|rock| rock.to_owned()) {
    ///         let size = rocks.remove(rock).map_or(0, |rock| rock.size / 2);
    ///         rocks.insert(Rock { size })?;
    ///         rocks.insert(Rock { size })?;
    ///     }
    /// }
    /// # assert_eq!(rocks.values().map(|rock| *rock.size).sum::<u32>(), 8);
    /// # Ok::<(), stackpool::Full<Rock>>(())
    /// ```
    #[doc(alias("walk", "walker"))]
    #[inline]
    #[must_use]
    pub fn cursor(&self) -> Cursor<P> {
        Cursor::at(0)
    }
}

impl<P: PoolSpec<Item: Columns>> Walked<P> for ColumnPool<P> {
    #[inline(always)]
    fn first_from(&self, index: usize) -> Option<Handle<P>> {
        first_from(&self.body.rows, index)
    }
}
