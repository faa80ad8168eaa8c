//! The show: fixed steps, no clock, and the random numbers of a step from its number in the period.
//!
//! ```text
//!  launch  lanterns come with their images in the water, haze and embers
//!  move    each sprite flies, and images follow their lanterns
//!  remove  those whose time is over go
//!  sort    the others are sorted by depth
//!  bytes   the instances, for the graphics card
//! ```
//!
//! What comes in a step is the same in each period, and so is the wind. No sprite
//! lives for long. So after [`WARM_UP`] steps each period looks like the one before.

use crate::camera::Camera;
use crate::rules::{self, EMBER_LIFE, LANTERN_LIFE};
use crate::sprite::{Instance, Kind, Motion, Sprite};
use crate::storage::Storage;
use example_support::{Random, mixed};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The parts of a step that are timed.
pub(crate) const PHASES: [&str; 5] = ["launch", "move", "remove", "sort", "bytes"];

/// The steps after which everything repeats.
pub(crate) const PERIOD: usize = 28;

/// The steps after which the sky is as full as it becomes: those of the longest life of a lantern, and of embers that
/// fell while there were fewer lanterns.
pub(crate) const WARM_UP: usize = LANTERN_LIFE[1] + EMBER_LIFE[1] + 1;

/// What happened so far.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Counts {
    pub(crate) came: usize,
    pub(crate) went: usize,
    /// Handles of sprites that were gone when they were looked up.
    pub(crate) stale: usize,
}

/// Sprites in a container, and the handles of some of them.
#[derive(Debug)]
pub(crate) struct World<S: Storage> {
    pub(crate) sprites: S,
    pub(crate) counts: Counts,
    /// The lanterns of the last periods in the order in which they came. Nobody removes those that burnt out.
    lanterns: VecDeque<S::Key>,
    /// The number of sprites that there are in the end, more or less.
    size: usize,
    step: usize,
}

impl<S: Storage> World<S> {
    /// A harbour at night, before the first lantern.
    pub(crate) fn new(size: usize) -> Self {
        let (sprites, lanterns) = (S::new(), VecDeque::new());
        World { sprites, counts: Counts::default(), lanterns, size, step: 0 }
    }

    /// Moves the world on by one step and shows the instances. Returns the time that each of the [`PHASES`] took.
    pub(crate) fn step(&mut self, draw: impl FnOnce(&[u8], Camera)) -> [Duration; PHASES.len()] {
        let start = Instant::now();
        self.launch();
        let launched = Instant::now();
        let turn = self.turn();
        self.sprites.fly(|instance, motion| rules::fly(instance, motion, turn));
        self.counts.stale += self.sprites.follow(rules::follow);
        let moved = Instant::now();
        let before = self.sprites.len();
        self.sprites.retain(rules::stays);
        self.counts.went += before - self.sprites.len();
        let removed = Instant::now();
        self.sprites.sort();
        let sorted = Instant::now();
        let bytes = self.sprites.bytes();
        let done = Instant::now();
        draw(bytes, Camera::at(turn));
        self.step += 1;
        [launched - start, moved - launched, removed - moved, sorted - removed, done - sorted]
    }

    /// The part of the period that is over.
    fn turn(&self) -> f32 {
        (self.step % PERIOD) as f32 / PERIOD as f32
    }

    fn launch(&mut self) {
        let mut random = Random::new(mixed((self.step % PERIOD) as u64));
        for _ in 0..self.due(self.size / 65) {
            let (instance, motion) = rules::lantern(&mut random);
            let Some(lantern) = self.add(instance, motion, None) else { continue };
            for kind in [Kind::Image, Kind::Shimmer] {
                let (image, motion) = rules::mirrored(kind, &instance);
                self.add(image, motion, Some(lantern));
            }
            self.lanterns.push_back(lantern);
        }
        while self.lanterns.len() > self.size / 65 * LANTERN_LIFE[1] / PERIOD {
            self.lanterns.pop_front();
        }
        for _ in 0..self.due(self.size / 850) {
            let (instance, motion) = rules::haze(&mut random);
            self.add(instance, motion, None);
        }
        for _ in 0..self.due(self.size * 32 / 100) {
            let any = random.unit() * self.lanterns.len() as f32;
            let Some(&lantern) = self.lanterns.iter().rev().nth(any as usize) else { continue };
            match self.sprites.get(lantern) {
                Some(lantern) => {
                    let (instance, motion) = rules::ember(&lantern, &mut random);
                    self.add(instance, motion, None);
                }
                None => self.counts.stale += 1,
            }
        }
    }

    /// How many of those that come in a period come in this step.
    fn due(&self, in_period: usize) -> usize {
        let step = self.step % PERIOD;
        in_period * (step + 1) / PERIOD - in_period * step / PERIOD
    }

    fn add(&mut self, instance: Instance, motion: Motion, leader: Option<S::Key>) -> Option<S::Key> {
        let number = self.counts.came as u32;
        let added = self.sprites.insert(Sprite { instance, motion, number }, leader)?;
        self.counts.came += 1;
        Some(added)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{DenseSprites, InPlaceSprites, Options, SlotMapSprites};

    fn played<S: Storage>(size: usize, steps: usize) -> (World<S>, Vec<u8>) {
        let mut world = World::new(size);
        let mut last = Vec::new();
        for _ in 0..steps {
            world.step(|bytes, _| last = bytes.to_vec());
        }
        (world, last)
    }

    #[test]
    fn all_containers_give_the_same_bytes() {
        let (world, bytes) = played::<DenseSprites>(2_000, 400);
        assert_eq!(bytes.len(), world.sprites.len() * size_of::<Instance>());
        assert_eq!(played::<InPlaceSprites>(2_000, 400).1, bytes);
        assert_eq!(played::<SlotMapSprites>(2_000, 400).1, bytes);
        assert_eq!(played::<Options>(2_000, 400).1, bytes);
    }

    #[test]
    fn sprites_come_and_go_and_leave_stale_handles() {
        let (world, _) = played::<DenseSprites>(2_000, WARM_UP);
        let Counts { came, went, stale } = world.counts;
        assert_eq!(came - went, world.sprites.len());
        assert!((1_900..2_100).contains(&world.sprites.len()), "{}", world.sprites.len());
        assert!(went > 10_000 && stale > 500, "{went} {stale}");
    }

    #[test]
    fn each_period_looks_like_the_one_before() {
        let (mut world, first) = played::<DenseSprites>(500, WARM_UP);
        for _ in 1..PERIOD {
            world.step(|bytes, _| assert_ne!(bytes, first));
        }
        world.step(|bytes, _| assert!(bytes == first));
    }
}
