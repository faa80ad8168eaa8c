//! A network of peers, with weather.

use crate::PLAYERS;
use stackpool_soak::Random;

/// What happens to packets.
#[derive(Clone, Copy)]
pub(crate) struct Weather {
    /// How many of 100 are lost.
    pub(crate) loss: usize,
    /// The ticks that one takes, at least and at most.
    pub(crate) delay: [usize; 2],
}

/// What a peer sends in every tick: its inputs that the other one may not have yet, and what it has of the other's.
#[derive(Clone)]
pub(crate) struct Packet {
    pub(crate) from: usize,
    /// The frame of the first input.
    pub(crate) first: u32,
    pub(crate) inputs: Vec<u8>,
    /// The other's inputs that arrived, up to this frame (exclusive).
    pub(crate) acknowledged: u32,
}

/// A packet on its way.
struct Flight {
    to: usize,
    arrives: u64,
    number: u64,
    packet: Packet,
}

pub(crate) struct Network {
    weather: Weather,
    random: Random,
    now: u64,
    flights: Vec<Flight>,
    /// The number of the newest packet that arrived, of each pair of peers.
    newest: [[u64; PLAYERS]; PLAYERS],
    pub(crate) sent: u64,
    pub(crate) lost: u64,
    pub(crate) overtaken: u64,
}

impl Network {
    pub(crate) fn new(weather: Weather, seed: u64) -> Self {
        Network {
            weather,
            random: Random::new(!seed),
            now: 0,
            flights: Vec::new(),
            newest: [[0; PLAYERS]; PLAYERS],
            sent: 0,
            lost: 0,
            overtaken: 0,
        }
    }

    /// The time passes.
    pub(crate) fn tick(&mut self) {
        self.now += 1;
    }

    pub(crate) fn send(&mut self, to: usize, packet: Packet) {
        self.sent += 1;
        let is_lost = self.random.percent(self.weather.loss);
        let [least, most] = self.weather.delay;
        let arrives = self.now + (least + self.random.below(most - least + 1)) as u64;
        if is_lost {
            self.lost += 1;
            return;
        }
        self.flights.push(Flight { to, arrives, number: self.sent, packet });
    }

    /// The next packet that has arrived at a peer.
    pub(crate) fn receive(&mut self, to: usize) -> Option<Packet> {
        let at = self.flights.iter().position(|flight| flight.to == to && flight.arrives <= self.now)?;
        let Flight { number, packet, .. } = self.flights.swap_remove(at);
        let newest = &mut self.newest[packet.from][to];
        self.overtaken += u64::from(number < *newest);
        *newest = number.max(*newest);
        Some(packet)
    }
}
