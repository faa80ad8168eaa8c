//! What the program counts. `report` compares the counts with each other at the end.

use portable_atomic::{AtomicU32, Ordering};

/// A counter that tasks and interrupt handlers increment.
pub struct Counter(AtomicU32);

impl Counter {
    const fn new() -> Self {
        Counter(AtomicU32::new(0))
    }

    /// Adds one, and returns the count with it.
    pub fn add(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Returns the count.
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Interrupts of the serial line.
pub static TICKS: Counter = Counter::new();

/// Packets that the serial line made, and those that were dropped, wherever that was.
pub static MADE: Counter = Counter::new();
pub static DROPPED: Counter = Counter::new();
/// Frames that the serial line could not take, because all packets were in use.
pub static REFUSED: Counter = Counter::new();
/// Packets that the wire damaged, and those whose damage was found.
pub static DAMAGED: Counter = Counter::new();
pub static FOUND_DAMAGED: Counter = Counter::new();

/// Packets that were given to the delivery.
pub static FORWARDED: Counter = Counter::new();
/// Timers that fired, each for one more attempt to send a packet.
pub static FIRED: Counter = Counter::new();
/// Packets that the server acknowledged, and acknowledgements for which no packet waits any more.
pub static ACKNOWLEDGED: Counter = Counter::new();
pub static STALE: Counter = Counter::new();

/// Frames that the radio sent, and what became of them.
pub static SENT: Counter = Counter::new();
pub static LOST: Counter = Counter::new();
pub static DELIVERED: Counter = Counter::new();
pub static REPEATED: Counter = Counter::new();
/// Acknowledgements that were lost.
pub static LOST_ANSWERS: Counter = Counter::new();

/// Relays that a newer one replaced, and frames whose relay was replaced before they were sent.
pub static REPLACED: Counter = Counter::new();
pub static GONE: Counter = Counter::new();
/// How often the relays were saved.
pub static SAVES: Counter = Counter::new();

/// Frames that arrived at the server and are not what a sensor sent. There should be none.
pub static CORRUPT: Counter = Counter::new();
/// Items that found their queue full. There should be none, since each queue has room for all items.
pub static OVERFLOWED: Counter = Counter::new();
