//! Two machines play each other.

use crate::keepers::{Deltas, Keeper};
use crate::peer::Peer;
use crate::wire::{self, Weather};
use crate::world::{Pools, Storage, World};
use std::error::Error;

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Plan {
    pub(crate) frames: u32,
    pub(crate) input_delay: usize,
    pub(crate) weather: Weather,
    /// The frame in which the second machine plays by wrong rules.
    pub(crate) wind: Option<u32>,
}

/// The seed of the game itself: the weather is another matter.
const SEED: u64 = 4;

/// The frames that the handshake may take.
const HANDSHAKE: u32 = 10_000;

/// Both machines after the game.
pub(crate) struct Duel<S: Storage, K> {
    pub(crate) peers: [Peer<S, K>; 2],
    /// What both machines agree on, unless they do not.
    pub(crate) sum: u64,
    /// The frame in which the machines do not agree, as `ggrs` says.
    pub(crate) desync: Option<u32>,
}

/// A game in pools.
pub(crate) type PoolDuel = Duel<Pools, Deltas>;

/// Plays until both machines know all inputs up to the last frame, or until they do not agree.
pub(crate) fn play<S: Storage, K: Keeper<S>>(plan: &Plan) -> Result<Duel<S, K>, Box<dyn Error>> {
    let [first, second] = wire::pair(plan.weather)?;
    let mut peers = [
        Peer::<S, K>::new(first, 0, SEED, plan.input_delay, None)?,
        Peer::<S, K>::new(second, 1, SEED, plan.input_delay, plan.wind)?,
    ];
    shake_hands(&mut peers)?;
    while peers.iter().any(|peer| peer.confirmed() < plan.frames) {
        for peer in &mut peers {
            peer.tick()?;
        }
        if let Some(frame) = peers.iter().find_map(|peer| peer.desync) {
            return Ok(Duel { peers, sum: 0, desync: Some(frame) });
        }
    }
    // They have played beyond the last frame of the game.
    for peer in &mut peers {
        peer.go_back(plan.frames)?;
    }
    let sums = peers.each_ref().map(|peer| peer.world.sum());
    let straight = straight(&peers[0], plan.frames);
    if sums == [straight; 2] {
        return Ok(Duel { peers, sum: straight, desync: None });
    }
    Err(format!("the checksums are {sums:016x?} with rollbacks and {straight:016x} without").into())
}

fn shake_hands<S: Storage, K: Keeper<S>>(peers: &mut [Peer<S, K>; 2]) -> Result<(), Box<dyn Error>> {
    for _ in 0..HANDSHAKE {
        let mut are_ready = true;
        for peer in &mut *peers {
            are_ready &= peer.shake_hands()?;
        }
        if are_ready {
            return Ok(());
        }
    }
    Err("the machines do not find each other".into())
}

/// The checksum of the same game without a session: the same inputs, each frame once.
fn straight<S: Storage, K: Keeper<S>>(peer: &Peer<S, K>, frames: u32) -> u64 {
    let mut world = World::<S>::new(SEED);
    for inputs in &peer.inputs[..frames as usize] {
        world.advance(*inputs);
    }
    world.sum()
}

#[cfg(test)]
mod tests;
