//! The show: rockets rise and burst into sparks.

use crate::sky::Sky;
use crate::spark::Spark;
use example_support::Random;
use stackpool::Pool;

/// A rocket. When its fuse has burnt down, it bursts.
#[derive(Pool)]
#[pool(capacity = 100)]
struct Rocket {
    position: [f32; 2],
    velocity: [f32; 2],
    /// In seconds.
    fuse: f32,
}

/// How many bursts are in the sky at a time.
const BURSTS: f32 = 20.0;

/// How long a spark lives, in seconds, on average.
const MEAN_LIFE: f32 = 2.2;

/// How long a rocket rises, in seconds, on average.
const MEAN_RISE: f32 = 0.9;

/// The most rockets that are launched in a second: the sky fills up in steps.
const MOST_PER_SECOND: f32 = 15.0;

/// From this many sparks a burst on, a rocket leaves a spark in every frame.
const SPARKS_OF_FULL_TRAIL: f32 = 200.0;

/// Rockets in a pool of their own, and the sky that they burst into.
pub(crate) struct Fireworks {
    pub(crate) sky: Sky,
    rockets: RocketPool,
    random: Random,
    /// The part of the next rocket that can be launched.
    due: f32,
}

impl Fireworks {
    pub(crate) fn new(sky: Sky) -> Self {
        Fireworks { sky, rockets: RocketPool::new(), random: Random::new(9), due: 1.0 }
    }

    /// Goes on by a frame. `wanted` is the number of sparks to reach, `aspect` the width of the sky by its height.
    pub(crate) fn step(&mut self, seconds: f32, wanted: f32, aspect: f32) {
        self.sky.step(seconds);
        let each = (wanted / BURSTS).max(8.0);
        // Until the rockets burst, some of the sparks go out.
        let expected = self.sky.len() as f32 + self.rockets.len() as f32 * each;
        self.due = (self.due + seconds * MOST_PER_SECOND).min(1.0);
        if self.due == 1.0 && expected < wanted * (1.0 + MEAN_RISE / MEAN_LIFE) {
            self.due = 0.0;
            self.launch(aspect);
        }
        self.rise(seconds, each);
    }

    fn launch(&mut self, aspect: f32) {
        let fuse = MEAN_RISE * self.random.between(0.8, 1.2);
        let target = [self.random.between(-0.85, 0.85) * aspect, self.random.between(-0.1, 0.72)];
        let start = [target[0] * 0.6 + self.random.between(-0.2, 0.2), -1.05];
        let velocity = [(target[0] - start[0]) / fuse, (target[1] - start[1]) / fuse];
        // A full pool of rockets launches none.
        let _ = self.rockets.insert(Rocket { position: start, velocity, fuse });
    }

    fn rise(&mut self, seconds: f32, sparks: f32) {
        for rocket in self.rockets.values_mut() {
            rocket.fuse -= seconds;
            rocket.position[0] += rocket.velocity[0] * seconds;
            rocket.position[1] += rocket.velocity[1] * seconds;
            // Small shows have short trails.
            if self.random.unit() > sparks / SPARKS_OF_FULL_TRAIL {
                continue;
            }
            let drift = [self.random.between(-0.04, 0.04), self.random.between(-0.12, 0.0)];
            self.sky.add(Spark {
                position: rocket.position,
                velocity: drift,
                colour: [255, 190, 120, 70],
                life: 0.8,
                fade: 1.6,
            });
        }
        let burnt_down = |rocket: &Rocket| rocket.fuse <= 0.0;
        while let Some((handle, _)) = self.rockets.iter().find(|(_, rocket)| burnt_down(rocket)) {
            let Some(rocket) = self.rockets.remove(handle) else { break };
            let count = sparks * self.random.between(0.5, 1.5);
            self.burst(rocket.position, count as u32);
        }
    }

    /// Starts a burst of the given number of sparks.
    pub(crate) fn burst(&mut self, centre: [f32; 2], sparks: u32) {
        let shape = Shape::any(&mut self.random);
        let [warm, cold] = colours(&mut self.random);
        for _ in 0..sparks {
            let direction = shape.direction(&mut self.random);
            let colour = if self.random.unit() < 0.75 { warm } else { cold };
            let size = self.random.between(70.0, 150.0) as u8;
            let [x, y] = direction.map(|part| part * shape.speed);
            // Sparks of one burst go out at about the same time.
            let fade = shape.fade * self.random.between(0.75, 1.3);
            let colour = [colour[0], colour[1], colour[2], size];
            if !self.sky.add(Spark { position: centre, velocity: [x, y], colour, life: 1.0, fade }) {
                return;
            }
        }
    }
}

/// How the sparks of a burst fly apart.
struct Shape {
    speed: f32,
    fade: f32,
    /// Of a ring: its height, in parts of its width. Below 0 it turns the other way.
    ring: Option<f32>,
    /// How far the slowest sparks stay behind: 0 for a hollow ball.
    fill: f32,
}

impl Shape {
    fn any(random: &mut Random) -> Self {
        let speed = random.between(0.35, 0.85);
        match random.below(6) {
            0 => Shape { speed, fade: 0.5, ring: Some(random.between(-0.93, 0.93)), fill: 0.04 },
            1 => Shape { speed: speed * 0.8, fade: 0.3, ring: None, fill: 0.7 },
            2 => Shape { speed, fade: 0.42, ring: None, fill: 1.0 },
            _ => Shape { speed, fade: 0.46, ring: None, fill: 0.12 },
        }
    }

    /// A random direction, at most as long as 1.
    fn direction(&self, random: &mut Random) -> [f32; 2] {
        let [cos, sin] = unit_vector(random);
        let speed = 1.0 - self.fill * random.unit();
        match self.ring {
            Some(height) => [cos * speed, sin * speed * height],
            // A point on a ball, as seen from the side.
            None => {
                let height = random.between(-1.0, 1.0);
                let radius = (1.0 - height * height).sqrt();
                [cos * radius * speed, height * speed]
            }
        }
    }
}

/// A vector of length 1 in any direction. It needs no sine: that would be 7 kB more of the program.
fn unit_vector(random: &mut Random) -> [f32; 2] {
    loop {
        let vector = [random.between(-1.0, 1.0), random.between(-1.0, 1.0)];
        let square = vector[0] * vector[0] + vector[1] * vector[1];
        if (0.01..1.0).contains(&square) {
            return vector.map(|part| part / square.sqrt());
        }
    }
}

/// Two colours that go together.
fn colours(random: &mut Random) -> [[u8; 3]; 2] {
    const PAIRS: [[[u8; 3]; 2]; 7] = [
        [[255, 176, 64], [255, 236, 190]],
        [[255, 84, 72], [255, 190, 110]],
        [[90, 170, 255], [220, 240, 255]],
        [[110, 235, 160], [240, 255, 200]],
        [[200, 120, 255], [255, 190, 235]],
        [[255, 110, 180], [255, 220, 160]],
        [[80, 225, 225], [255, 255, 255]],
    ];
    PAIRS[random.below(PAIRS.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions;

    #[test]
    fn the_sky_fills_up_to_what_is_wanted() {
        // Eight seconds: about three lives of a spark, with 1,000 sparks.
        let all = definitions::all();
        let mut show = Fireworks::new(all[0].sky());
        let mut lens = Vec::new();
        for frame in 0..480 {
            show.step(1.0 / 60.0, 700.0, 1.6);
            if frame >= 300 {
                lens.push(show.sky.len());
            }
        }
        let mean = lens.iter().sum::<usize>() / lens.len();
        assert!((600..800).contains(&mean), "{mean}");
        let len = show.sky.len();
        assert_eq!(show.sky.columns().position.len(), len);
    }

    #[test]
    fn more_than_a_pool_holds_is_refused() {
        let all = definitions::all();
        let mut show = Fireworks::new(all[0].sky());
        show.burst([0.0; 2], 1_200);
        assert_eq!((show.sky.len(), show.sky.refused()), (1_000, 1));
    }
}
