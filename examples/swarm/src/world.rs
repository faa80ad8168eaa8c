//! The simulation: fixed steps, no clock, and every random number from a seed.
//!
//! ```text
//!  grid    all boids, sorted by where they are: the state before the step
//!  steer   each boid looks at its neighbours in the grid    all threads, in the order of the grid
//!  fly     each boid moves, as it decided                   all threads, in the order of the container
//!  change  leaders and falcons; boids that were eaten or have landed go, and others come
//! ```
//!
//! A boid reads the grid and writes its own velocity. So what it does depends neither on the order of the
//! boids nor on the number of threads.

use crate::boid::{Boid, CAPACITY};
use crate::falcon::Falcon;
use crate::flight::{Flight, TIRED};
use crate::flock::{FLOCKS, Flock, goal};
use crate::grid::Grid;
use crate::in_ball::InBall;
use crate::steer::turn;
use crate::storage::Storage;
use example_support::{Random, mixed};
use glam::{Vec2, Vec3};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};
use std::time::{Duration, Instant};

/// The parts of a step that are timed.
pub(crate) const PHASES: [&str; 4] = ["grid", "steer", "fly", "change"];

/// As many boids as a thread takes at a time.
const PART: usize = 512;

/// The strength with which a leader turns to its goal.
const LEAD: f32 = 0.04;

/// What happened so far.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Counts {
    pub(crate) arrived: usize,
    pub(crate) eaten: usize,
    pub(crate) landed: usize,
    /// Keys of boids that were gone when they were looked up.
    pub(crate) stale: usize,
}

/// A swarm in a container, and its falcons.
#[derive(Debug)]
pub(crate) struct World<S: Storage> {
    pub(crate) boids: S,
    pub(crate) falcons: Vec<Falcon<S::Key>>,
    pub(crate) counts: Counts,
    flocks: Vec<Flock<S::Key>>,
    grid: Grid<S::Key>,
    /// What each boid of the grid decided.
    turns: Vec<Vec3>,
    random: Random,
    /// The number of boids that the sky has room for.
    size: usize,
    time: u32,
}

impl<S: Storage> World<S> {
    /// A sky with `size` boids, at most [`CAPACITY`].
    pub(crate) fn new(size: usize) -> Self {
        let falcon = |seed: u64| Falcon::new(Vec3::new(-60.0 + 40.0 * seed as f32, 55.0, 0.0), seed);
        let mut world = World {
            boids: S::with_capacity(size),
            falcons: (0..3).map(falcon).collect(),
            counts: Counts::default(),
            flocks: (0..FLOCKS as u8).map(Flock::new).collect(),
            grid: Grid::new(),
            turns: Vec::new(),
            random: Random::new(17),
            size: size.min(CAPACITY),
            time: 0,
        };
        for i in 0..world.size {
            let flock = (i % FLOCKS) as u8;
            let middle = goal(flock, 0.0);
            let position = middle + world.random.in_ball() * Vec3::new(15.0, 8.0, 9.0);
            world.arrive(flock, position, Vec3::X * 0.2);
        }
        world
    }

    /// Moves the world on by one step. Returns the time that each of the [`PHASES`] took.
    pub(crate) fn step(&mut self) -> [Duration; PHASES.len()] {
        let start = Instant::now();
        self.grid.build(&self.boids);
        let built = Instant::now();
        self.steer();
        let steered = Instant::now();
        self.fly();
        let flown = Instant::now();
        self.change();
        self.time += 1;
        [built - start, steered - built, flown - steered, flown.elapsed()]
    }

    fn steer(&mut self) {
        let World { boids, grid, turns, falcons, flocks, .. } = self;
        turns.resize(grid.seen().len(), Vec3::ZERO);
        let parts = turns.par_chunks_mut(PART).zip(grid.seen().par_chunks(PART));
        parts.for_each(|(turns, boids)| {
            for (into, boid) in turns.iter_mut().zip(boids) {
                *into = turn(boid, grid, falcons);
            }
        });
        for (flock, number) in flocks.iter().zip(0..) {
            if let Some(leader) = flock.leader() {
                let way = goal(number, self.time as f32) - flock.position;
                turns[grid.rank(boids.index(leader))] += way.clamp_length_max(1.0) * LEAD;
            }
        }
    }

    fn fly(&mut self) {
        let World { boids, grid, turns, flocks, time, .. } = self;
        let leaders: Vec<Vec3> = flocks.iter().map(|flock| flock.position).collect();
        let flight = Flight { time: *time as f32, leaders: &leaders };
        boids.fly(|index, boid| flight.step(boid, turns[grid.rank(index)]));
    }

    fn change(&mut self) {
        let World { boids, falcons, flocks, grid, counts, .. } = self;
        let mut caught = Vec::new();
        for falcon in falcons {
            counts.stale += usize::from(falcon.chase(boids, grid.seen()));
            falcon.catch(grid, &mut caught);
        }
        for boid in caught {
            match boids.remove(boid) {
                Some(_) => counts.eaten += 1,
                // Another falcon was faster.
                None => counts.stale += 1,
            }
        }
        let flying = boids.len();
        boids.retain(|energy| energy > 0.0);
        counts.landed += flying - boids.len();
        // The grid still has the boids that went in this step: whoever follows one of them meets a stale key.
        for flock in flocks {
            counts.stale += usize::from(flock.follow(boids, grid.seen()));
        }
        self.fill();
    }

    /// Where boids are missing, others come from beyond the horizon, a crowd at a time.
    fn fill(&mut self) {
        let missing = self.size - self.boids.len();
        if missing * 100 < self.size {
            return;
        }
        let flock = self.random.below(FLOCKS) as u8;
        let side = if self.random.below(2) == 0 { -1.0 } else { 1.0 };
        let height = self.random.between(20.0, 40.0);
        for _ in 0..missing {
            let place = Vec3::new(-82.0 * side, height, 0.0);
            let position = place + self.random.in_ball() * Vec3::new(6.0, 4.0, 6.0);
            self.arrive(flock, position, Vec3::X * (0.3 * side));
        }
    }

    fn arrive(&mut self, flock: u8, position: Vec3, velocity: Vec3) {
        let random = &mut self.random;
        let boid = Boid {
            position,
            velocity: velocity + random.in_ball() * 0.05,
            energy: random.between(2.0 * TIRED, 1.0),
            flock,
            number: self.counts.arrived as u32,
            span: random.between(0.7, 1.3),
            roost: Vec2::new(random.between(-26.0, 26.0), random.between(-6.0, 6.0)),
        };
        let is_there = self.boids.insert(boid).is_some();
        debug_assert!(is_there, "the size is at most the capacity");
        self.counts.arrived += 1;
    }

    /// A number for all that is in the air, which does not depend on the order of the boids.
    pub(crate) fn checksum(&self) -> u64 {
        let mut sum = 0_u64;
        self.boids.look(|boid| {
            let state = [boid.position.to_array(), boid.velocity.to_array()];
            let bits = state.as_flattened().iter().map(|number| u64::from(number.to_bits()));
            let hash = bits.fold(mixed(u64::from(boid.number)), |hash, bits| mixed(hash ^ bits));
            sum = sum.wrapping_add(hash);
        });
        sum
    }
}
