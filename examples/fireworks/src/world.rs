//! The simulation: fixed steps, no clock, and every random number from the seed of its launch.

use crate::actors::{
    Body, BurstSmoke, Comet, Emitter, Glow, Leader, Puff, Rocket, Shell, ShellHandle, Spark, TrailSmoke,
};
use crate::random::Random;
use crate::show::{FLIGHT, Launch, PERIOD, PROGRAM, Recipe, STEP};
use crate::vector::{Light, Vec2, smooth};
use crate::watched::Watched;
use stackpool::PoolSpec;
use stackpool::layout::Tracked;

/// Pixels per second per second.
const GRAVITY: f32 = 34.0;

/// The part of a velocity that is left after a step.
pub(crate) const STAR_DRAG: f32 = 0.95;
pub(crate) const COMET_DRAG: f32 = 0.962;
const EMBER_DRAG: f32 = 0.93;
const SMOKE_DRAG: f32 = 0.96;

/// Pixels per second, to the right.
const WIND: f32 = 5.0;

/// Where rockets start.
pub(crate) const GROUND: f32 = 214.0;

/// The colour to which stars cool down.
pub(crate) const EMBER: Light = Light::new(1.0, 0.30, 0.06);

/// All pools. Every object is in one of them, and refers to others by handle only.
pub(crate) struct World {
    pub(crate) rockets: Watched<Rocket>,
    pub(crate) shells: Watched<Shell>,
    pub(crate) comets: Watched<Comet>,
    pub(crate) emitters: Watched<Emitter>,
    pub(crate) sparks: Watched<Spark>,
    pub(crate) burst_smoke: Watched<BurstSmoke>,
    pub(crate) trail_smoke: Watched<TrailSmoke>,
    /// The bursts of this step.
    bursts: Vec<Burst>,
}

/// A bursting object.
enum Burst {
    Rocket { body: Body, recipe: Recipe, seed: u32 },
    Comet { body: Body, shell: ShellHandle, seed: u32, stars: u32 },
}

impl World {
    pub(crate) fn new() -> Self {
        World {
            rockets: Watched::new(),
            shells: Watched::new(),
            comets: Watched::new(),
            emitters: Watched::new(),
            sparks: Watched::new(),
            burst_smoke: Watched::new(),
            trail_smoke: Watched::new(),
            bursts: Vec::new(),
        }
    }

    /// Moves the world on by one [`STEP`].
    pub(crate) fn step(&mut self, step: u32) {
        for (seed, launch) in (0..).zip(&PROGRAM) {
            if launch.step() == step % PERIOD {
                self.launch(launch, seed);
            }
        }
        self.move_rockets();
        self.move_shells();
        self.move_comets();
        self.emit();
        self.move_sparks();
        move_smoke(&mut self.burst_smoke, &mut self.shells);
        move_smoke(&mut self.trail_smoke, &mut self.shells);
        let mut bursts = std::mem::take(&mut self.bursts);
        for burst in bursts.drain(..) {
            match burst {
                Burst::Rocket { body, recipe, seed } => self.burst_rocket(body, recipe, seed),
                Burst::Comet { body, shell, seed, stars } => self.burst_comet(body, shell, seed, stars),
            }
        }
        self.bursts = bursts;
        self.end_step();
    }

    fn end_step(&mut self) {
        self.rockets.end_step();
        self.shells.end_step();
        self.comets.end_step();
        self.emitters.end_step();
        self.sparks.end_step();
        self.burst_smoke.end_step();
        self.trail_smoke.end_step();
    }

    fn launch(&mut self, launch: &Launch, seed: u32) {
        let from = Vec2::new(launch.from, GROUND);
        let climb = (launch.to - from) * (1.0 / FLIGHT);
        let velocity = climb - Vec2::new(0.0, 0.5 * GRAVITY * FLIGHT);
        let emitters = &mut self.emitters;
        // The rocket holds the handle of its trail, and the trail holds the handle of the rocket.
        self.rockets.add_with(|me| Rocket {
            body: Body::new(from, velocity, FLIGHT),
            recipe: launch.recipe,
            seed,
            fuse: FLIGHT,
            trail: emitters.add(Emitter {
                leader: Leader::Rocket(me),
                shell: None,
                rate: 2.2,
                due: 0.0,
                life: 0.5,
                random: Random::new(1_000 + seed),
            }),
        });
    }

    fn move_rockets(&mut self) {
        let World { rockets, emitters, bursts, .. } = self;
        rockets.retain(|_, rocket| {
            rocket.body.fly(GRAVITY, 1.0);
            rocket.fuse -= STEP;
            let flies = rocket.fuse > 0.0;
            if !flies {
                if let Some(trail) = rocket.trail {
                    emitters.remove(trail);
                }
                bursts.push(Burst::Rocket { body: rocket.body, recipe: rocket.recipe, seed: rocket.seed });
            }
            flies
        });
    }

    fn move_shells(&mut self) {
        let World { shells, emitters, .. } = self;
        shells.retain(|_, shell| {
            shell.age += STEP;
            let glows = shell.age < shell.life;
            if !glows {
                // If a comet is gone, its tail is gone too.
                for tail in shell.tails.iter().flatten() {
                    if let Some(emitter) = emitters.find(*tail) {
                        emitter.rate *= 0.5;
                        emitter.shell = None;
                    }
                }
            }
            glows
        });
    }

    fn move_comets(&mut self) {
        let World { comets, bursts, .. } = self;
        comets.retain(|_, comet| {
            comet.body.fly(GRAVITY, COMET_DRAG);
            let burns = !comet.body.is_over();
            if !burns && comet.payload > 0 {
                let Comet { body, shell, seed, payload } = *comet;
                bursts.push(Burst::Comet { body, shell, seed, stars: payload });
            }
            burns
        });
    }

    /// Emitters follow their leaders. An emitter whose leader is gone is removed.
    fn emit(&mut self) {
        let World { rockets, comets, emitters, sparks, trail_smoke, .. } = self;
        emitters.retain(|_, emitter| {
            let body = match emitter.leader {
                Leader::Rocket(rocket) => rockets.find(rocket).map(|rocket| rocket.body),
                Leader::Comet(comet) => comets.find(comet).map(|comet| comet.body),
            };
            let Some(body) = body else { return false };
            emitter.due += emitter.rate;
            while emitter.due >= 1.0 {
                emitter.due -= 1.0;
                sparks.add(emitter.spark(&body));
                if matches!(emitter.leader, Leader::Rocket(_)) && emitter.random.below(4) == 0 {
                    trail_smoke.add(Puff {
                        body: Body::new(body.position, emitter.random.in_disk() * 4.0, 1.4),
                        radius: 2.0,
                        shell: None,
                    });
                }
            }
            true
        });
    }

    fn move_sparks(&mut self) {
        let World { shells, sparks, .. } = self;
        for spark in sparks.values_mut() {
            match spark.glow {
                Glow::Star | Glow::Strobe => spark.body.fly(GRAVITY, STAR_DRAG),
                Glow::Ember => spark.body.fly(0.7 * GRAVITY, EMBER_DRAG),
            }
            // A spark that outlives its shell cools down.
            if spark.shell.is_some_and(|shell| shells.find(shell).is_none()) {
                spark.shell = None;
            }
        }
        sparks.retain(|_, spark| !spark.body.is_over());
    }

    /// The colour of a spark: the colour of its shell, or of an ember if the shell is gone.
    pub(crate) fn colour(&self, spark: &Spark) -> Light {
        spark.shell.and_then(|shell| self.shells.get(shell)).map_or(EMBER, Shell::colour)
    }
}

/// Moves the smoke of one of the two pools with the wind.
fn move_smoke<P>(smoke: &mut Watched<P>, shells: &mut Watched<Shell>)
where
    P: PoolSpec<Item = Puff>,
    P::Layout: Tracked,
{
    for puff in smoke.values_mut() {
        puff.body.fly(-2.0, SMOKE_DRAG);
        puff.body.position.x += WIND * STEP;
        puff.radius += 5.0 * STEP;
        if puff.shell.is_some_and(|shell| shells.find(shell).is_none()) {
            puff.shell = None;
        }
    }
    smoke.retain(|_, puff| !puff.body.is_over());
}

impl Body {
    /// Moves the body by one step.
    fn fly(&mut self, gravity: f32, drag: f32) {
        self.velocity.y += gravity * STEP;
        self.velocity = self.velocity * drag;
        self.position += self.velocity * STEP;
        self.age += STEP;
    }
}

impl Emitter {
    /// The spark that it leaves behind `body`, somewhere along the last step.
    fn spark(&mut self, body: &Body) -> Spark {
        let back = body.velocity * (STEP * self.random.unit());
        let velocity = body.velocity * 0.15 + self.random.in_disk() * 7.0;
        let life = self.life * self.random.between(0.35, 1.0);
        Spark {
            body: Body::new(body.position - back, velocity, life),
            shell: self.shell,
            glow: Glow::Ember,
            brightness: self.random.between(0.35, 0.9),
        }
    }
}

impl Shell {
    /// The colour of its stars: from the first colour to the second, and at the end to the colour of embers.
    pub(crate) fn colour(&self) -> Light {
        let t = self.age / self.life;
        let [first, second] = self.colours;
        first.mix(second, smooth((t - 0.15) / 0.45)).mix(EMBER, smooth((t - 0.7) / 0.3))
    }

    /// How brightly it lights its surroundings: a flash, then a glow that fades.
    pub(crate) fn brightness(&self) -> f32 {
        let left = 1.0 - self.age / self.life;
        let flash = (1.0 - self.age / 0.16).max(0.0);
        left * left + 5.0 * flash * flash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played() -> World {
        let mut world = World::new();
        (0..2 * PERIOD).for_each(|step| world.step(step));
        world
    }

    #[test]
    fn full_pools_and_stale_handles_are_normal() {
        let world = played();
        assert_eq!(world.sparks.peak, world.sparks.capacity());
        assert!(world.sparks.refused > 0);
        assert!(world.shells.stale > 0 && world.comets.stale > 0);
        assert_eq!((world.rockets.stale, world.rockets.refused), (0, 0));
    }

    #[test]
    fn the_same_show_is_played_each_time() {
        let positions = |world: &World| -> Vec<_> {
            world.sparks.iter().map(|(handle, spark)| (handle, spark.body.position)).collect()
        };
        assert_eq!(positions(&played()), positions(&played()));
    }

    #[test]
    fn all_comes_to_an_end() {
        let mut world = played();
        world.rockets.clear();
        for _ in 0..PERIOD {
            world.move_rockets();
            world.move_shells();
            world.move_comets();
            world.emit();
            world.move_sparks();
            let bursts = std::mem::take(&mut world.bursts);
            assert!(bursts.iter().all(|burst| matches!(burst, Burst::Comet { .. })));
        }
        assert!(world.shells.is_empty() && world.comets.is_empty());
        assert!(world.emitters.is_empty() && world.sparks.is_empty());
    }
}
