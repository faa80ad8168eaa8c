//! Changed slots: which objects a renderer, a network or an index has to look at again.

#![expect(unsafe_code, reason = "a live slot is lent without a second check")]

mod delta;
mod iter;

pub use iter::{Change, Changed, TakeChanged};

use super::join::{ItemsPtr, PoolRef};
use super::{ChangesOf, Pool};
use crate::base::ones::ones;
use crate::changes::Changes;
use crate::handle::Handle;
use crate::image::item_form::FormOf;
use crate::image::plain_data::{self, PlainData};
use crate::layout::Watched;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::rows::ImageOf;

/// # Changes
///
/// With `changes` in the attribute, a pool notes which of its slots changed: one bit per slot. A renderer, a network
/// or a spatial index then visits these and nothing else. Without the key, a pool has no bit and does nothing.
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
/// A slot counts as changed when
///
/// - an object is inserted in it or removed from it, in any way;
/// - its object is lent for writing: by [`get_mut`](Pool::get_mut), `pool[handle] = ..`, an iterator that yields it,
///   [`retain`](Pool::retain) and [`extract_if`](Pool::extract_if), which lend every object that they visit. Nothing
///   is compared: it counts even if nobody writes to it;
/// - its generation changes, since an entry for it was dropped or a closure panicked;
/// - [`restore`](Pool::restore) gives it another state: only then, so what a rollback did not touch need not be drawn
///   again;
/// - [`clone_from`](Clone::clone_from) or deserialization replaces its object. These cannot compare objects: every
///   slot that holds one before or after counts.
///
/// An object with interior mutability, such as a `Cell`, can be written through `&`, which is not noted.
/// `let _ = pool.get_mut(handle)` notes it.
///
/// A new pool has no changed slot. A clone has those of the original, and `clone_from` keeps those of the pool that is
/// overwritten and adds to them. Neither `==` nor saved bytes have anything to do with them.
impl<P: PoolSpec> Pool<P> {
    /// Returns an iterator over the slots that changed since the last [`take_changed`](Pool::take_changed), in slot
    /// order, with the objects that are in them now. O(capacity / 64 + changed slots) for the whole walk.
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
    pub fn changed(&self) -> Changed<'_, P, PoolRef<'_, P>>
    where
        P::Layout: Watched,
    {
        // SAFETY: 1. a pool with changes has a guard that tracks which slots hold items, and its generations are those
        // of handles. 2. the pool is borrowed for the lifetime of the lane.
        let lane =
            unsafe { PoolRef::new(&self.rows.guard, self.rows.fresh(), ItemsPtr::new(self.slots.as_ptr())) };
        Changed::new(&self.rows.changes, lane)
    }

    /// [`changed`](Pool::changed) that empties the set: slots that are yielded do not count as changed any more.
    ///
    /// If the iterator is dropped before its end, the slots that it did not yield do not count as changed any more
    /// either. If it is forgotten, they still do. `drop(pool.take_changed())` forgets all changes.
    #[doc(alias = "drain_changed")]
    #[doc(alias = "clear_changed")]
    #[inline]
    pub fn take_changed(&mut self) -> TakeChanged<'_, P, PoolRef<'_, P>>
    where
        P::Layout: Watched,
    {
        let end = self.rows.fresh();
        let Pool { rows, slots } = self;
        // SAFETY: 1. a pool with changes has a guard that tracks which slots hold items, and its generations are those
        // of handles. 2. the slots are borrowed for the lifetime of the lane.
        let lane = unsafe { PoolRef::new(&rows.guard, end, ItemsPtr::new(slots.as_ptr())) };
        TakeChanged::new(&mut rows.changes, lane)
    }

    /// Returns whether the slot of the handle changed since the last [`take_changed`](Pool::take_changed). O(1).
    ///
    /// The handle may be stale: if its object was removed since then, the answer is `true`.
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
    pub fn is_changed(&self, handle: Handle<P>) -> bool
    where
        P::Layout: Watched,
    {
        self.rows.changes.contains(handle.index())
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Adds the slots whose liveness, generation or item is another one in an image, which was checked. `items` are
    /// the bytes of its items.
    pub(super) fn add_differences_to_image(&mut self, image: &ImageOf<'_, P::Layout>, items: &[u8])
    where
        P::Item: PlainData,
    {
        if !ChangesOf::<P>::ARE_NOTED {
            return;
        }
        let size = plain_data::saved_bytes::<P::Item>();
        let mut place = 0;
        let Pool { rows, slots } = self;
        rows.add_differences_to_image(image, |word, live, asked| {
            // Most words of a world that rests are equal as a whole.
            if asked == live && live & live.wrapping_add(1) == 0 {
                let count = live.trailing_ones() as usize;
                // SAFETY: 1. slots that are asked for are live, and these are the first ones of the word.
                let own = unsafe { item_bytes(slots, 64 * word, count) };
                if own == items.get(place..place + count * size) {
                    place += count * size;
                    return 0;
                }
            }
            let mut differing = 0;
            for slot in ones(live) {
                let saved = &items[place..place + size];
                place += size;
                if asked >> slot & 1 != 0 {
                    // SAFETY: 1. slots that are asked for are live, so they are below the capacity and hold items.
                    let item = unsafe { slots.lend(64 * word + slot) };
                    differing |= u64::from(!plain_data::is_saved_as(item, saved)) << slot;
                }
            }
            differing
        });
    }
}

/// Returns the bytes of adjacent items, if they are saved as these bytes, and are adjacent in memory too.
///
/// # Safety
///
/// 1. `count` slots from `first` on are live.
unsafe fn item_bytes<P: PoolSpec>(slots: &Slots<P>, first: usize, count: usize) -> Option<&[u8]>
where
    P::Item: PlainData,
{
    let is_memory = const { <<P::Item as PlainData>::Form as FormOf<P::Item>>::IS_MEMORY };
    if !is_memory || const { Slots::<P>::STRIDE != size_of::<P::Item>() } {
        return None;
    }
    invariant!(first + count <= Pool::<P>::CAPACITY, "slots beyond the capacity");
    // SAFETY: 1. Live slots are below the capacity. 2. The slots are borrowed for as long as the
    // result. 3. The result is only read.
    let items = unsafe { slots.as_ptr().at(first) }.cast_const();
    // SAFETY: live slots hold items, which are initialised bytes, since they are `NoUninit` (`Memory` is the form
    // of no other types), and several items are adjacent, as checked above. The slots are borrowed for as long as the
    // slice lives.
    Some(unsafe { core::slice::from_raw_parts(items.cast(), count * size_of::<P::Item>()) })
}
