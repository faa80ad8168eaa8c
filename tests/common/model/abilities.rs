//! Operations that only some pools have.

use super::changed::{Deltas, Mirror, Seen, deltas_of, patched_since};
use super::item::Item;
use super::step::{Event, Mask, Name, Outcome};
use super::tested::name;
use stackpool::layout::{Marked, Tabled, Tracked, Watched};
use stackpool::{Change, Handle, Mark, MarkError, Occupied, PlainData, Pool, PoolSpec, TooManyMarks};

/// Inserts all items, or gives back all of them.
pub(super) type InsertMany<P> = fn(&mut Pool<P>, Vec<<P as PoolSpec>::Item>, &mut Outcome);

/// Inserts an item under a handle, or gives it back.
pub(super) type InsertAt<P> =
    fn(&mut Pool<P>, Handle<P>, <P as PoolSpec>::Item) -> Result<(), <P as PoolSpec>::Item>;

/// The operations of marks.
pub(super) struct Marks<P: PoolSpec> {
    pub(super) most: usize,
    pub(super) mark: fn(&mut Pool<P>) -> Result<Mark<P>, TooManyMarks>,
    pub(super) release: fn(&mut Pool<P>, Mark<P>) -> Result<usize, MarkError>,
    pub(super) keep: fn(&mut Pool<P>, Mark<P>) -> Result<(), MarkError>,
    pub(super) forget: fn(&mut Pool<P>),
    /// Compares everything that the pool knows of the order of insertion with the expected order.
    pub(super) check_order: fn(&mut Pool<P>, &[(Name, u32)]),
}

/// Makes the save of a pool of an earlier one and the delta between the two.
pub(super) type PatchedSince<P> = fn(&Pool<P>, &[u8]) -> Vec<u8>;

/// Writes a pool as bytes, and reads it back.
pub(super) struct Bytes<P: PoolSpec> {
    /// Pools with the same objects give the same bytes if their formats have the same name.
    pub(super) format: &'static str,
    pub(super) write: fn(&Pool<P>) -> Vec<u8>,
    pub(super) read: fn(&mut Pool<P>, &[u8]),
    pub(super) patched_since: Option<PatchedSince<P>>,
}

/// The slots that changed.
pub(super) struct Changes<P: PoolSpec> {
    pub(super) changed: fn(&Pool<P>) -> Vec<Seen>,
    /// The same, which do not count as changed any more.
    pub(super) take: fn(&mut Pool<P>) -> Vec<Seen>,
}

/// The operations of dense pools.
pub(super) struct Dense<P: PoolSpec> {
    pub(super) swap: fn(&mut Pool<P>, usize, usize),
    pub(super) retain_in_order: fn(&mut Pool<P>, Mask) -> Outcome,
    pub(super) remove_in_order: fn(&mut Pool<P>, Handle<P>) -> Option<P::Item>,
    /// Compares the slice with the expected objects.
    pub(super) check: fn(&mut Pool<P>, &[(Name, u32)]),
}

/// The operations that this pool has and others may lack.
pub(crate) struct Abilities<P: PoolSpec> {
    pub(super) make: fn() -> Box<Pool<P>>,
    pub(super) insert_many: Option<InsertMany<P>>,
    pub(super) insert_at: Option<InsertAt<P>>,
    pub(super) marks: Option<Marks<P>>,
    pub(super) bytes: Vec<Bytes<P>>,
    pub(super) changes: Option<Changes<P>>,
    pub(super) deltas: Option<Deltas<Pool<P>>>,
    pub(super) mirror: Option<Mirror<Pool<P>>>,
    pub(super) dense: Option<Dense<P>>,
    pub(super) retires: bool,
    pub(super) is_strict: bool,
}

impl<P: PoolSpec> Abilities<P> {
    /// No additional operations.
    pub(crate) fn new() -> Self {
        Abilities {
            make: || Box::new(Pool::new()),
            insert_many: None,
            insert_at: None,
            marks: None,
            bytes: Vec::new(),
            changes: None,
            deltas: None,
            mirror: None,
            dense: None,
            retires: false,
            is_strict: false,
        }
    }

    /// The pool has a table.
    pub(crate) fn table(mut self) -> Self
    where
        P::Item: Item,
        P::Layout: Tabled + Tracked,
    {
        self.insert_many = Some(insert_many);
        self.insert_at =
            Some(|pool, handle, item| pool.insert_at(handle, item).map_err(Occupied::into_inner));
        self
    }

    /// The pool has this many marks.
    pub(crate) fn marks(mut self, most: usize) -> Self
    where
        P::Item: Item,
        P::Layout: Marked,
    {
        self.marks = Some(Marks {
            most,
            mark: Pool::mark,
            release: Pool::release_since,
            keep: Pool::keep_since,
            forget: Pool::forget_marks,
            check_order,
        });
        self
    }

    /// The pool can be saved.
    pub(crate) fn image(mut self) -> Self
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let write = |pool: &Pool<P>| {
            let mut image = vec![0xA5; Pool::<P>::SAVED_BYTES];
            pool.save_into(&mut image).expect("a buffer that is long enough").to_vec()
        };
        let read = |pool: &mut Pool<P>, image: &[u8]| pool.restore(image).expect("an image of such a pool");
        let patched_since = Some(patched_since!(Pool<P>) as PatchedSince<P>);
        self.bytes.push(Bytes { format: "image", write, read, patched_since });
        self
    }

    /// The pool can be written in this format.
    pub(crate) fn bytes(
        mut self,
        format: &'static str,
        write: fn(&Pool<P>) -> Vec<u8>,
        read: fn(&mut Pool<P>, &[u8]),
    ) -> Self {
        self.bytes.push(Bytes { format, write, read, patched_since: None });
        self
    }

    /// The pool notes changes.
    pub(crate) fn changes(mut self) -> Self
    where
        P::Item: Item,
        P::Layout: Watched,
    {
        let changed = |pool: &Pool<P>| {
            let changed = pool.changed();
            let mut seen = Vec::with_capacity(changed.len());
            for change in changed {
                seen.push(seen_change(change));
            }
            seen
        };
        let take = |pool: &mut Pool<P>| {
            let mut seen = Vec::new();
            for change in pool.take_changed() {
                seen.push(seen_change(change));
            }
            seen
        };
        self.changes = Some(Changes { changed, take });
        self
    }

    /// The pool notes changes and can be saved.
    pub(crate) fn deltas(mut self) -> Self
    where
        P::Item: Item + PlainData,
        P::Layout: Watched,
    {
        self.deltas = Some(deltas_of!(Pool<P>, &(self.make)()));
        self.changes()
    }

    /// The pool notes changes, and its objects are without holes.
    pub(crate) fn positions(mut self) -> Self
    where
        P::Item: Item,
        P::Layout: Watched + stackpool::layout::Dense,
    {
        let positions = |pool: &Pool<P>| {
            let mut ranges = Vec::new();
            for range in pool.changed_positions() {
                ranges.push(range);
            }
            ranges
        };
        let objects = |pool: &Pool<P>| {
            let mut objects = Vec::new();
            for (handle, item) in pool.handles().zip(pool.as_slice()) {
                objects.push((name(handle), item.stamp()));
            }
            objects
        };
        self.mirror = Some(Mirror::new(positions, objects));
        self
    }

    /// The objects are without holes. Such a pool has a table.
    pub(crate) fn dense_table(self) -> Self
    where
        P::Item: Item,
        P::Layout: stackpool::layout::Dense,
    {
        self.table().dense()
    }

    /// The objects are without holes.
    pub(crate) fn dense(mut self) -> Self
    where
        P::Item: Item,
        P::Layout: stackpool::layout::Dense,
    {
        let check = |pool: &mut Pool<P>, expected: &[(Name, u32)]| {
            let mut seen = Vec::new();
            for (handle, item) in pool.handles().zip(pool.as_slice()) {
                seen.push((name(handle), item.stamp()));
                assert_eq!(pool.position_of(handle), Some(seen.len() - 1));
            }
            assert_eq!(seen, expected, "the slice is the objects in their order");
            assert_eq!((pool.as_slice().len(), pool.as_mut_slice().len()), (expected.len(), expected.len()));
        };
        let retain_in_order = |pool: &mut Pool<P>, mask: Mask| {
            let mut seen = Outcome::new();
            pool.retain_in_order(|handle, item| {
                seen.push(Event::Object(name(handle), item.stamp()));
                mask.has(handle.index())
            });
            seen
        };
        let remove_in_order = Pool::remove_in_order::<P>;
        self.dense = Some(Dense { swap: Pool::swap, retain_in_order, remove_in_order, check });
        self
    }

    /// Slots of the pool retire.
    pub(crate) fn retires(mut self) -> Self {
        self.retires = true;
        self
    }

    /// A slot that waits is never used.
    pub(crate) fn strict(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// The pool is made with this function.
    pub(crate) fn made_by(mut self, make: fn() -> Box<Pool<P>>) -> Self {
        self.make = make;
        self
    }
}

fn check_order<P: PoolSpec<Item: Item, Layout: Marked>>(pool: &mut Pool<P>, expected: &[(Name, u32)]) {
    assert_eq!(pool.oldest().map(name), expected.first().map(|(name, _)| *name));
    assert_eq!(pool.newest().map(name), expected.last().map(|(name, _)| *name));
    let mut seen = Vec::new();
    let mut objects = pool.iter_in_order();
    assert_eq!(objects.size_hint(), (expected.len(), Some(expected.len())));
    while let Some((handle, item)) = objects.next() {
        seen.push((name(handle), item.stamp()));
        assert_eq!(objects.size_hint(), (expected.len() - seen.len(), Some(expected.len() - seen.len())));
    }
    assert_eq!(seen, expected, "in the order of insertion");
    seen.clear();
    for (handle, item) in pool.iter_in_order().rev() {
        seen.push((name(handle), item.stamp()));
    }
    seen.reverse();
    assert_eq!(seen, expected, "the newest first");
    seen.clear();
    for (handle, item) in pool.iter_in_order_mut() {
        seen.push((name(handle), item.stamp()));
    }
    assert_eq!(seen, expected);
}

fn seen_change<P: PoolSpec<Item: Item>>(change: Change<P, &P::Item>) -> Seen {
    match change {
        Change::Live(handle, item) => (handle.index(), Some((name(handle), item.stamp()))),
        Change::Free(slot) => (slot, None),
    }
}

fn insert_many<P: PoolSpec<Item: Item, Layout: Tabled>>(
    pool: &mut Pool<P>,
    items: Vec<P::Item>,
    outcome: &mut Outcome,
) {
    let count = items.len();
    match pool.insert_many(items) {
        Ok(inserted) => {
            assert_eq!(inserted.len(), count);
            let mut backwards = Vec::new();
            for handle in inserted.clone().rev() {
                backwards.push(name(handle));
            }
            for handle in inserted {
                assert_eq!(Some(name(handle)), backwards.pop(), "a batch is the same from both ends");
                outcome.push(Event::Handle(name(handle)));
            }
        }
        Err(full) => {
            for item in full.into_inner() {
                outcome.push(Event::Refused(item.stamp()));
            }
        }
    }
}
