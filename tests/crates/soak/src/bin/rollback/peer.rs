//! A machine of the session.

use crate::network::{Network, Packet};
use crate::world::World;
use crate::{AHEAD, PLAYERS, input};
use stackpool::{History, Snapshot, checksum};
use std::fmt;

/// The states that a history has beside the newest one.
const STEPS: usize = 2 * AHEAD as usize;

/// The bytes for deltas: enough for the frames that are played ahead.
const DELTA_BYTES: usize = 1 << 20;

pub(crate) struct Peer {
    pub(crate) player: usize,
    seed: u64,
    /// The frames of the session.
    frames: u32,
    world: World,
    history: History<World, STEPS>,
    /// A state is kept each time this number of frames has passed. So one peer goes back beyond the wrong frame.
    stride: u32,
    /// The inputs of each player that arrived, without a gap.
    inputs: [Vec<u8>; PLAYERS],
    /// The inputs that each frame was played with.
    played: Vec<[u8; PLAYERS]>,
    /// The inputs of this player that the others have.
    acknowledged: [u32; PLAYERS],
    /// The checksum before each frame, of those that were played. It is final when all inputs before it are known.
    pub(crate) sums: Vec<u64>,
    /// How many frames were played again at once, by number of frames.
    depths: [u64; 2 * STEPS],
    waits: u64,
    most_alive: usize,
}

impl Peer {
    pub(crate) fn new(player: usize, frames: u32, seed: u64) -> Self {
        Peer {
            player,
            seed,
            frames,
            world: World::new(seed),
            history: History::with_delta_bytes(DELTA_BYTES),
            stride: if player == 2 { 3 } else { 1 },
            inputs: Default::default(),
            played: Vec::new(),
            acknowledged: [0; PLAYERS],
            sums: Vec::new(),
            depths: [0; 2 * STEPS],
            waits: 0,
            most_alive: 0,
        }
    }

    /// The next frame to be played.
    fn frame(&self) -> u32 {
        self.played.len() as u32
    }

    /// The frames of which all inputs are known.
    fn known(&self) -> u32 {
        self.inputs.iter().map(Vec::len).min().unwrap_or(0) as u32
    }

    pub(crate) fn is_done(&self) -> bool {
        // And the others have the inputs of this one.
        let has_all = self.known() == self.frames && self.frame() == self.frames;
        has_all
            && (0..PLAYERS).all(|player| player == self.player || self.acknowledged[player] == self.frames)
    }

    /// How often this number of frames or more were played again.
    pub(crate) fn rollbacks(&self, frames: usize) -> u64 {
        self.depths[frames..].iter().sum()
    }

    /// Sends the others what they may not have. The input of a frame is known before the frame is played.
    pub(crate) fn send(&mut self, network: &mut Network) {
        let own = self.inputs[self.player].len() as u32;
        if own == self.frame() && own < self.frames {
            self.inputs[self.player].push(input(self.seed, self.player, own));
        }
        for to in (0..PLAYERS).filter(|&to| to != self.player) {
            let first = self.acknowledged[to];
            let inputs = self.inputs[self.player][first as usize..].to_vec();
            let acknowledged = self.inputs[to].len() as u32;
            network.send(to, Packet { from: self.player, first, inputs, acknowledged });
        }
    }

    pub(crate) fn receive(&mut self, network: &mut Network) {
        let known = self.known();
        while let Some(Packet { from, first, inputs, acknowledged }) = network.receive(self.player) {
            let has = self.inputs[from].len();
            // Nothing is left out: a peer sends everything that was not acknowledged.
            let new = inputs.get(has.saturating_sub(first as usize)..).unwrap_or(&[]);
            self.inputs[from].extend(new);
            self.acknowledged[from] = self.acknowledged[from].max(acknowledged);
        }
        let wrong = (known..self.known().min(self.frame())).find(|&frame| {
            let right = self.inputs.each_ref().map(|inputs| inputs[frame as usize]);
            self.played[frame as usize] != right
        });
        if let Some(wrong) = wrong {
            self.play_again(wrong);
        }
    }

    /// Goes back to a frame, or to the newest one before it that was kept, and plays all frames since.
    fn play_again(&mut self, wrong: u32) {
        let until = self.frame();
        let back =
            self.history.rewind_to_or_before(wrong, &mut self.world).expect("the history goes back that far");
        let back = u32::try_from(back).expect("a frame");
        assert_eq!(self.history.stats().forgotten, 0);
        assert!(back <= wrong && wrong - back < self.stride && self.world.frame() == back);
        self.depths[(until - back) as usize] += 1;
        self.played.truncate(back as usize);
        self.sums.truncate(back as usize);
        while self.frame() < until {
            self.step();
        }
    }

    /// Plays the next frame, unless the others are too far behind.
    pub(crate) fn play(&mut self) {
        if self.frame() == self.frames {
            return;
        }
        if self.frame() >= self.known() + AHEAD || self.inputs[self.player].len() as u32 <= self.frame() {
            self.waits += 1;
            return;
        }
        self.step();
    }

    fn step(&mut self) {
        let frame = self.frame();
        let sum = if frame % self.stride == 0 {
            self.history.push_frame(frame, &self.world);
            checksum(self.history.newest().expect("it was just pushed"))
        } else {
            self.world.checksum()
        };
        self.sums.push(sum);
        let inputs = self.inputs.each_ref().map(|inputs| {
            // An input that is not known is the same as the one before.
            inputs.get(frame as usize).or(inputs.last()).copied().unwrap_or(0)
        });
        self.played.push(inputs);
        self.world.step(inputs);
        self.most_alive = self.most_alive.max(self.world.check());
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let again: u64 = self.depths.iter().zip(0..).map(|(times, depth)| times * depth).sum();
        let deepest = self.depths.iter().rposition(|&times| times > 0).unwrap_or(0);
        write!(
            f,
            "player {}: {} rollbacks, {} of 8 frames and more, the deepest of {deepest}; {again} frames played \
             again, {} waits; at most {} objects; {} bytes of deltas",
            self.player,
            self.rollbacks(0),
            self.rollbacks(8),
            self.waits,
            self.most_alive,
            self.history.stats().delta_bytes
        )
    }
}
