//! The task that parses: it drops packets that are damaged, and passes on the others.

use crate::counters;
use crate::delivery::OUTGOING;
use crate::packet::PacketArc;
use crate::recorder;
use crate::uart::RECEIVED;

/// Parses what the serial line receives, for ever.
#[embassy_executor::task]
pub async fn parse() {
    loop {
        let packet = RECEIVED.receive().await;
        if !packet.is_intact() {
            // The packet is dropped here. The sensor sends it again.
            counters::FOUND_DAMAGED.add();
            continue;
        }
        // From here on the packet has several owners. That takes no other slot, and moves nothing.
        let packet = PacketArc::from(packet);
        recorder::record(packet.clone());
        // Waits while the queue is full. So do the packets behind this one, until the serial line refuses frames.
        OUTGOING.send(packet).await;
        counters::FORWARDED.add();
    }
}
