//! Sprites in a `Vec` of options, as a program without any crate would have them: a list of places is sorted, and
//! the instances are copied in its order.

use super::Storage;
use crate::sprite::{CAPACITY, Instance, Motion, Sprite, back_to_front};

#[derive(Debug)]
pub(crate) struct Options {
    places: Vec<Option<(Sprite, Option<Place>)>>,
    free: Vec<u32>,
    /// The places in order, with their keys.
    order: Vec<(u64, u32)>,
    buffer: Vec<Instance>,
}

/// A place, and the number of the sprite that was put there. Another sprite has another number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    index: u32,
    number: u32,
}

impl Storage for Options {
    const NAME: &'static str = "vec";
    type Key = Place;

    fn new() -> Self {
        let places = Vec::with_capacity(CAPACITY);
        Options { places, free: Vec::new(), order: Vec::new(), buffer: Vec::new() }
    }

    fn insert(&mut self, sprite: Sprite, leader: Option<Place>) -> Option<Place> {
        let number = sprite.number;
        if let Some(index) = self.free.pop() {
            self.places[index as usize] = Some((sprite, leader));
            return Some(Place { index, number });
        }
        self.places.push(Some((sprite, leader)));
        Some(Place { index: self.places.len() as u32 - 1, number })
    }

    fn get(&self, key: Place) -> Option<Instance> {
        let (sprite, _) = self.places[key.index as usize].as_ref()?;
        (sprite.number == key.number).then_some(sprite.instance)
    }

    fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    fn fly(&mut self, mut fly: impl FnMut(&mut Instance, &mut Motion)) {
        for (sprite, _) in self.places.iter_mut().flatten() {
            fly(&mut sprite.instance, &mut sprite.motion);
        }
    }

    fn follow(&mut self, mut follow: impl FnMut(&mut Instance, &mut Motion, Option<Instance>)) -> usize {
        let mut stale = 0;
        for index in 0..self.places.len() {
            let Some((_, Some(leader))) = self.places[index] else { continue };
            let leader = self.get(leader);
            let Some((sprite, follows)) = &mut self.places[index] else { continue };
            follow(&mut sprite.instance, &mut sprite.motion, leader);
            if leader.is_none() {
                *follows = None;
                stale += 1;
            }
        }
        stale
    }

    fn retain(&mut self, mut stays: impl FnMut(&Motion) -> bool) {
        for (index, place) in (0..).zip(&mut self.places) {
            if place.take_if(|(sprite, _)| !stays(&sprite.motion)).is_some() {
                self.free.push(index);
            }
        }
    }

    fn sort(&mut self) {
        self.order.clear();
        for (index, place) in (0..).zip(&self.places) {
            if let Some((sprite, _)) = place {
                self.order.push((back_to_front(&sprite.instance, sprite.number), index));
            }
        }
        self.order.sort_unstable();
    }

    fn bytes(&mut self) -> &[u8] {
        let instances = self.order.iter().filter_map(|&(_, index)| self.places[index as usize].as_ref());
        self.buffer.clear();
        self.buffer.extend(instances.map(|(sprite, _)| sprite.instance));
        bytemuck::cast_slice(&self.buffer)
    }
}
