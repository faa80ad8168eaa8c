//! The end of the program: the counts and the pools, and whether they agree.

use crate::counters::{self, Counter};
use crate::packet::PacketArc;
use crate::radio::{FRAMES, FrameObject};
use crate::uart::SENT_BY_SENSOR;
use crate::{radio, recorder, routes};
use cortex_m::asm;
use cortex_m_semihosting::hprintln;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use stackpool::PoolUsage;

/// The program gives up after this many interrupts.
const MOST_TICKS: u32 = 20 * SENT_BY_SENSOR as u32;

/// The end: whether all packets arrived, or the program gave up.
static END: Signal<CriticalSectionRawMutex, bool> = Signal::new();

/// Ends the program.
pub fn end(is_done: bool) {
    END.signal(is_done);
}

/// Ends the program if it took too long.
pub fn watch(ticks: u32) {
    if ticks == MOST_TICKS {
        end(false);
    }
}

/// Waits for the end.
pub async fn wait() -> bool {
    END.wait().await
}

/// Lets go of what nobody waits for any more: frames that were sent twice, and the packets of the recorder.
pub fn drain() {
    for _ in 0..FRAMES {
        radio::request_interrupt();
        asm::isb();
    }
    let recorded = recorder::take();
    let [first, .., last] = recorded.each_ref().map(|packet| packet.as_ref().map(|packet| packet.sequence));
    hprintln!("the last packets: {:?} to {:?}", first, last);
}

/// Prints the counts and the use of the pools. Returns whether they agree.
pub fn print(is_done: bool) -> bool {
    print_counts();
    // All pools that the program used: a command of a serial console would print the same.
    hprintln!("{}", stackpool::report());
    if !is_done {
        hprintln!("gave up");
    }
    is_done && verify() && is_same_after_reset()
}

/// Returns whether the relays come back after a reset, under the same handles.
fn is_same_after_reset() -> bool {
    routes::save();
    let before = routes::list();
    routes::forget();
    let is_same = routes::load() && routes::list() == before;
    hprintln!("after a reset, {} relays of {} are back: {}", routes::RELAYS, before.1, is_same);
    is_same
}

/// The objects of a definition that are in use; all that can be, if the report does not know.
fn live(name: &str) -> u32 {
    let usage = stackpool::report().iter().find(|usage| usage.name == name);
    let stats = usage.and_then(|PoolUsage { stats, .. }| stats);
    stats.map_or(u32::MAX, |stats| stats.live as u32)
}

fn print_counts() {
    let rows: [(&str, &Counter); 19] = [
        ("interrupts of the line", &counters::TICKS),
        ("packets made", &counters::MADE),
        ("  dropped", &counters::DROPPED),
        ("  refused: all in use", &counters::REFUSED),
        ("  damaged", &counters::DAMAGED),
        ("  forwarded", &counters::FORWARDED),
        ("  acknowledged", &counters::ACKNOWLEDGED),
        ("timers that fired", &counters::FIRED),
        ("frames sent", &counters::SENT),
        ("  lost", &counters::LOST),
        ("  delivered", &counters::DELIVERED),
        ("  repeated", &counters::REPEATED),
        ("answers lost", &counters::LOST_ANSWERS),
        ("answers too late", &counters::STALE),
        ("relays replaced", &counters::REPLACED),
        ("  before the frame left", &counters::GONE),
        ("saves of the relays", &counters::SAVES),
        ("corrupt frames", &counters::CORRUPT),
        ("overflows of queues", &counters::OVERFLOWED),
    ];
    for (name, counter) in rows {
        hprintln!("{:<25}{:>7}", name, counter.get());
    }
    hprintln!("{:<25}{:>7}", "waits for a buffer", FrameObject::full_count());
}

/// Compares the counts with each other. Prints those that do not agree.
fn verify() -> bool {
    let all = u32::from(SENT_BY_SENSOR);
    let [made, refused, damaged, fired, sent] =
        [&counters::MADE, &counters::REFUSED, &counters::DAMAGED, &counters::FIRED, &counters::SENT]
            .map(Counter::get);
    let [lost, repeated] = [&counters::LOST, &counters::REPEATED].map(Counter::get);
    let equal = [
        ("packets that were forwarded", counters::FORWARDED.get(), all),
        ("packets that the server received for the first time", counters::DELIVERED.get(), all),
        ("packets that were acknowledged", counters::ACKNOWLEDGED.get(), all),
        ("packets that were made", made, all + damaged),
        ("packets that were dropped", counters::DROPPED.get(), made),
        ("damage that was found", counters::FOUND_DAMAGED.get(), damaged),
        ("refusals that the pool of packets counted", PacketArc::full_count() as u32, refused),
        ("attempts to send", sent, all + fired),
        ("frames that arrived or were lost", lost + all + repeated, sent),
        ("saves of the relays", counters::SAVES.get(), all / 1_000),
        ("frames that were corrupt", counters::CORRUPT.get(), 0),
        ("items that overflowed a queue", counters::OVERFLOWED.get(), 0),
        ("definitions in use", stackpool::report().iter().count() as u32, 3),
        ("packets in use", live("Packet"), 0),
        ("frames in use", live("Frame"), 0),
        ("timers in use", live("Timer"), 0),
    ];
    // Otherwise the storm was none.
    let positive = [
        ("refused packets", refused),
        ("damaged packets", damaged),
        ("timers that fired", fired),
        ("attempts that waited for a buffer", FrameObject::full_count() as u32),
        ("repeated frames", repeated),
        ("relays that were replaced", counters::REPLACED.get()),
        ("frames whose relay was replaced", counters::GONE.get()),
        ("answers that came too late", counters::STALE.get()),
    ];
    let mut is_right = true;
    for (what, found, expected) in equal {
        if found != expected {
            hprintln!("{}: {}, not {}", what, found, expected);
            is_right = false;
        }
    }
    for (what, found) in positive {
        if found == 0 {
            hprintln!("no {}", what);
            is_right = false;
        }
    }
    is_right
}
