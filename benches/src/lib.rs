//! The containers under comparison behind one trait, and the pools among them.
//!
//! Every container holds [`Item`]s of 32 bytes, up to [`CAPACITY`] of them, and has its memory from the start.

use slab::Slab;
use slotmap::{DefaultKey, SlotMap};
use stackpool::{Handle, Pool, PoolSpec, Tracked, pool};

/// What the containers hold.
pub type Item = [u64; 4];

/// How many items each container has room for.
pub const CAPACITY: usize = 60_000;

pool! {
    /// The default: a `u16` table, guard `generation`.
    pub Shorts: [Item; CAPACITY];
    /// One live bit a slot.
    pub ShortsLive: [Item; CAPACITY], guard = live;
    /// The 18-bit table.
    pub Packed18: [Item; CAPACITY], layout = packed18;
    /// The 24-bit table.
    pub Split24: [Item; CAPACITY], layout = split24;
    /// The 32-bit table.
    pub Words: [Item; CAPACITY], layout = u32;
}

/// What is measured of a container.
pub trait Container {
    /// The key of an item.
    type Key: Copy;

    /// An empty container with room for [`CAPACITY`] items.
    fn with_capacity() -> Self;

    /// Inserts an item.
    ///
    /// # Panics
    ///
    /// When there is no room.
    fn insert(&mut self, item: Item) -> Self::Key;

    /// Removes an item.
    fn remove(&mut self, key: Self::Key) -> Option<Item>;

    /// The item of a key.
    fn get(&self, key: Self::Key) -> Option<&Item>;

    /// The sum of one word of each item.
    fn sum(&self) -> u64;
}

impl<P: PoolSpec<Item = Item>> Container for Box<Pool<P>>
where
    P::Layout: Tracked,
{
    type Key = Handle<P>;

    fn with_capacity() -> Self {
        Pool::boxed()
    }

    #[inline]
    fn insert(&mut self, item: Item) -> Handle<P> {
        Pool::insert(self, item).expect("there is room")
    }

    #[inline]
    fn remove(&mut self, key: Handle<P>) -> Option<Item> {
        Pool::remove(self, key)
    }

    #[inline]
    fn get(&self, key: Handle<P>) -> Option<&Item> {
        Pool::get(self, key)
    }

    fn sum(&self) -> u64 {
        self.values().fold(0, |sum, item| sum.wrapping_add(item[0]))
    }
}

impl Container for Slab<Item> {
    type Key = usize;

    fn with_capacity() -> Self {
        Slab::with_capacity(CAPACITY)
    }

    #[inline]
    fn insert(&mut self, item: Item) -> usize {
        Slab::insert(self, item)
    }

    #[inline]
    fn remove(&mut self, key: usize) -> Option<Item> {
        self.try_remove(key)
    }

    #[inline]
    fn get(&self, key: usize) -> Option<&Item> {
        Slab::get(self, key)
    }

    fn sum(&self) -> u64 {
        self.iter().fold(0, |sum, (_, item)| sum.wrapping_add(item[0]))
    }
}

impl Container for SlotMap<DefaultKey, Item> {
    type Key = DefaultKey;

    fn with_capacity() -> Self {
        SlotMap::with_capacity(CAPACITY)
    }

    #[inline]
    fn insert(&mut self, item: Item) -> DefaultKey {
        SlotMap::insert(self, item)
    }

    #[inline]
    fn remove(&mut self, key: DefaultKey) -> Option<Item> {
        SlotMap::remove(self, key)
    }

    #[inline]
    fn get(&self, key: DefaultKey) -> Option<&Item> {
        SlotMap::get(self, key)
    }

    fn sum(&self) -> u64 {
        self.values().fold(0, |sum, item| sum.wrapping_add(item[0]))
    }
}

/// A small generator (xorshift64*, Vigna 2016): the same choices for every container.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The first state.
    #[must_use]
    pub fn new() -> Self {
        Random(0x5EED)
    }

    /// A number below `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}
