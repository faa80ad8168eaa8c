//! All containers play the same steps: they take turns, a few steps at a time, so that other load on the
//! machine affects all of them.

use crate::storage::{ColumnBoids, DenseBoids, Options, RowBoids, SlotMapBoids, Storage};
use crate::world::{PHASES, World};
use std::time::Duration;

/// The steps of a turn.
const TURN: usize = 5;

/// The steps before the first that is measured. Boids come and go meanwhile.
const WARM_UP: usize = 20;

/// A container after its steps.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    pub(crate) bytes_per_boid: f64,
    pub(crate) key_bytes: usize,
    /// The median of a whole step, and of each of its phases.
    pub(crate) step: Duration,
    pub(crate) phases: [Duration; PHASES.len()],
    /// What all containers must agree on.
    pub(crate) checksum: u64,
}

/// A world with any container.
trait Runner {
    fn play(&mut self, steps: usize, is_measured: bool);

    fn checksum(&self) -> u64;

    fn measured(&self) -> Measured;
}

struct Player<S: Storage> {
    world: World<S>,
    times: Vec<[Duration; PHASES.len()]>,
}

impl<S: Storage> Runner for Player<S> {
    fn play(&mut self, steps: usize, is_measured: bool) {
        for _ in 0..steps {
            let times = self.world.step();
            if is_measured {
                self.times.push(times);
            }
        }
    }

    fn checksum(&self) -> u64 {
        self.world.checksum()
    }

    fn measured(&self) -> Measured {
        let times = &self.times;
        Measured {
            name: S::NAME,
            bytes_per_boid: S::bytes_per_boid(),
            key_bytes: size_of::<S::Key>(),
            step: median(times.iter().map(|times| times.iter().sum()).collect()),
            phases: phases(times),
            checksum: self.checksum(),
        }
    }
}

/// Plays `steps` steps in each container, after those that warm up.
pub(crate) fn measure(boids: usize, steps: usize) -> Result<Vec<Measured>, String> {
    let mut runners: [Box<dyn Runner>; 5] = [
        player::<ColumnBoids>(boids),
        player::<DenseBoids>(boids),
        player::<RowBoids>(boids),
        player::<SlotMapBoids>(boids),
        player::<Options>(boids),
    ];
    for runner in &mut runners {
        runner.play(WARM_UP, false);
    }
    let mut left = steps;
    while left > 0 {
        let turn = left.min(TURN);
        for runner in &mut runners {
            runner.play(turn, true);
        }
        agree(&runners)?;
        left -= turn;
    }
    Ok(runners.iter().map(|runner| runner.measured()).collect())
}

fn player<S: Storage + 'static>(boids: usize) -> Box<dyn Runner> {
    Box::new(Player { world: World::<S>::new(boids), times: Vec::new() })
}

fn agree(runners: &[Box<dyn Runner>]) -> Result<(), String> {
    let checksums: Vec<u64> = runners.iter().map(|runner| runner.checksum()).collect();
    if checksums.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    Err(format!("the containers do not agree on where the boids are: {checksums:016x?}"))
}

/// The median of each phase.
pub(crate) fn phases(times: &[[Duration; PHASES.len()]]) -> [Duration; PHASES.len()] {
    std::array::from_fn(|phase| median(times.iter().map(|times| times[phase]).collect()))
}

pub(crate) fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
