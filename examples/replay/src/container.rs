//! The containers through which a trace is replayed: one trait, and its impls for pools and for their peers.
//!
//! To add a container, implement [`Container`] here and add a row in [`rows`](crate::rows).

use slotmap::{DefaultKey, Key, SlotMap};
use stackpool::{BoxSpec, Handle, Heap, Pool, PoolBox, PoolSpec};
use std::marker::PhantomData;

/// An object of 32 bytes, made from its number in the trace.
pub(crate) type Item = [u64; 4];

/// Makes the object with this number.
#[inline]
pub(crate) fn item(object: u32) -> Item {
    let number = u64::from(object);
    [number, number ^ 0x5555_5555_5555_5555, !number, number << 32]
}

/// Holds objects, and gives out a ticket for each.
pub(crate) trait Container {
    /// What the program keeps per live object: a `Copy` handle, or an owning box in an `Option`.
    type Ticket;

    /// A ticket that may name anything: a placeholder until the program gets a real one.
    fn blank() -> Self::Ticket;

    /// Inserts `item`; `None` if there is no room.
    fn insert(&mut self, item: Item) -> Option<Self::Ticket>;

    /// Removes the object and returns it; `None` if the container does not have it.
    fn remove(&mut self, ticket: &mut Self::Ticket) -> Option<Item>;

    /// Makes the container empty, as a new one, in memory that was used before. Objects that tickets own are dropped
    /// already.
    fn renew(&mut self);
}

/// A pool on the heap, of any width and guard.
impl<P: PoolSpec<Item = Item>> Container for Heap<Pool<P>> {
    type Ticket = Handle<P>;

    fn blank() -> Handle<P> {
        Handle::from_bits(0).expect("every pool has a first slot")
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Option<Handle<P>> {
        Pool::insert(self, item).ok()
    }

    #[inline]
    fn remove(&mut self, ticket: &mut Handle<P>) -> Option<Item> {
        Pool::remove(self, *ticket)
    }

    fn renew(&mut self) {
        Pool::clear(self);
    }
}

/// The static of a boxed definition. Boxes own the objects, as they do with [`GlobalAllocator`].
pub(crate) struct BoxPool<P>(PhantomData<P>);

impl<P: BoxSpec<Item = Item>> BoxPool<P> {
    /// Only one per definition may exist at a time, because all would share the static.
    pub(crate) fn new() -> Self {
        BoxPool(PhantomData)
    }
}

impl<P: BoxSpec<Item = Item>> Container for BoxPool<P> {
    type Ticket = Option<PoolBox<P>>;

    fn blank() -> Option<PoolBox<P>> {
        None
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Option<Option<PoolBox<P>>> {
        PoolBox::new(item).ok().map(Some)
    }

    #[inline]
    fn remove(&mut self, ticket: &mut Option<PoolBox<P>>) -> Option<Item> {
        ticket.take().map(PoolBox::into_inner)
    }

    /// There is nothing left to remove. The free slots stay in the order in which they were freed, as in the global
    /// allocator.
    fn renew(&mut self) {
        PoolBox::<P>::flush_thread_cache();
        assert_eq!(PoolBox::<P>::len(), 0, "boxes of `{}` outlived their tickets", P::NAME);
    }
}

impl Container for slab::Slab<Item> {
    type Ticket = usize;

    fn blank() -> usize {
        0
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Option<usize> {
        Some(slab::Slab::insert(self, item))
    }

    #[inline]
    fn remove(&mut self, ticket: &mut usize) -> Option<Item> {
        self.try_remove(*ticket)
    }

    fn renew(&mut self) {
        slab::Slab::clear(self);
    }
}

impl Container for SlotMap<DefaultKey, Item> {
    type Ticket = DefaultKey;

    fn blank() -> DefaultKey {
        DefaultKey::null()
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Option<DefaultKey> {
        Some(SlotMap::insert(self, item))
    }

    #[inline]
    fn remove(&mut self, ticket: &mut DefaultKey) -> Option<Item> {
        SlotMap::remove(self, *ticket)
    }

    /// Not with `clear`: it links all slots in reverse order, and a trace with many allocations then takes four times
    /// as long. The allocator gives the new container the memory of the old one.
    fn renew(&mut self) {
        let capacity = self.capacity();
        *self = SlotMap::new();
        self.reserve(capacity);
    }
}

/// No container: every object is an allocation of its own, as in the program that was traced.
pub(crate) struct GlobalAllocator;

impl Container for GlobalAllocator {
    type Ticket = Option<Box<Item>>;

    fn blank() -> Option<Box<Item>> {
        None
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Option<Option<Box<Item>>> {
        Some(Some(Box::new(item)))
    }

    #[inline]
    fn remove(&mut self, ticket: &mut Option<Box<Item>>) -> Option<Item> {
        ticket.take().map(|item| *item)
    }

    fn renew(&mut self) {}
}

/// The minimum for a container in safe code: a vector of free indices, which checks nothing except bounds.
pub(crate) struct FreeList {
    items: Vec<Item>,
    free: Vec<u32>,
}

impl FreeList {
    pub(crate) fn with_capacity(capacity: u32) -> Self {
        FreeList { items: vec![Item::default(); capacity as usize], free: (0..capacity).rev().collect() }
    }
}

impl Container for FreeList {
    type Ticket = u32;

    fn blank() -> u32 {
        0
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Option<u32> {
        let index = self.free.pop()?;
        self.items[index as usize] = item;
        Some(index)
    }

    #[inline]
    fn remove(&mut self, ticket: &mut u32) -> Option<Item> {
        self.free.push(*ticket);
        Some(self.items[*ticket as usize])
    }

    fn renew(&mut self) {
        let capacity = self.items.len() as u32;
        self.free.clear();
        self.free.extend((0..capacity).rev());
    }
}
