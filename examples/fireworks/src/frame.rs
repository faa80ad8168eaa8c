//! From a world to the pixels of a frame.

use crate::actors::{Glow, Puff, Shell, Spark};
use crate::canvas::Canvas;
use crate::scenery::Scenery;
use crate::show::STEP;
use crate::vector::{Light, Vec2, smooth, wave};
use crate::world::{EMBER, World};

/// Pixels of a frame: red, green and blue, as a screen shows them.
pub(crate) type Rgb = [u8; 3];

pub(crate) const WIDTH: usize = 480;
pub(crate) const HEIGHT: usize = 270;

/// Row where the water begins.
const SHORE: usize = 220;

/// Steps of the world per frame, at 25 frames per second.
pub(crate) const STEPS_PER_FRAME: u32 = 2;

/// The part of a frame's light that is still there in the next frame.
const AFTERGLOW: f32 = 0.62;

/// The sky over the town, as a film that is exposed frame by frame.
pub(crate) struct Film {
    scenery: Scenery,
    /// The light of all burning things, and the afterglow of those that have burnt out.
    fire: Canvas,
}

impl Film {
    pub(crate) fn new() -> Self {
        Film { scenery: Scenery::new(WIDTH, SHORE), fire: Canvas::new(WIDTH, SHORE) }
    }

    /// Takes a picture of the world. `turn` is the part of the show that is over; things without physics move by it.
    pub(crate) fn expose(&mut self, world: &World, frame: u32, turn: f32) -> Vec<Rgb> {
        self.fire.fade(AFTERGLOW);
        let mut haze = Canvas::new(WIDTH, SHORE);
        self.draw_fire(world, frame);
        draw_smoke(&mut haze, world);
        let sky = self.develop(&haze);
        let mut picture: Vec<Rgb> = sky.pixels.iter().map(|&light| tone(light)).collect();
        picture.extend(water(&sky, turn).map(tone));
        picture
    }

    fn draw_fire(&mut self, world: &World, frame: u32) {
        const SHUTTER: f32 = STEPS_PER_FRAME as f32 * STEP;
        for (handle, spark) in world.sparks.iter() {
            let light = world.colour(spark) * brightness(spark, handle.index() as u32, frame);
            let body = &spark.body;
            self.fire.streak(body.position - body.velocity * SHUTTER, body.position, light);
        }
        for comet in world.comets.values() {
            let colour = world.shells.get(comet.shell).map_or(EMBER, Shell::colour);
            let fading = 1.0 - comet.body.progress();
            let from = comet.body.position - comet.body.velocity * SHUTTER;
            self.fire.streak(
                from,
                comet.body.position,
                (colour + Light::new(0.3, 0.3, 0.3)) * (1.6 * fading),
            );
        }
        for rocket in world.rockets.values() {
            let from = rocket.body.position - rocket.body.velocity * SHUTTER;
            self.fire.streak(from, rocket.body.position, Light::new(2.6, 1.9, 1.1));
        }
        for shell in world.shells.values() {
            let flash = (1.0 - shell.age / 0.14).max(0.0);
            let light = shell.colours[0].mix(Light::new(1.0, 1.0, 1.0), 0.6);
            self.fire.disc(shell.centre, 5.0 + 22.0 * (1.0 - flash), light * (2.2 * flash));
        }
    }

    /// Puts the layers in front of each other, and adds the glow around bright light.
    fn develop(&self, haze: &Canvas) -> Canvas {
        let mut near = self.fire.quarter();
        near.blur(1);
        let mut far = near.clone();
        far.blur(5);
        let mut sky = self.scenery.light.clone();
        for (i, pixel) in sky.pixels.iter_mut().enumerate() {
            let quarter = Vec2::new((i % WIDTH) as f32 + 0.5, (i / WIDTH) as f32 + 0.5) * 0.25;
            let glow = near.sample(quarter) * 0.45 + far.sample(quarter) * 0.4;
            *pixel += (self.fire.pixels[i] + glow + haze.pixels[i]) * self.scenery.clear[i];
        }
        sky
    }
}

fn draw_smoke(haze: &mut Canvas, world: &World) {
    const DARK: Light = Light::new(0.004, 0.004, 0.006);
    let mut draw = |puff: &Puff, density: f32| {
        let lit = puff.shell.and_then(|shell| world.shells.get(shell)).map_or(Light::BLACK, |shell| {
            let away = (puff.body.position - shell.centre).length();
            shell.colour() * (shell.brightness() * 0.035 / (1.0 + away * away * 0.0012))
        });
        let t = puff.body.progress();
        let fade = smooth(t / 0.15) * (1.0 - t);
        haze.disc(puff.body.position, puff.radius, (lit + DARK) * (fade * density));
    };
    world.burst_smoke.values().for_each(|puff| draw(puff, 1.0));
    world.trail_smoke.values().for_each(|puff| draw(puff, 2.0));
}

/// The brightness of a spark at its age. `slot` makes the phases of sparks differ.
fn brightness(spark: &Spark, slot: u32, frame: u32) -> f32 {
    let t = spark.body.progress();
    let left = 1.0 - t;
    let shape = match spark.glow {
        Glow::Star => 2.2 * left.min(0.6) * (1.0 + 2.0 * (0.12 - t).max(0.0) / 0.12),
        Glow::Strobe if t < 0.4 => 1.3 * left,
        Glow::Strobe => {
            let is_lit =
                slot.wrapping_mul(0x9E37_79B9).wrapping_add(frame.wrapping_mul(0x5000_0000)) >> 30 == 0;
            if is_lit { 5.0 * left } else { 0.1 }
        }
        Glow::Ember => 1.1 * left * left,
    };
    spark.brightness * shape
}

/// The rows below the shore: the sky upside down, compressed and rippled.
fn water(sky: &Canvas, turn: f32) -> impl Iterator<Item = Light> {
    const ROWS: usize = HEIGHT - SHORE;
    const TINT: Light = Light::new(0.50, 0.58, 0.72);
    const DEPTH: Light = Light::new(0.002, 0.004, 0.012);
    (0..ROWS * WIDTH).map(move |i| {
        let (column, row) = ((i % WIDTH) as f32, (i / WIDTH) as f32);
        let depth = row / ROWS as f32;
        // Ripples are short near the shore and long near the viewer. The phase of each one turns a whole number of
        // times.
        let phase = 14.0 * (1.0 - depth) * (1.0 - depth);
        let ripple =
            wave(phase + 9.0 * turn + 0.004 * column) + 0.6 * wave(2.3 * phase - 7.0 * turn - 0.007 * column);
        let x = column + 0.5 + ripple * (0.6 + 3.2 * depth);
        let y = SHORE as f32 - 1.0 - row * 3.5 - ripple * 1.5 * depth;
        let fade = 1.0 - 0.55 * depth;
        sky.sample(Vec2::new(x, y)).zip(TINT, |light, tint| light * tint) * fade + DEPTH
    })
}

/// Converts light into the colours of a screen. The curve (Narkowicz's fit of ACES) compresses the brightness below
/// white. The hue is kept, except in the brightest light, which becomes white. The square root approximates the gamma
/// of screens.
fn tone(light: Light) -> Rgb {
    let [red, green, blue] = light.0;
    let x = red.max(green).max(blue).max(1e-6);
    let bent = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    let burnt = smooth((x - 0.5) / 5.0);
    light.0.map(|part| {
        let part = part * (bent / x);
        let part = part + (bent - part) * burnt;
        (part.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8
    })
}
