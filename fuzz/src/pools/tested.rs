//! A pool, whichever it is, and what is done with it.

use super::marking::Marking;
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Handle, Pool, PoolSpec};
use std::ops::Range;

/// What is done with pools. Items are numbers, counted up.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    Insert(u32),
    /// So many at once, from this one on.
    Extend(u32, usize),
    /// So many at once, from this one on, as far as there is room.
    Batch(u32, usize),
    EntryInsert(u32),
    EntryDrop,
    Remove(usize),
    /// From which object on, and how many.
    RemoveMany(usize, usize),
    Retain(u8),
    ExtractIf(u8, usize),
    /// So many are taken from the front and from the back.
    Drain(usize, usize),
    Clear,
    /// The pool becomes what it was at the last exchange, which becomes what it is now.
    Exchange,
}

/// What operations gave: handles as bits, and objects.
pub(super) type Given = Vec<(u32, u32)>;

/// What can be seen of a pool.
#[derive(PartialEq, Debug)]
pub(super) struct Seen {
    pub(super) objects: Given,
    len: usize,
    remaining: usize,
    next: Option<u32>,
}

/// A pool, whichever it is.
pub(super) trait Twin {
    fn apply(&mut self, operation: Operation) -> Given;
    fn seen(&self) -> Seen;
    fn save(&self) -> Vec<u8>;
    fn restore(&mut self, image: &[u8]);
    /// A mark of this number is made; whether `is_room` for it is known.
    fn mark(&mut self, number: u32, is_room: bool);
    /// The mark ends; `objects`, as handles, go in this order. `None`: it is stale.
    fn release(&mut self, number: u32, objects: Option<&[u32]>);
    /// The mark ends, unless it is stale, and nothing goes.
    fn keep(&mut self, number: u32, is_stale: bool);
    fn drop_mark(&mut self, number: u32);
    fn forget_marks(&mut self);
}

/// A pool, and its marks.
pub(super) struct Tested<P: PoolSpec, M> {
    pool: Box<Pool<P>>,
    earlier: Box<Pool<P>>,
    marks: M,
    batch: Batch<P>,
}

/// Inserts all of some items, for which there is room.
type Batch<P> = fn(&mut Pool<P>, Range<u32>) -> Given;

/// Of a pool with a table.
pub(super) fn at_once<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, items: Range<u32>) -> Given
where
    P::Layout: Tabled,
{
    let Ok(handles) = pool.insert_many(items.clone()) else { unreachable!("there is room") };
    handles.map(Handle::to_bits).zip(items).collect()
}

/// Of a pool without one.
pub(super) fn one_by_one<P: PoolSpec<Item = u32>>(pool: &mut Pool<P>, items: Range<u32>) -> Given {
    items.map(|item| (pool.insert(item).expect("there is room").to_bits(), item)).collect()
}

impl<P: PoolSpec<Item = u32>, M: Marking<P> + 'static> Tested<P, M>
where
    P: 'static,
    P::Layout: Tracked,
{
    pub(super) fn boxed(batch: Batch<P>) -> Box<dyn Twin> {
        Box::new(Tested::<P, M> { pool: Pool::boxed(), earlier: Pool::boxed(), marks: M::default(), batch })
    }

    /// So many handles of live objects, from the one at `first` on.
    fn some(&self, first: usize, count: usize) -> Vec<Handle<P>> {
        let first = first % self.pool.len().max(1);
        self.pool.handles().skip(first).take(count).collect()
    }
}

impl<P: PoolSpec<Item = u32> + 'static, M: Marking<P> + 'static> Twin for Tested<P, M>
where
    P::Layout: Tracked,
{
    fn apply(&mut self, operation: Operation) -> Given {
        let given = |(handle, item): (Handle<P>, u32)| (handle.to_bits(), item);
        let is_wanted = |mask: u8, handle: Handle<P>| mask >> (handle.index() % 8) & 1 == 1;
        let pool = &mut *self.pool;
        match operation {
            Operation::Insert(item) => {
                pool.insert(item).into_iter().map(|handle| given((handle, item))).collect()
            }
            Operation::Extend(first, count) => {
                let mut items = first..first + count as u32;
                let refused = pool.try_extend(items.by_ref()).err().map(stackpool::Full::into_inner);
                vec![(items.len() as u32, refused.unwrap_or(0))]
            }
            Operation::Batch(first, count) => {
                let count = count.min(pool.remaining_capacity());
                (self.batch)(pool, first..first + count as u32)
            }
            Operation::EntryInsert(item) => {
                let Ok(entry) = pool.vacant_entry() else { return Given::new() };
                let handle = entry.handle();
                let item = *entry.insert(item);
                vec![given((handle, item))]
            }
            Operation::EntryDrop => {
                pool.vacant_entry().into_iter().map(|entry| (entry.handle().to_bits(), 0)).collect()
            }
            Operation::Remove(which) => {
                let handles = self.some(which, 1);
                let pool = &mut self.pool;
                let removed = handles.into_iter().map(|handle| {
                    let item = pool.remove(handle).expect("a live object");
                    assert_eq!(pool.remove(handle), None, "removed twice");
                    given((handle, item))
                });
                removed.collect()
            }
            Operation::RemoveMany(first, count) => {
                let mut handles = self.some(first, count);
                let middle = handles.len() / 2;
                handles.rotate_left(middle);
                let removed = self.pool.remove_many(&handles).expect("live objects");
                handles.iter().copied().zip(removed).map(given).collect()
            }
            Operation::Retain(mask) => {
                pool.retain(|handle, _| is_wanted(mask, handle));
                Given::new()
            }
            Operation::ExtractIf(mask, count) => {
                pool.extract_if(|handle, _| is_wanted(mask, handle)).take(count).map(given).collect()
            }
            Operation::Drain(front, back) => {
                let mut drain = pool.drain();
                let mut taken: Given = drain.by_ref().take(front).map(given).collect();
                taken.extend(drain.by_ref().rev().take(back).map(given));
                taken
            }
            Operation::Clear => {
                pool.clear();
                Given::new()
            }
            Operation::Exchange => {
                let now = self.pool.clone_boxed();
                self.pool.clone_from(&self.earlier);
                self.earlier = now;
                Given::new()
            }
        }
    }

    fn seen(&self) -> Seen {
        Seen {
            objects: self.pool.iter().map(|(handle, item)| (handle.to_bits(), *item)).collect(),
            len: self.pool.len(),
            remaining: self.pool.remaining_capacity(),
            next: self.pool.next_handle().map(Handle::to_bits),
        }
    }

    fn save(&self) -> Vec<u8> {
        self.pool.save()
    }

    fn restore(&mut self, image: &[u8]) {
        self.pool.restore(image).expect("a saved pool");
    }

    fn mark(&mut self, number: u32, is_room: bool) {
        self.marks.mark(&mut self.pool, number, is_room);
    }

    fn release(&mut self, number: u32, objects: Option<&[u32]>) {
        self.marks.release(&mut self.pool, number, objects);
    }

    fn keep(&mut self, number: u32, is_stale: bool) {
        self.marks.keep(&mut self.pool, number, is_stale);
    }

    fn drop_mark(&mut self, number: u32) {
        self.marks.drop_mark(number);
    }

    fn forget_marks(&mut self) {
        self.marks.forget(&mut self.pool);
    }
}
