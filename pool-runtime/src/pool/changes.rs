//! Changed slots: which objects a renderer, a network or an index has to look at again.

use super::Pool;
use super::{Changed, ChangedPositions, TakeChanged};
use crate::changes::Changes;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::spec::PoolSpec;
use crate::layout::{Dense, Watched};

/// # Changes
///
/// With the key `changes`, a pool records which of its slots changed: one bit per slot. A renderer, a network client or
/// a spatial index then visits only these slots. Without the key, a pool costs no memory and no time for this.
///
/// ```
/// use stackpool::{Change, Pool};
/// # use std::collections::BTreeMap;
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, changes)]
/// struct Sprite {
///     x: i32,
/// }
///
/// # let mut screen = BTreeMap::new();
/// let mut sprites = SpritePool::new();
/// let ball = sprites.insert(Sprite { x: 1 })?;
/// let ghost = sprites.insert(Sprite { x: 2 })?;
/// # for frame in 0..3 {
/// # if frame == 1 {
/// sprites[ball].x += 1;
/// sprites.remove(ghost);
/// # }
///
/// // Once per frame: draw what is new or was moved, and wipe what is gone.
/// for change in sprites.take_changed() {
///     match change {
///         Change::Live(handle, sprite) => drop(screen.insert(handle.index(), sprite.x)),
///         Change::Free(slot) => drop(screen.remove(&slot)),
///     }
/// }
/// # assert_eq!(screen.len(), if frame == 0 { 2 } else { 1 });
/// # }
/// # assert_eq!(screen[&ball.index()], 2);
/// # Ok::<(), stackpool::Full<Sprite>>(())
/// ```
///
/// A slot counts as changed when:
///
/// - an object is inserted in it or removed from it, in any way;
/// - its object is lent for writing: by [`get_mut`](Pool::get_mut), by `pool[handle] = ..`, or by an iterator that
///   yields it. [`retain`](Pool::retain) and [`extract_if`](Pool::extract_if) lend every object that they visit. Values
///   are not compared, so the slot counts even if nobody writes to it;
/// - its generation changes because an entry for it was dropped, or because a closure panicked;
/// - [`restore`](Pool::restore) gives it a different state. You need not redraw what a rollback left unchanged;
/// - [`clone_from`](Clone::clone_from) or deserialization replaces its object. These cannot compare objects, so every
///   slot that holds an object before or after counts.
///
/// In a [dense](Pool#the-slice-of-a-dense-pool) pool, objects also *move*: a removal, [`swap`](Pool::swap) and sorts
/// give them other positions. A move is no change of the slot. Data that is kept by position, such as a copy of the
/// slice on a graphics card, follows [`changed_positions`](Pool::changed_positions).
///
/// Another pool in the place of this one, by `mem::take`, `mem::swap` or `Pool::new()`, has changes of its own. The
/// changes of the old pool go with it, and nothing says that its objects are gone: code that follows the changes still
/// shows them. Use [`clear`](Pool::clear), or `clone_from`. Or rebuild what was made from the changes.
///
/// Code can write an object with interior mutability, such as a `Cell`, through `&`. The pool does not record such
/// writes. To record one, call `let _ = pool.get_mut(handle)`.
///
/// A new pool has no changed slot. A clone has the changed slots of the original. `clone_from` keeps the changed slots
/// of the pool that it overwrites, and adds to them. `==` and saved bytes ignore changed slots.
impl<P: PoolSpec> Pool<P> {
    /// Returns an iterator over the slots that changed since the last [`take_changed`](Pool::take_changed), with the
    /// objects that they hold now. The order is slot order. O(capacity / 64 + changed slots) for the whole walk.
    ///
    /// ```
    /// # use stackpool::{Change, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64, changes)] struct Sprite { x: i32 }
    /// # let mut sprites = SpritePool::new();
    /// let ball = sprites.insert(Sprite { x: 1 })?;
    /// let mut changed = sprites.changed();
    /// assert_eq!(changed.len(), 1);
    /// assert_eq!(changed.next().and_then(|change| change.handle()), Some(ball));
    /// # Ok::<(), stackpool::Full<Sprite>>(())
    /// ```
    #[doc(alias = "dirty")]
    #[inline]
    pub fn changed(&self) -> Changed<'_, P>
    where
        P::Layout: Watched,
    {
        self.body.changed()
    }

    /// Like [`changed`](Pool::changed), but also resets the changes: a slot that it yields no longer counts as changed.
    ///
    /// If the iterator is dropped before its end, the slots that it did not yield no longer count as changed either. If
    /// the iterator is forgotten, those slots still count. `drop(pool.take_changed())` forgets all changes. Together
    /// with a [`SaveNumber`](crate::SaveNumber), use [`clear_changes`](crate::Snapshot::clear_changes) of both.
    ///
    /// # What ended
    ///
    /// If a slot was freed and used again, it is yielded once, as [`Change::Live`](crate::Change::Live) with the new
    /// handle. So keep what belongs to an object (a sprite, a body, a sound) in a [`HandleMap`](crate::HandleMap). It
    /// knows the handle of each entry, and [`take_ended`](crate::HandleMap::take_ended) returns the entry whose object
    /// ended:
    ///
    /// ```
    /// # use stackpool::{Change, HandleMap, pool};
    /// # #[derive(Debug, PartialEq)] struct Sprite(u32);
    /// pool! { Monsters: [u32; 100], changes, quarantine = 0; }
    ///
    /// let (mut monsters, mut sprites) = (MonstersPool::new(), HandleMap::<Monsters, Sprite>::new());
    /// let rat = monsters.insert(1)?;
    /// # for frame in 0..2 {
    /// # if frame == 1 {
    /// monsters.remove(rat);
    /// monsters.insert(2)?; // in the slot of the rat
    /// # }
    ///
    /// // Once per frame:
    /// for change in monsters.take_changed() {
    ///     if let Some((monster, sprite)) = sprites.take_ended(&change) {
    ///         println!("{monster:?} is gone, and {sprite:?} with it");
    /// #       assert_eq!((frame, monster, sprite), (1, rat, Sprite(1)));
    ///     }
    ///     if let Change::Live(monster, kind) = change {
    ///         sprites.insert(monster, Sprite(*kind));
    ///     }
    /// }
    /// assert_eq!(sprites.len(), monsters.len());
    /// # }
    /// # Ok::<(), stackpool::Full<u32>>(())
    /// ```
    ///
    /// In a map of `std`, let the key be [`Change::index`](crate::Change::index), and keep the handle in the value. The
    /// object of `old` ended if `change.handle() != Some(old)`. A map whose key is the handle cannot find the entry.
    #[doc(alias("drain_changed", "clear_changed"))]
    #[inline]
    pub fn take_changed(&mut self) -> TakeChanged<'_, P>
    where
        P::Layout: Watched,
    {
        self.body.take_changed()
    }

    /// Returns whether the slot of the handle changed since the last [`take_changed`](Pool::take_changed). O(1).
    ///
    /// The handle may be stale. If its object was removed since then, the answer is `true`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, changes)] struct Sprite { x: i32 }
    /// # let mut sprites = SpritePool::new();
    /// let ball = sprites.insert(Sprite { x: 1 })?;
    /// drop(sprites.take_changed());
    /// assert!(!sprites.is_changed(ball));
    /// sprites.remove(ball);
    /// assert!(sprites.is_changed(ball));
    /// # Ok::<(), stackpool::Full<Sprite>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_changed<K: PoolSpec>(&self, handle: Handle<K>) -> bool
    where
        P::Layout: Watched,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.rows.changes.contains(handle.index())
    }

    /// Returns the ranges of positions of the [slice](Pool::as_slice) that changed since the last
    /// [`take_changed`](Pool::take_changed). They are in ascending order, not empty, and do not touch each other.
    /// O(len) for the whole walk.
    ///
    /// A position changed if it holds another object than before, or if its object changed. So a copy of the slice is
    /// right again after you copy these ranges, whatever happened: removals, sorts, swaps, a
    /// [`restore`](Pool::restore). Positions from `len` on are in no range: shorten the copy to `len`.
    ///
    /// An object that moved and came back may be in a range too.
    ///
    /// ```
    /// # use stackpool::pool;
    /// pool! { Sprites: [u32; 1_000], dense, changes; }
    ///
    /// let mut sprites = SpritesPool::from_iter([10, 11, 12, 13, 14]);
    /// let mut buffer = sprites.as_slice().to_vec();
    /// drop(sprites.take_changed()); // all of it was copied
    ///
    /// let second = sprites.handle_at_position(1).unwrap();
    /// sprites.remove(second); // the last sprite moves to position 1
    /// assert!(sprites.changed_positions().eq([1..2]));
    ///
    /// buffer.resize(sprites.len(), 0);
    /// for range in sprites.changed_positions() {
    ///     buffer[range.clone()].copy_from_slice(&sprites.as_slice()[range]);
    /// }
    /// drop(sprites.take_changed());
    /// assert_eq!(buffer, sprites.as_slice());
    /// ```
    #[doc(alias("dirty_ranges", "changed_ranges"))]
    #[inline]
    pub fn changed_positions(&self) -> ChangedPositions<'_, P>
    where
        P::Layout: Dense + Watched,
    {
        self.body.changed_positions()
    }
}
