//! What a trace is replayed through: one trait, and its impls for pools and for what they are compared with.
//!
//! A new kind of container joins with an impl of [`Container`] here and a row in [`rows`](crate::rows).

use slotmap::{DefaultKey, Key, SlotMap};
use stackpool::{BoxSpec, Handle, Pool, PoolBox, PoolSpec};
use std::marker::PhantomData;

/// An object of 32 bytes, made from its number in the trace.
pub(crate) type Item = [u64; 4];

/// The object of this number.
#[inline]
pub(crate) fn item(object: u32) -> Item {
    let number = u64::from(object);
    [number, number ^ 0x5555_5555_5555_5555, !number, number << 32]
}

/// Holds objects, and gives a ticket for each.
pub(crate) trait Container {
    /// What the program keeps for a live object: a `Copy` handle, or an owning box in an `Option`.
    type Ticket;

    /// A ticket that may name anything: what the program has before it gets a real one.
    fn blank() -> Self::Ticket;

    /// Takes `item` in; `None` when there is no room.
    fn insert(&mut self, item: Item) -> Option<Self::Ticket>;

    /// Gives the object back; `None` when the container does not have it.
    fn remove(&mut self, ticket: &mut Self::Ticket) -> Option<Item>;

    /// Empties it, to be as a new one in memory that was used before. What tickets own was dropped with them.
    fn renew(&mut self);
}

/// A pool on the heap, of any width and guard.
impl<P: PoolSpec<Item = Item>> Container for Box<Pool<P>> {
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

/// The static of a boxed definition: objects are owned by boxes, as by those of [`GlobalAllocator`].
pub(crate) struct BoxPool<P>(PhantomData<P>);

impl<P: BoxSpec<Item = Item>> BoxPool<P> {
    /// Of each definition there is one at a time: its static is shared by all.
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

    /// Nothing is left to be emptied. The slots stay in the order in which they were freed, as in the global allocator.
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

    /// Not with `clear`: that links all its slots in reverse, and a trace that allocates much then takes four times as
    /// long. The allocator gives the new one the memory of the old one.
    fn renew(&mut self) {
        let capacity = self.capacity();
        *self = SlotMap::new();
        self.reserve(capacity);
    }
}

/// No container at all: every object is an allocation of its own, as in the program that was traced.
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

/// The least that a container can do in safe code: a vector of free indices, nothing checked but bounds.
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
