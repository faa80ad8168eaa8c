//! The driver of a radio, and the server at its other end.
//!
//! The radio sends a frame per interrupt, of lower priority than that of the serial line, which interrupts it.

#![expect(unsafe_code, reason = "sets the priority of an interrupt")]

use crate::counters;
use crate::delivery::{ANSWERS, Answer};
use crate::packet::{MOST_BYTES, Packet, checksum};
use crate::random::Random;
use crate::routes::{self, RelayHandle};
use crate::uart::SENT_BY_SENSOR;
use cortex_m::peripheral::SCB;
use cortex_m::peripheral::scb::SystemHandler;
use cortex_m_rt::exception;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use stackpool::Pool;

/// Transmit buffers.
pub const FRAMES: usize = 2;

const HEADER: usize = 5;

/// A transmit buffer. It stays where it is, as DMA needs it, and is never written as a whole: a box lends it, and its
/// drop calls `clear`. A task that finds none waits, and the interrupt that drops one wakes it.
#[derive(Pool)]
#[pool(capacity = FRAMES, objects = Frame::EMPTY, clear, wait)]
pub struct Frame {
    length: usize,
    relay: Option<RelayHandle>,
    bytes: [u8; HEADER + MOST_BYTES],
}

impl Frame {
    const EMPTY: Frame = Frame { length: 0, relay: None, bytes: [0; HEADER + MOST_BYTES] };

    fn clear(&mut self) {
        self.length = 0;
    }

    /// Writes a packet into the frame, which a relay passes on.
    pub fn encode(&mut self, ticket: u8, packet: &Packet, relay: Option<RelayHandle>) {
        self.relay = relay;
        let bytes = packet.bytes();
        let [low, high] = packet.sequence.to_le_bytes();
        let [sum_low, sum_high] = packet.checksum.to_le_bytes();
        self.bytes[..HEADER].copy_from_slice(&[ticket, low, high, sum_low, sum_high]);
        self.length = HEADER + bytes.len();
        self.bytes[HEADER..self.length].copy_from_slice(bytes);
    }
}

/// Frames to send. There is room for all frames.
static AIR: Channel<CriticalSectionRawMutex, FrameObject, FRAMES> = Channel::new();

/// Sends a frame. The radio owns the buffer until it was sent.
pub fn send(frame: FrameObject) {
    if AIR.try_send(frame).is_err() {
        counters::OVERFLOWED.add();
    }
}

/// Requests the interrupt of the radio, which hardware would do when it is ready.
pub fn request_interrupt() {
    SCB::set_pendsv();
}

/// Gives the interrupt of the radio a lower priority than that of the serial line.
pub fn start(scb: &mut SCB) {
    // SAFETY: priorities do not matter to memory safety here: critical sections mask all interrupts, whatever their
    // priority.
    unsafe { scb.set_priority(SystemHandler::PendSV, u8::MAX) };
}

/// The server. It loses some frames, and some of its answers are lost.
struct Server {
    /// A bit per packet that arrived.
    arrived: [u8; SENT_BY_SENSOR.div_ceil(8) as usize],
    random: Random,
}

impl Server {
    const fn new() -> Self {
        // With the seed 0 all bytes are zero, so the static is `.bss`: with another one, the bits would take flash too.
        Server { arrived: [0; SENT_BY_SENSOR.div_ceil(8) as usize], random: Random::new(0) }
    }

    /// Receives the bytes of a frame by way of a relay. Returns its answer.
    fn receive(&mut self, bytes: &[u8], relay: Option<RelayHandle>) -> Option<Answer> {
        counters::SENT.add();
        let is_lost = self.random.one_in(10);
        routes::note(relay, is_lost);
        if is_lost {
            counters::LOST.add();
            return None;
        }
        let answer = self.accept(bytes);
        if answer.is_none() {
            counters::CORRUPT.add();
        }
        answer
    }

    /// Notes that a packet arrived.
    fn accept(&mut self, bytes: &[u8]) -> Option<Answer> {
        let &[ticket, low, high, sum_low, sum_high, ref bytes @ ..] = bytes else {
            return None;
        };
        let sequence = u16::from_le_bytes([low, high]);
        if sequence >= SENT_BY_SENSOR || checksum(sequence, bytes) != u16::from_le_bytes([sum_low, sum_high])
        {
            return None;
        }
        let (byte, bit) = (&mut self.arrived[usize::from(sequence / 8)], 1 << (sequence % 8));
        if *byte & bit == 0 {
            counters::DELIVERED.add();
        } else {
            // Its answer was lost or late, and the timer fired.
            counters::REPEATED.add();
        }
        *byte |= bit;
        Some(Answer { ticket, sequence })
    }
}

#[exception]
fn PendSV() {
    static mut SERVER: Server = Server::new();

    let Ok(frame) = AIR.try_receive() else { return };
    let answer = SERVER.receive(&frame.bytes[..frame.length], frame.relay);
    // Now and then the radio hears a relay.
    if SERVER.random.one_in(64) {
        routes::hear(SERVER.random.below(1 << 16) as u16);
    }
    // The buffer goes back before the answer makes a task run.
    drop(frame);
    let Some(answer) = answer else { return };
    // Some answers are lost, and some come twice.
    let copies = match SERVER.random.below(20) {
        0..2 => 0,
        2 => 2,
        _ => 1,
    };
    if copies == 0 {
        counters::LOST_ANSWERS.add();
    }
    for _ in 0..copies {
        if ANSWERS.try_send(answer).is_err() {
            counters::LOST_ANSWERS.add();
        }
    }
}
