//! What both machines agree on, whatever the weather.

use super::*;
use crate::components::Components;
use crate::keepers::{Clones, Saves};
use crate::peer::{Asked, PREDICTION};
use crate::wire::Traffic;

const PLAN: Plan =
    Plan { frames: 300, input_delay: 1, weather: Weather { seed: 1, loss: 10, lag: 7 }, wind: None };

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
    assert!(seen(&duel).iter().all(|(asked, _)| asked.waits > PLAN.frames / 4));
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
