//! The bursts of rockets and of comets.

use crate::actors::{
    Body, Comet, CometHandle, Emitter, EmitterHandle, Glow, Leader, Puff, Shell, ShellHandle, Spark,
};
use crate::random::Random;
use crate::show::{Effect, Recipe, STEP};
use crate::vector::Vec2;
use crate::world::{COMET_DRAG, STAR_DRAG, World};

impl World {
    /// A rocket becomes a shell with stars, comets and smoke.
    pub(crate) fn burst_rocket(&mut self, body: Body, recipe: Recipe, seed: u32) {
        let Recipe { effect, colours, radius } = recipe;
        let life = match effect {
            Effect::Peony | Effect::Saturn | Effect::Crossette => 1.6,
            Effect::Strobe | Effect::Palm => 2.0,
            Effect::Willow => 2.6,
        };
        let shell = Shell { centre: body.position, age: 0.0, life, colours, tails: [None; 48] };
        let Some(shell) = self.shells.add(shell) else {
            return;
        };
        let mut burst = Explosion { world: self, shell, body, radius, random: Random::new(seed) };
        match effect {
            Effect::Peony => burst.ball(15.0, 1.0, Glow::Star),
            Effect::Strobe => burst.ball(11.0, 1.0, Glow::Strobe),
            Effect::Saturn => {
                burst.ball(7.0, 0.5, Glow::Star);
                burst.ring(320);
            }
            Effect::Crossette => burst.comets(18, Spread::Fan, 0.8, 30),
            Effect::Willow => burst.comets(46, Spread::Ball, 2.3, 0),
            Effect::Palm => burst.comets(13, Spread::Fan, 1.7, 0),
        }
        burst.smoke(16);
    }

    /// A comet becomes stars.
    pub(crate) fn burst_comet(&mut self, body: Body, shell: ShellHandle, seed: u32, stars: u32) {
        let mut random = Random::new(seed);
        let turn = random.unit();
        for i in 0..stars {
            // A cross of four arms.
            let direction = Vec2::at_turn(turn + (i % 4) as f32 / 4.0);
            let spread = direction * random.between(20.0, 75.0) + random.in_disk() * 7.0;
            self.sparks.add(Spark {
                body: Body::new(body.position, body.velocity * 0.5 + spread, random.between(0.5, 1.1)),
                shell: Some(shell),
                glow: Glow::Star,
                brightness: 1.3,
            });
        }
    }
}

/// How comets leave a burst.
#[derive(Clone, Copy)]
enum Spread {
    /// In the plane of the picture, evenly.
    Fan,
    Ball,
}

/// A burst in the making.
struct Explosion<'a> {
    world: &'a mut World,
    shell: ShellHandle,
    /// The body that burst.
    body: Body,
    radius: f32,
    random: Random,
}

impl Explosion<'_> {
    /// A star that, without gravity, comes to rest at `offset` from the centre.
    fn star(&mut self, offset: Vec2, life: f32, glow: Glow) {
        // The sum of all steps at a velocity of 1.
        const REACH: f32 = STEP / (1.0 - STAR_DRAG);
        let velocity = self.body.velocity * 0.3 + offset * (1.0 / REACH);
        self.world.sparks.add(Spark {
            body: Body::new(self.body.position, velocity, life),
            shell: Some(self.shell),
            glow,
            brightness: 1.0,
        });
    }

    /// A ball of stars, with `density` stars per pixel of the radius.
    fn ball(&mut self, density: f32, size: f32, glow: Glow) {
        for _ in 0..(density * self.radius) as u32 {
            let offset = self.random.on_sphere() * (self.radius * size * self.random.between(0.86, 1.0));
            let life = match glow {
                Glow::Strobe => self.random.between(1.6, 3.0),
                Glow::Star | Glow::Ember => self.random.between(1.2, 2.3),
            };
            self.star(offset, life, glow);
        }
    }

    fn ring(&mut self, stars: u32) {
        let axis = Vec2::at_turn(self.random.between(-0.09, 0.09));
        let across = Vec2::new(-axis.y, axis.x);
        for i in 0..stars {
            let around =
                Vec2::at_turn(i as f32 / stars as f32) * (self.radius * self.random.between(1.2, 1.24));
            let life = self.random.between(1.3, 2.0);
            self.star(axis * around.x + across * (around.y * 0.28), life, Glow::Star);
        }
    }

    /// Comets with tails. The shell keeps the handles of the tails.
    fn comets(&mut self, count: u32, spread: Spread, life: f32, payload: u32) {
        let turn = self.random.unit();
        let reach = STEP / (1.0 - COMET_DRAG);
        for i in 0..count {
            let direction = match spread {
                Spread::Fan => Vec2::at_turn(turn + i as f32 / count as f32),
                Spread::Ball => self.random.on_sphere(),
            };
            let offset = direction * (self.radius * self.random.between(0.9, 1.0));
            let life = life * self.random.between(0.88, 1.0);
            let comet = self.world.comets.add(Comet {
                body: Body::new(self.body.position, self.body.velocity * 0.3 + offset * (1.0 / reach), life),
                shell: self.shell,
                seed: self.random.next(),
                payload,
            });
            if let Some(comet) = comet {
                self.tail(comet, i as usize, spread);
            }
        }
    }

    fn tail(&mut self, comet: CometHandle, i: usize, spread: Spread) {
        let (rate, life) = match spread {
            Spread::Fan => (2.6, 0.55),
            Spread::Ball => (1.6, 1.2),
        };
        let tail: Option<EmitterHandle> = self.world.emitters.add(Emitter {
            leader: Leader::Comet(comet),
            shell: Some(self.shell),
            rate,
            due: self.random.unit(),
            life,
            random: Random::new(self.random.next()),
        });
        let shell = self.world.shells.find(self.shell);
        if let Some(slot) = shell.and_then(|shell| shell.tails.get_mut(i)) {
            *slot = tail;
        }
    }

    fn smoke(&mut self, puffs: u32) {
        for _ in 0..puffs {
            let place = self.random.in_disk() * (0.6 * self.radius);
            let life = self.random.between(1.8, 2.8);
            self.world.burst_smoke.add(Puff {
                body: Body::new(self.body.position + place * 0.4, place * 1.2, life),
                radius: self.random.between(7.0, 13.0),
                shell: Some(self.shell),
            });
        }
    }
}
