//! The task that sends packets by radio, and again until they are acknowledged.

use crate::counters;
use crate::packet::PacketArc;
use crate::radio::{self, FrameObject};
use crate::report;
use crate::routes;
use crate::timers::{TimerHandle, TimerPool, Wheel};
use crate::uart::{self, CLOCK, SENT_BY_SENSOR};
use core::future::pending;
use embassy_futures::select::{Either3, select3};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;

/// Packets to deliver.
pub static OUTGOING: Channel<CriticalSectionRawMutex, PacketArc, 4> = Channel::new();

/// The relays are saved after this many packets.
const SAVED_EVERY: u32 = 1_000;

/// Answers of the server.
pub static ANSWERS: Channel<CriticalSectionRawMutex, Answer, 8> = Channel::new();

/// The server received a packet.
#[derive(Clone, Copy)]
pub struct Answer {
    /// The timer of the packet, as the frame named it.
    pub ticket: u8,
    pub sequence: u16,
}

/// Delivers packets, for ever. Reports when the server has all of them.
#[embassy_executor::task]
pub async fn deliver(timers: &'static mut TimerPool) {
    let mut wheel = Wheel::new(timers);
    loop {
        // Without a free timer no packet is taken from the queue. Dropping this future loses no packet: it takes one
        // only when it returns it.
        let packet =
            async { if wheel.timers().is_full() { pending().await } else { OUTGOING.receive().await } };
        match select3(ANSWERS.receive(), CLOCK.wait(), packet).await {
            Either3::First(answer) => accept(&mut wheel, answer),
            Either3::Second(()) => fire(&mut wheel).await,
            Either3::Third(packet) => start(&mut wheel, packet).await,
        }
    }
}

async fn start(wheel: &mut Wheel, packet: PacketArc) {
    match wheel.insert(packet) {
        Ok(timer) => attempt(wheel, timer).await,
        // `deliver` looked before it took the packet.
        Err(_full) => {
            counters::OVERFLOWED.add();
        }
    }
}

/// Sends the packet of a timer as soon as a buffer is free, and starts the timer. It waits longer after each attempt.
async fn attempt(wheel: &mut Wheel, handle: TimerHandle) {
    let mut frame = FrameObject::acquire_async().await;
    let Some(timer) = wheel.get_mut(handle) else { return };
    frame.encode(handle.to_bits() as u8, &timer.packet, routes::next());
    radio::send(frame);
    timer.attempts = timer.attempts.saturating_add(1);
    let steps = u32::from(timer.attempts) * 4;
    wheel.start(handle, steps.min(12));
}

async fn fire(wheel: &mut Wheel) {
    let now = uart::now();
    while let Some(timer) = wheel.fire(now) {
        counters::FIRED.add();
        attempt(wheel, timer).await;
    }
}

/// Removes the timer of an acknowledged packet, and with it the packet.
fn accept(wheel: &mut Wheel, answer: Answer) {
    // The number comes from outside. It may be no handle at all, a stale one, or one whose slot has another packet.
    let timer = TimerHandle::from_bits(answer.ticket.into()).filter(|&timer| {
        wheel.timers().get(timer).is_some_and(|timer| timer.packet.sequence == answer.sequence)
    });
    let Some(packet) = timer.and_then(|timer| wheel.remove(timer)) else {
        counters::STALE.add();
        return;
    };
    drop(packet);
    let acknowledged = counters::ACKNOWLEDGED.add();
    if acknowledged % SAVED_EVERY == 0 {
        routes::save();
    }
    if acknowledged == SENT_BY_SENSOR.into() {
        // Nobody else may look into the timers, so their owner says how many are in use.
        wheel.timers().publish_stats();
        report::end(true);
    }
}
