//! What the serial line receives.

use crate::counters;
use stackpool::{Pool, PoolBox};

/// Packets that can exist at once. More than 32, so the marks of the free slots take more than one atomic word.
pub const PACKETS: usize = 40;

/// The most bytes that a packet carries.
pub const MOST_BYTES: usize = 48;

/// A packet of a sensor.
///
/// Its owner is a box of one byte. An interrupt handler makes it, tasks pass it on through queues of one byte per
/// place, and whoever drops the last pointer to it frees the slot. The packet stays in its slot. The pool masks no
/// interrupt, except on Cortex-M0, which has no compare-and-swap.
#[derive(Pool)]
#[pool(capacity = PACKETS, shared)]
pub struct Packet {
    pub sequence: u16,
    pub checksum: u16,
    length: u8,
    bytes: [u8; MOST_BYTES],
}

/// A packet with one owner: an interrupt handler makes it, and may still change it. `PacketArc` is one with several.
pub type PacketBox = PoolBox<Packet>;

const _: () = assert!(size_of::<PacketBox>() == 1 && size_of::<Option<PacketArc>>() == 1);

impl Packet {
    /// Makes a packet with `length` bytes, which follow from its number.
    pub fn new(sequence: u16, length: u8) -> Self {
        counters::MADE.add();
        let mut bytes = [0; MOST_BYTES];
        for (byte, value) in bytes.iter_mut().zip(sequence..).take(length.into()) {
            *byte = value as u8;
        }
        let mut packet = Packet { sequence, checksum: 0, length, bytes };
        packet.checksum = checksum(sequence, packet.bytes());
        packet
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length.into()]
    }

    /// Inverts a bit.
    pub fn damage(&mut self, position: usize) {
        let position = position % usize::from(self.length);
        self.bytes[position] ^= 0x10;
    }

    /// Returns whether the packet is as the sensor sent it.
    pub fn is_intact(&self) -> bool {
        checksum(self.sequence, self.bytes()) == self.checksum
    }
}

/// Counts, so that the end of the program can say that no packet was lost.
impl Drop for Packet {
    fn drop(&mut self) {
        counters::DROPPED.add();
    }
}

/// The checksum of Fletcher over a number and bytes.
pub fn checksum(sequence: u16, bytes: &[u8]) -> u16 {
    let (mut low, mut high) = (0_u32, 0_u32);
    for &byte in sequence.to_le_bytes().iter().chain(bytes) {
        low += u32::from(byte);
        high += low;
    }
    (((high % 255) << 8) | (low % 255)) as u16
}
