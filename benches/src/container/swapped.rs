//! The minimum of work for a container without holes whose keys are checked, in safe code.

use super::{Container, Iterable, Payload, Sliced};

/// A vector of objects, in which the last one fills a hole. A table leads from slots to positions, a vector from
/// positions back to slots. Free slots are in a vector.
#[derive(Debug)]
pub struct Swapped<T> {
    items: Vec<T>,
    /// The slot of each object.
    slots: Vec<u32>,
    places: Vec<Place>,
    free: Vec<u32>,
}

/// Where the object of a slot is, and the generation of the slot, which changes when the object is removed.
#[derive(Clone, Copy, Debug)]
struct Place {
    position: u32,
    generation: u32,
}

/// A slot with a generation.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    slot: u32,
    generation: u32,
}

impl<T: Payload> Container<T> for Swapped<T> {
    type Key = Key;

    const GENERATION_BITS: Option<u32> = Some(32);

    fn with_room(capacity: usize) -> Self {
        Swapped {
            items: Vec::with_capacity(capacity),
            slots: Vec::with_capacity(capacity),
            places: vec![Place { position: 0, generation: 0 }; capacity],
            free: (0..capacity as u32).rev().collect(),
        }
    }

    fn blank() -> Key {
        Key { slot: 0, generation: 0 }
    }

    #[inline]
    fn insert(&mut self, item: T) -> Key {
        let slot = self.free.pop().unwrap_or_else(|| super::full());
        let place = &mut self.places[slot as usize];
        place.position = self.items.len() as u32;
        self.items.push(item);
        self.slots.push(slot);
        Key { slot, generation: place.generation }
    }

    #[inline]
    fn remove(&mut self, key: &mut Key) -> Option<T> {
        let place = self.places.get_mut(key.slot as usize)?;
        if place.generation != key.generation {
            return None;
        }
        place.generation = place.generation.wrapping_add(1);
        let position = place.position as usize;
        let item = self.items.swap_remove(position);
        self.slots.swap_remove(position);
        if let Some(&moved) = self.slots.get(position) {
            self.places[moved as usize].position = position as u32;
        }
        self.free.push(key.slot);
        Some(item)
    }

    #[inline]
    fn get<'a>(&'a self, key: &'a Key) -> Option<&'a T> {
        let place = self.places.get(key.slot as usize)?;
        if place.generation != key.generation {
            return None;
        }
        self.items.get(place.position as usize)
    }
}

impl<T: Payload> Iterable<T> for Swapped<T> {
    #[inline]
    fn values<'a>(&'a self) -> impl Iterator<Item = &'a T>
    where
        T: 'a,
    {
        self.items.iter()
    }

    #[inline]
    fn values_mut<'a>(&'a mut self) -> impl Iterator<Item = &'a mut T>
    where
        T: 'a,
    {
        self.items.iter_mut()
    }

    fn drain(&mut self) -> impl Iterator<Item = T> {
        for slot in self.slots.drain(..) {
            let place = &mut self.places[slot as usize];
            place.generation = place.generation.wrapping_add(1);
            self.free.push(slot);
        }
        self.items.drain(..)
    }
}

impl<T: Payload> Sliced<T> for Swapped<T> {
    fn slice(&self) -> &[T] {
        &self.items
    }

    fn slice_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Sorts the positions, and then puts each object and each slot at its new one.
    fn sort_by_first(&mut self) {
        let mut order: Vec<u32> = (0..self.items.len() as u32).collect();
        order.sort_by_key(|&position| self.items[position as usize].first());
        self.items = order.iter().map(|&position| self.items[position as usize]).collect();
        self.slots = order.iter().map(|&position| self.slots[position as usize]).collect();
        for (position, &slot) in (0..).zip(&self.slots) {
            self.places[slot as usize].position = position;
        }
    }

    /// As [`sort_by_first`](Sliced::sort_by_first), by keys beside the positions.
    fn sort_by_cached_first(&mut self) {
        let mut order: Vec<(u64, u32)> = self.items.iter().map(Payload::first).zip(0..).collect();
        order.sort_unstable();
        self.items = order.iter().map(|&(_, position)| self.items[position as usize]).collect();
        self.slots = order.iter().map(|&(_, position)| self.slots[position as usize]).collect();
        for (position, &slot) in (0..).zip(&self.slots) {
            self.places[slot as usize].position = position;
        }
    }
}
