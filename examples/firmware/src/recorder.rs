//! The flight recorder: the last packets, for whoever looks for the cause of a fault.
//!
//! It shares the packets with their delivery, so it copies none. As long as it has a packet, the slot is in use.

use crate::packet::PacketArc;
use core::cell::RefCell;
use embassy_sync::blocking_mutex::CriticalSectionMutex;

const RECORDED: usize = 4;

struct Recorder {
    packets: [Option<PacketArc>; RECORDED],
    oldest: usize,
}

static RECORDER: CriticalSectionMutex<RefCell<Recorder>> =
    CriticalSectionMutex::new(RefCell::new(Recorder { packets: [const { None }; RECORDED], oldest: 0 }));

/// Records a packet in the place of the oldest one.
pub fn record(packet: PacketArc) {
    let forgotten = RECORDER.lock(|recorder| {
        let mut recorder = recorder.borrow_mut();
        let oldest = recorder.oldest;
        recorder.oldest = (oldest + 1) % RECORDED;
        recorder.packets[oldest].replace(packet)
    });
    // Dropped outside of the critical section.
    drop(forgotten);
}

/// Empties the recorder. Returns the packets, the oldest first.
pub fn take() -> [Option<PacketArc>; RECORDED] {
    RECORDER.lock(|recorder| {
        let mut recorder = recorder.borrow_mut();
        let oldest = core::mem::take(&mut recorder.oldest);
        recorder.packets.rotate_left(oldest);
        core::mem::take(&mut recorder.packets)
    })
}
