//! What both machines agree on, whatever the weather.

use super::*;
use crate::components::Components;
use crate::keepers::{Clones, Saves};
use crate::peer::{Asked, PREDICTION};
use crate::wire::Traffic;
use stackpool::Snapshot;
use std::mem;
use std::time::Duration;

/// By the last frame, objects of every kind have died.
const PLAN: Plan =
    Plan { frames: 180, input_delay: 1, weather: Weather { seed: 1, loss: 10, lag: 7 }, wind: None };

fn with(loss: u32, lag: u32, input_delay: usize) -> Plan {
    Plan { input_delay, weather: Weather { seed: 1, loss, lag }, ..PLAN }
}

fn seen<S: Storage, K>(duel: &Duel<S, K>) -> [(Asked, Traffic); 2] {
    duel.peers.each_ref().map(|peer| (peer.asked, peer.wire.borrow().traffic))
}

#[test]
fn the_same_seed_gives_the_same_statistics() {
    let [one, other] = [(); 2].map(|()| play::<Pools, Deltas>(&PLAN).unwrap());
    assert_eq!((one.sum, seen(&one)), (other.sum, seen(&other)));
    assert_eq!(one.peers[0].film.ticks, other.peers[0].film.ticks);

    // These figures are the same on every machine and in every build.
    let figures = seen(&one).map(|(asked, traffic)| (asked.rollback_count(), asked.again(), traffic.lost));
    assert_eq!(figures, [(50, 134, 38), (34, 141, 33)]);

    let another = Plan { weather: Weather { seed: 2, ..PLAN.weather }, ..PLAN };
    assert_ne!(seen(&play::<Pools, Deltas>(&another).unwrap()), seen(&one));
}

#[test]
fn packets_are_lost_and_rollbacks_are_deep() {
    let duel = play::<Pools, Deltas>(&PLAN).unwrap();
    for (asked, traffic) in seen(&duel) {
        // One frame of the eight has the inputs of both players.
        assert_eq!(asked.deepest(), PREDICTION - 1, "{asked:?}");
        assert!(asked.rollback_count() > PLAN.frames / 6 && asked.waits > 0, "{asked:?}");
        assert!(traffic.lost > traffic.sent / 20 && traffic.overtaken > 0, "{traffic:?}");
    }
}

#[test]
fn fair_weather_needs_no_rollbacks_and_foul_weather_is_survived() {
    let duel = play::<Pools, Deltas>(&with(0, 1, 2)).unwrap();
    assert!(
        seen(&duel)
            .iter()
            .all(|(asked, traffic)| asked.rollback_count() + asked.waits == 0 && traffic.lost == 0)
    );

    let duel = play::<Pools, Deltas>(&with(50, 12, 0)).unwrap();
    for (asked, traffic) in seen(&duel) {
        assert!(asked.waits > 20 && traffic.lost > traffic.sent / 3, "{asked:?} {traffic:?}");
    }
}

#[test]
fn all_keepers_end_in_the_same_state() {
    let history = play::<Pools, Deltas>(&PLAN).unwrap();
    let saves = play::<Pools, Saves>(&PLAN).unwrap();
    let clones = play::<Components, Clones>(&PLAN).unwrap();
    assert_eq!([saves.sum, clones.sum], [history.sum; 2]);
    let rollbacks = |asked: [(Asked, Traffic); 2]| asked.map(|(asked, traffic)| (asked.rollbacks, traffic));
    assert_eq!(rollbacks(seen(&saves)), rollbacks(seen(&history)));
    assert_eq!(rollbacks(seen(&clones)), rollbacks(seen(&history)));
}

/// Takes so long now and then that the session sends everything again, and measures the connection.
struct Slow(Deltas, u32);

impl Keeper<Pools> for Slow {
    const NAME: &'static str = "slow";

    fn new() -> Self {
        Slow(Deltas::new(), 0)
    }

    fn push(&mut self, world: &World) {
        self.1 += 1;
        if self.1 % 150 == 100 {
            std::thread::sleep(Duration::from_millis(210));
        }
        self.0.push(world);
    }

    fn rewind_to(&mut self, frame: u32, world: &mut World) -> Result<(), Box<dyn Error>> {
        self.0.rewind_to(frame, world)
    }

    fn sum(&mut self, world: &World) -> Result<u64, Box<dyn Error>> {
        self.0.sum(world)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// It takes a second: `ggrs` sends again after 200 ms by the clock.
#[test]
fn the_clock_changes_nothing() {
    let (slow, fast) = (play::<Pools, Slow>(&PLAN).unwrap(), play::<Pools, Deltas>(&PLAN).unwrap());
    assert_eq!(seen(&slow), seen(&fast));
    assert_eq!(slow.peers[0].film.ticks, fast.peers[0].film.ticks);
    assert!(slow.peers[0].wire.borrow().by_the_clock > 0 && slow.sum == fast.sum);
}

/// Takes back all of the world except one field.
struct Forgetful<const FIELD: usize>(Deltas);

impl<const FIELD: usize> Keeper<Pools> for Forgetful<FIELD> {
    const NAME: &'static str = "forgetful";

    fn new() -> Self {
        Forgetful(Deltas::new())
    }

    fn push(&mut self, world: &World) {
        self.0.push(world);
    }

    fn rewind_to(&mut self, frame: u32, world: &mut World) -> Result<(), Box<dyn Error>> {
        let mut before = World::<Pools>::new(0);
        before.restore(&world.save())?;
        self.0.rewind_to(frame, world)?;
        match FIELD {
            0 => mem::swap(&mut world.round.random, &mut before.round.random),
            1 => mem::swap(&mut world.round.wait, &mut before.round.wait),
            2 => mem::swap(&mut world.ships, &mut before.ships),
            3 => mem::swap(&mut world.rocks, &mut before.rocks),
            4 => mem::swap(&mut world.bricks, &mut before.bricks),
            5 => mem::swap(&mut world.shots, &mut before.shots),
            6 => mem::swap(&mut world.missiles, &mut before.missiles),
            7 => mem::swap(&mut world.sparks, &mut before.sparks),
            _ => {}
        }
        Ok(())
    }

    fn sum(&mut self, world: &World) -> Result<u64, Box<dyn Error>> {
        self.0.sum(world)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

fn is_noticed<const FIELD: usize>() -> bool {
    play::<Pools, Forgetful<FIELD>>(&PLAN).is_ok_and(|duel| duel.desync.is_some())
}

#[test]
fn whatever_is_not_taken_back_is_noticed() {
    assert!(is_noticed::<0>() && is_noticed::<2>() && is_noticed::<3>() && is_noticed::<4>());
    assert!(is_noticed::<5>() && is_noticed::<6>() && is_noticed::<7>());
    assert!(is_noticed::<1>());
    assert!(!is_noticed::<8>());
}
