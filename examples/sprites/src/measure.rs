//! All containers play the same frames: they take turns, so that other load on the machine affects all of them.

use crate::storage::{DenseSprites, InPlaceSprites, Options, SlotMapSprites, Storage};
use crate::world::{PHASES, WARM_UP, World};
use example_support::checksum;
use std::time::Duration;

/// The frames of a turn.
const TURN: usize = 4;

/// A container after its frames.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) key_bytes: usize,
    pub(crate) sprites: usize,
    /// The median of a whole frame without drawing, and of each of its phases.
    pub(crate) frame: Duration,
    pub(crate) phases: [Duration; PHASES.len()],
    /// That of the bytes for the graphics card. All containers must agree on it.
    pub(crate) checksum: u64,
}

/// A world with any container.
trait Runner {
    fn play(&mut self, frames: usize, is_measured: bool) -> u64;

    fn measured(&self) -> Measured;
}

struct Player<S: Storage> {
    world: World<S>,
    times: Vec<[Duration; PHASES.len()]>,
    checksum: u64,
}

impl<S: Storage> Runner for Player<S> {
    fn play(&mut self, frames: usize, is_measured: bool) -> u64 {
        for frame in 1..=frames {
            let times = self.world.step(|bytes, _| {
                if frame == frames {
                    self.checksum = checksum(bytes);
                }
            });
            if is_measured {
                self.times.push(times);
            }
        }
        self.checksum
    }

    fn measured(&self) -> Measured {
        let Player { world, times, checksum } = self;
        Measured {
            name: S::NAME,
            key_bytes: size_of::<S::Key>(),
            sprites: world.sprites.len(),
            frame: median(times.iter().map(|times| times.iter().sum()).collect()),
            phases: std::array::from_fn(|phase| median(times.iter().map(|times| times[phase]).collect())),
            checksum: *checksum,
        }
    }
}

/// Plays `frames` frames in each container, after those that fill the sky.
pub(crate) fn measure(sprites: usize, frames: usize) -> Result<Vec<Measured>, String> {
    let mut runners: [Box<dyn Runner>; 4] = [
        player::<DenseSprites>(sprites),
        player::<InPlaceSprites>(sprites),
        player::<SlotMapSprites>(sprites),
        player::<Options>(sprites),
    ];
    for runner in &mut runners {
        runner.play(WARM_UP, false);
    }
    let mut left = frames;
    while left > 0 {
        let turn = left.min(TURN);
        let checksums = runners.each_mut().map(|runner| runner.play(turn, true));
        if checksums.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(format!("the containers do not agree on the instances: {checksums:016x?}"));
        }
        left -= turn;
    }
    Ok(runners.iter().map(|runner| runner.measured()).collect())
}

fn player<S: Storage + 'static>(sprites: usize) -> Box<dyn Runner> {
    Box::new(Player { world: World::<S>::new(sprites), times: Vec::new(), checksum: 0 })
}

pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}
