//! The driver of a serial line, and the sensor at its other end.
//!
//! The interrupt is that of SysTick, which QEMU has on every board. It stands for the "frame received" interrupt of a
//! serial port with DMA. The handler makes a box for each frame, and queues it for the task that parses it.

use crate::counters;
use crate::packet::{MOST_BYTES, PACKETS, Packet, PacketBox};
use crate::random::Random;
use crate::{radio, report};
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;

/// The sensor sends this many packets.
pub const SENT_BY_SENSOR: u16 = 10_000;

/// Cycles from interrupt to interrupt. The number is prime, so that no loop of a task runs in step with it.
const INTERVAL: u32 = 3_001;

/// Interrupts from one step of the clock to the next.
const TICKS_PER_STEP: u32 = 4;

/// Received packets. There is room for all packets, in one byte each.
pub static RECEIVED: Channel<CriticalSectionRawMutex, PacketBox, PACKETS> = Channel::new();

/// The steps of the clock. A task that is late misses some of them, and reads the time instead of counting.
pub static CLOCK: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Returns the time in steps of the clock.
pub fn now() -> u32 {
    counters::TICKS.get() / TICKS_PER_STEP
}

/// Starts the storm.
pub fn start(timer: &mut SYST) {
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload(INTERVAL - 1);
    timer.clear_current();
    timer.enable_interrupt();
    timer.enable_counter();
}

/// Ends the storm.
pub fn stop(timer: &mut SYST) {
    timer.disable_counter();
    timer.disable_interrupt();
}

/// The sensor. It listens to the line, as on a LIN bus, and repeats a frame that it finds damaged or not accepted.
struct Sensor {
    sequence: u16,
    random: Random,
}

impl Sensor {
    const fn new() -> Self {
        Sensor { sequence: 0, random: Random::new(1) }
    }

    /// Sends a frame. Sends nothing when all packets are through.
    fn send(&mut self) {
        if self.sequence == SENT_BY_SENSOR {
            return;
        }
        let (length, is_damaged) = (1 + self.random.below(MOST_BYTES as u32), self.random.one_in(8));
        // The packet is written in its slot. If no slot is free, the closure is not called.
        let received = PacketBox::new_with(|slot| slot.write(Packet::new(self.sequence, length as u8)));
        let Ok(mut packet) = received else {
            counters::REFUSED.add();
            return;
        };
        if is_damaged {
            counters::DAMAGED.add();
            packet.damage(self.random.below(MOST_BYTES as u32) as usize);
        } else {
            self.sequence += 1;
        }
        if RECEIVED.try_send(packet).is_err() {
            counters::OVERFLOWED.add();
        }
    }
}

#[exception]
fn SysTick() {
    static mut SENSOR: Sensor = Sensor::new();

    let ticks = counters::TICKS.add();
    if ticks % TICKS_PER_STEP == 0 {
        CLOCK.signal(());
    }
    report::watch(ticks);
    radio::request_interrupt();
    // Nothing, one frame, or a burst.
    let frames = match SENSOR.random.below(64) {
        0 => 12,
        1..36 => 1,
        _ => 0,
    };
    for _ in 0..frames {
        SENSOR.send();
    }
}
