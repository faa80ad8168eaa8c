//! The minimum of work for a container in safe code.

use super::{Container, Iterable};

/// A vector of objects and a vector of free indices. Only bounds are checked.
#[derive(Debug)]
pub struct Plain<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T: super::Payload> Container<T> for Plain<T> {
    type Key = u32;

    const GENERATION_BITS: Option<u32> = None;

    fn with_room(capacity: usize) -> Self {
        Plain { items: vec![T::of(0); capacity], free: (0..capacity as u32).rev().collect() }
    }

    fn blank() -> u32 {
        0
    }

    #[inline]
    fn insert(&mut self, item: T) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| super::full());
        self.items[index as usize] = item;
        index
    }

    #[inline]
    fn remove(&mut self, key: &mut u32) -> Option<T> {
        self.free.push(*key);
        Some(self.items[*key as usize])
    }

    #[inline]
    fn get<'a>(&'a self, key: &'a u32) -> Option<&'a T> {
        self.items.get(*key as usize)
    }
}

/// Only a vector, whose objects are adjacent.
impl<T: super::Payload> Iterable<T> for Vec<T> {
    #[inline]
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        self.iter()
    }

    #[inline]
    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
    where
        T: 'a,
    {
        self.iter_mut()
    }

    #[inline]
    fn drain(&mut self) -> impl Iterator<Item = T> {
        Vec::drain(self, ..)
    }
}
