//! A session of three peers with rollbacks, over a network that loses, delays and reorders packets.
//!
//! ```text
//! rollback [FRAMES [LOSS [SEED]]]      100,000 frames, 5 % of the packets
//! ```
//!
//! Every peer plays every frame as soon as it can, with predicted inputs of the others. When an input is another one
//! than predicted, the peer goes back by its [`History`](stackpool::History) and plays the frames again. At the end,
//! the checksums of all frames are compared: those of the peers with each other, and with a session over a network
//! that loses nothing, in which every input arrives in time.

mod network;
mod peer;
mod world;

use network::{Network, Weather};
use peer::Peer;
use stackpool_soak::{Random, argument};
use std::process::ExitCode;

/// The players.
const PLAYERS: usize = 3;

/// The frames that a peer plays ahead of the oldest input that it waits for.
const AHEAD: u32 = 11;

/// A session after its last frame.
struct Session {
    peers: Vec<Peer>,
    network: Network,
}

fn main() -> ExitCode {
    let (frames, loss, seed) = (argument(1, 100_000), argument(2, 5), argument(3, 1));
    let calm = play(frames, Weather { loss: 0, delay: [1, 1] }, seed);
    let stormy = play(frames, Weather { loss, delay: [6, 14] }, seed);
    println!("{frames} frames, {PLAYERS} peers, {loss} % loss, seed {seed}");
    let Network { sent, lost, overtaken, .. } = stormy.network;
    println!("{sent} packets, {lost} lost, {overtaken} overtaken by a later one");
    for peer in &stormy.peers {
        println!("{peer}");
    }
    assert!(calm.peers.iter().all(|peer| peer.rollbacks(0) == 0), "every input arrives in time");
    assert!(frames < 1_000 || stormy.peers.iter().all(|peer| peer.rollbacks(8) > 0), "no rollback was deep");
    let expected = &calm.peers[0].sums;
    assert_eq!(expected.len(), frames as usize, "every frame has a checksum");
    for peer in calm.peers.iter().chain(&stormy.peers) {
        if let Some(frame) = peer.sums.iter().zip(expected).position(|(sum, expected)| sum != expected) {
            println!("player {} has another checksum in frame {frame}", peer.player);
            return ExitCode::FAILURE;
        }
        assert_eq!(peer.sums.len(), expected.len());
    }
    println!("the checksums of all frames are those of a session without loss");
    ExitCode::SUCCESS
}

/// Plays until every peer has the inputs of all frames.
fn play(frames: u32, weather: Weather, seed: u64) -> Session {
    let mut network = Network::new(weather, seed);
    let mut peers: Vec<_> = (0..PLAYERS).map(|player| Peer::new(player, frames, seed)).collect();
    while peers.iter().any(|peer| !peer.is_done()) {
        for peer in &mut peers {
            peer.send(&mut network);
        }
        network.tick();
        for peer in &mut peers {
            peer.receive(&mut network);
            peer.play();
        }
    }
    Session { peers, network }
}

/// What a player does in a frame.
fn input(seed: u64, player: usize, frame: u32) -> u8 {
    // Players hold their keys for some frames, so a prediction is sometimes right.
    let held = u64::from(frame) / 7;
    Random::new(seed ^ (held << 8) ^ ((player as u64) << 56)).bits() as u8
}
