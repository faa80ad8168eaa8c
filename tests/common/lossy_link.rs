//! A sender and a receiver of packets, between which packets are lost, come twice and overtake others.

use stackpool::{PacketError, Packets};
use std::collections::VecDeque;

/// One side: a pool, or several pools that are sent together. `N` is the number of pools.
pub(crate) trait Peer<const N: usize> {
    /// Something happens to the objects.
    fn play(&mut self, random: u32);

    /// Writes a packet of at most this many bytes. It is empty if there is nothing to send.
    fn changed_packet(&mut self, packets: &mut Packets<N>, bytes: usize) -> Vec<u8>;

    /// Notes the slots of a lost packet again.
    fn note_packet(&mut self, packet: &[u8]);

    fn apply_packet(&mut self, packets: &mut Packets<N>, packet: &[u8]) -> Result<(), PacketError>;

    /// Whether a slot is noted.
    fn has_changes(&self) -> bool;

    fn saved(&self) -> Vec<u8>;
}

pub(crate) struct LossyLink<S, const N: usize> {
    pub(crate) sender: S,
    pub(crate) receiver: S,
    sent: Packets<N>,
    received: Packets<N>,
    on_their_way: VecDeque<(u32, Vec<u8>)>,
}

impl<S: Peer<N>, const N: usize> LossyLink<S, N> {
    /// The first packet has this number.
    pub(crate) fn new(sender: S, receiver: S, number: u32) -> Self {
        let (sent, received) = (Packets::new(number), Packets::new(number));
        LossyLink { sender, receiver, sent, received, on_their_way: VecDeque::new() }
    }

    /// Plays with 20 % of loss and packets that overtake others, then all arrive. A frame is some of the numbers.
    pub(crate) fn play(&mut self, frames: std::slice::Chunks<'_, u32>, bytes: usize) {
        for frame in frames {
            frame.iter().for_each(|&random| self.sender.play(random));
            self.send(bytes);
            let random = frame[0] >> 8;
            // Up to three are on their way, and any of them may be the next.
            while self.on_their_way.len() > 3 || !self.on_their_way.is_empty() && random % 3 == 0 {
                self.deliver(random as usize % self.on_their_way.len(), random / 4 % 5 == 0);
            }
        }
        self.settle(bytes);
    }

    /// All packets arrive, and those that are still to be sent.
    fn settle(&mut self, bytes: usize) {
        while !self.on_their_way.is_empty() || self.send(bytes) {
            self.deliver(0, false);
        }
    }

    /// Sends a packet of at most this many bytes. Returns whether there was anything to send.
    fn send(&mut self, bytes: usize) -> bool {
        let number = self.sent.number();
        let packet = self.sender.changed_packet(&mut self.sent, bytes);
        if packet.is_empty() {
            assert!(self.sent.number() == number && !self.sender.has_changes());
            return false;
        }
        self.on_their_way.push_back((number, packet));
        true
    }

    /// The packet at this place arrives, or is lost. The sender learns of it at once.
    fn deliver(&mut self, place: usize, is_lost: bool) {
        let (number, packet) = self.on_their_way.remove(place).unwrap();
        let expected = self.received.number();
        let is_late = (number.wrapping_sub(expected) as i32) < 0;
        if is_lost || is_late {
            if !is_lost {
                let late = PacketError::Late { expected, found: number };
                assert_eq!(self.receiver.apply_packet(&mut self.received, &packet), Err(late));
            }
            self.sender.note_packet(&packet);
            self.sender.note_packet(&packet);
            return;
        }
        self.receiver.apply_packet(&mut self.received, &packet).unwrap();
        assert_eq!(self.received.number(), number.wrapping_add(1));
        // It comes twice. If it were not late, it would change nothing.
        let before = self.receiver.saved();
        let again = self.receiver.apply_packet(&mut self.received, &packet);
        assert!(matches!(again, Err(PacketError::Late { .. })));
        self.receiver.apply_packet(&mut Packets::new(number), &packet).unwrap();
        assert!(self.receiver.saved() == before);
    }
}
