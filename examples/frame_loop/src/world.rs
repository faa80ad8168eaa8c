//! The objects of a level, in pools, and how they move from frame to frame.

use crate::actors::{
    Emitter, EmitterPool, Light, LightPool, Particle, ParticlePool, Rider, RiderHandle, RiderPool,
};
use crate::level::{Level, Route};
use crate::random::Random;
use crate::statement::Kind;
use crate::vector::{Place, Vec3, through, wave};
use stackpool::Heap;
use std::fmt;

/// Seconds per frame.
pub(crate) const FRAME: f32 = 1.0 / 30.0;

/// All moving objects.
pub(crate) struct World {
    pub(crate) riders: Heap<RiderPool>,
    pub(crate) lights: Heap<LightPool>,
    pub(crate) emitters: Heap<EmitterPool>,
    pub(crate) particles: Heap<ParticlePool>,
    random: Random,
    /// Seconds since the level began.
    pub(crate) seconds: f32,
    pub(crate) counts: Counts,
}

/// What happened to the pools in a level.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Counts {
    pub(crate) emitted: usize,
    /// Particles that the full pool refused.
    pub(crate) refused: usize,
    pub(crate) most_particles: usize,
    /// Lights and emitters that found their rider gone.
    pub(crate) orphans: usize,
}

/// A level has more objects of a kind than the pool has room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Crowded {
    pub(crate) what: &'static str,
    pub(crate) most: usize,
}

impl fmt::Display for Crowded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level can have at most {} {}", self.most, self.what)
    }
}

impl std::error::Error for Crowded {}

impl World {
    pub(crate) fn new() -> Self {
        World {
            riders: RiderPool::on_heap(),
            lights: LightPool::on_heap(),
            emitters: EmitterPool::on_heap(),
            particles: ParticlePool::on_heap(),
            random: Random::new(1),
            seconds: 0.0,
            counts: Counts::default(),
        }
    }

    /// Begins a level. Everything of the level before is gone, and no handle of it is left. So the pools begin as new,
    /// and a level is drawn the same after every other one.
    pub(crate) fn begin(&mut self, level: &Level<'_>) -> Result<(), Crowded> {
        self.riders.reset();
        self.lights.reset();
        self.emitters.reset();
        self.particles.reset();
        self.random = Random::new(1);
        self.seconds = 0.0;
        self.counts = Counts::default();
        // The handles of the riders, indexed by the number of their route.
        let mut riders = [None; RiderPool::CAPACITY];
        for (number, route) in (0..).zip(level.routes) {
            let rider = Rider { route: number, place: ride(route, 0.0) };
            let handle = self
                .riders
                .insert(rider)
                .map_err(|_| Crowded { what: "riders", most: RiderPool::CAPACITY })?;
            riders[usize::from(number)] = Some(handle);
        }
        let rider = |route: Option<u16>| route.and_then(|number| riders[usize::from(number)]);
        for &lamp in level.lamps {
            let light = Light { rider: rider(lamp.route), lamp, at: lamp.at, colour: lamp.colour };
            self.lights.insert(light).map_err(|_| Crowded { what: "lights", most: LightPool::CAPACITY })?;
        }
        for &source in level.sources {
            let emitter = Emitter { rider: rider(source.route), source, at: source.at, due: 0.0 };
            self.emitters
                .insert(emitter)
                .map_err(|_| Crowded { what: "emitters", most: EmitterPool::CAPACITY })?;
        }
        Ok(())
    }

    /// Plays a frame.
    pub(crate) fn step(&mut self, level: &Level<'_>) {
        self.seconds += FRAME;
        let seconds = self.seconds;
        self.riders.retain(|_, rider| seconds < level.routes[usize::from(rider.route)].until);
        for rider in self.riders.values_mut() {
            rider.place = ride(&level.routes[usize::from(rider.route)], seconds);
        }
        let attached = self.lights.len() + self.emitters.len();
        self.step_lights();
        self.step_emitters();
        self.counts.orphans += attached - self.lights.len() - self.emitters.len();
        for particle in self.particles.values_mut() {
            move_on(particle);
        }
        self.particles.retain(|_, particle| particle.age < particle.life);
        self.counts.most_particles = self.counts.most_particles.max(self.particles.len());
    }

    fn step_lights(&mut self) {
        let seconds = self.seconds;
        self.lights.retain(|handle, light| {
            let Some(at) = anchored(&self.riders, light.rider, light.lamp.at) else { return false };
            // Each light has its own phase.
            let phase = handle.index() as f32 * 0.37;
            let unrest = wave(seconds * 2.3 + phase) * 0.5 + wave(seconds * 5.9 - phase) * 0.5;
            light.at = at;
            light.colour = light.lamp.colour * (1.0 - light.lamp.flicker * (0.5 + 0.5 * unrest));
            true
        });
    }

    fn step_emitters(&mut self) {
        self.emitters.retain(|_, emitter| {
            let Some(at) = anchored(&self.riders, emitter.rider, emitter.source.at) else { return false };
            let moved = at - emitter.at;
            emitter.at = at;
            emitter.due += emitter.source.rate * FRAME;
            while emitter.due >= 1.0 {
                emitter.due -= 1.0;
                // Anywhere on the path since the last frame, so that fast emitters leave no gaps.
                let from = at - moved * self.random.unit();
                let particle = particle(emitter.source.kind, from, &mut self.random);
                match self.particles.insert(particle) {
                    Ok(_) => self.counts.emitted += 1,
                    Err(_) => self.counts.refused += 1,
                }
            }
            true
        });
    }
}

/// The place of an object that may be on a rider; `None` if the rider has left.
fn anchored(riders: &RiderPool, rider: Option<RiderHandle>, at: Vec3) -> Option<Vec3> {
    match rider {
        Some(rider) => Some(riders.get(rider)?.place.point(at)),
        None => Some(at),
    }
}

/// The place of a rider on its route.
fn ride(route: &Route<'_>, seconds: f32) -> Place {
    let stops = route.via.len();
    let rounds = seconds / route.seconds;
    let along = (rounds - rounds.floor()) * stops as f32;
    let stop = (along.floor() as usize).min(stops - 1);
    let part = along - stop as f32;
    let points = [stops - 1, 0, 1, 2].map(|next| route.via[(stop + next) % stops]);
    let at = through(points, part);
    let ahead = through(points, part + 0.01) - at;
    Place::facing(at, ahead.x, ahead.z)
}

fn particle(kind: Kind, from: Vec3, random: &mut Random) -> Particle {
    let jitter = random.in_cube();
    let (spread, velocity, life) = match kind {
        Kind::Smoke => (0.15, Vec3::new(0.35, 1.1, 0.15) + jitter * 0.25, 3.4),
        Kind::Fire => (0.16, Vec3::new(0.05, 1.3, 0.0) + jitter * 0.22, 0.7),
        Kind::Sparks => (0.1, Vec3::new(0.0, 4.0, 0.0) + jitter * 2.4, 1.5),
    };
    let life = life * (0.75 + 0.25 * random.spread());
    Particle { kind, at: from + random.in_cube() * spread, velocity, age: 0.0, life, seen: None }
}

fn move_on(particle: &mut Particle) {
    let (pull, drag) = match particle.kind {
        Kind::Smoke => (0.0, 0.25),
        Kind::Fire => (0.6, 0.4),
        Kind::Sparks => (-6.0, 0.4),
    };
    particle.velocity = (particle.velocity + Vec3::UP * (pull * FRAME)) * (1.0 - drag * FRAME);
    particle.at = particle.at + particle.velocity * FRAME;
    particle.age += FRAME;
}
