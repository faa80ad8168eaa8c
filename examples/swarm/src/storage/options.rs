//! Boids in a `Vec` of options, as a program without any crate would have them.

use super::Storage;
use crate::boid::{Body, Boid, Moving, Seen};
use glam::Vec3;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// Places, and a list of those that are free. A place is used again at once.
#[derive(Debug)]
pub(crate) struct Options {
    places: Vec<Option<Boid>>,
    free: Vec<u32>,
}

/// A place, and the number of the boid that was put there. Another boid has another number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    index: u32,
    number: u32,
}

/// As many places as a thread takes at a time: as many as in a part of `par_slot_columns_mut`.
const PART: usize = 1_024;

impl Storage for Options {
    const NAME: &'static str = "vec";
    type Key = Place;

    fn with_capacity(boids: usize) -> Self {
        Options { places: Vec::with_capacity(boids), free: Vec::with_capacity(boids) }
    }

    fn insert(&mut self, boid: Boid) -> Option<Place> {
        let number = boid.number;
        if let Some(index) = self.free.pop() {
            self.places[index as usize] = Some(boid);
            return Some(Place { index, number });
        }
        self.places.push(Some(boid));
        Some(Place { index: self.places.len() as u32 - 1, number })
    }

    fn remove(&mut self, key: Place) -> Option<Boid> {
        let boid = self.places[key.index as usize].take_if(|boid| boid.number == key.number)?;
        self.free.push(key.index);
        Some(boid)
    }

    fn get(&self, key: Place) -> Option<Boid> {
        self.places[key.index as usize].filter(|boid| boid.number == key.number)
    }

    fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    fn index(&self, key: Place) -> usize {
        key.index as usize
    }

    fn indices(&self) -> usize {
        self.places.len()
    }

    fn look(&self, mut see: impl FnMut(Seen<Place>)) {
        for (index, place) in (0..).zip(&self.places) {
            if let Some(boid) = place {
                see(boid.seen(Place { index, number: boid.number }));
            }
        }
    }

    fn draw(&self, mut draw: impl FnMut(Vec3, f32)) {
        for boid in self.places.iter().flatten() {
            draw(boid.position, boid.span);
        }
    }

    fn fly(&mut self, fly: impl Fn(usize, Moving) -> Body + Sync) {
        self.places.par_chunks_mut(PART).enumerate().for_each(|(part, places)| {
            for (index, place) in (PART * part..).zip(places) {
                if let Some(boid) = place {
                    boid.fly(|moving| fly(index, moving));
                }
            }
        });
    }

    fn retain(&mut self, mut stays: impl FnMut(f32) -> bool) {
        for (index, place) in (0..).zip(&mut self.places) {
            if place.take_if(|boid| !stays(boid.energy)).is_some() {
                self.free.push(index);
            }
        }
    }

    /// An option of a boid, and an entry of the list of free places.
    fn bytes_per_boid() -> f64 {
        (size_of::<Option<Boid>>() + size_of::<u32>()) as f64
    }
}
