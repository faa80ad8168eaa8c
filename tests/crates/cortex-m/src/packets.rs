//! Packets between `main` and two interrupt handlers: boxes that all three make and drop. On Cortex-M3 no interrupt is
//! ever masked for that, on Cortex-M0 each operation is a critical section.
//!
//! `main` and the two handlers each send packets to the other two, and drop the packets that they receive. So every
//! box is made by one of them and dropped by another. The handlers may interrupt `main` anywhere, also while it makes
//! or drops a box. If a slot were given out twice or lost, the numbers of the packets and the marks of the slots
//! would show it.

use crate::checks::Checks;
use crate::interrupts::{self, Handlers, Timer};
use crate::model::Numbers;
use crate::shared::{Count, Queue};
use core::sync::atomic::{AtomicBool, Ordering};
use cortex_m_semihosting::hprintln;
use stackpool::{Pool, PoolBox};

const PACKETS: usize = 12;

/// The exchange lasts this many ticks.
const TICKS: u32 = 6_000;

/// `main` gives up waiting for ticks after this many rounds.
const ROUNDS: u32 = 10_000_000;

/// A packet, with its number in the sequence from this sender to this receiver.
#[derive(Pool)]
#[cfg_attr(target_has_atomic = "32", pool(capacity = PACKETS, boxed, sync = threads))]
#[cfg_attr(not(target_has_atomic = "32"), pool(capacity = PACKETS, boxed, sync = critical_section))]
pub struct Packet {
    sender: u8,
    receiver: u8,
    /// The slot whose mark this packet has set.
    slot: Option<u8>,
    number: u32,
}

static MADE: Count = Count::new();
static DROPPED: Count = Count::new();

impl Packet {
    fn new(sender: usize, receiver: usize, number: u32) -> Self {
        MADE.add();
        Packet { sender: sender as u8, receiver: receiver as u8, slot: None, number }
    }

    /// Makes the packet the owner of a slot, and sets the mark of the slot.
    fn own(&mut self, slot: usize) {
        if OWNED[slot].load(Ordering::Relaxed) {
            OWNED_TWICE.add();
        }
        OWNED[slot].store(true, Ordering::Relaxed);
        self.slot = Some(slot as u8);
    }

    /// Gives the slot up, and clears its mark.
    fn give_up(&mut self) {
        if let Some(slot) = self.slot.take() {
            OWNED[usize::from(slot)].store(false, Ordering::Relaxed);
        }
    }
}

impl Clone for Packet {
    fn clone(&self) -> Self {
        Packet::new(self.sender.into(), self.receiver.into(), self.number)
    }
}

impl Drop for Packet {
    fn drop(&mut self) {
        self.give_up();
        DROPPED.add();
    }
}

/// The marks of the slots that packets own. Only the owner of a slot changes its mark.
static OWNED: [AtomicBool; PACKETS] = [const { AtomicBool::new(false) }; PACKETS];

/// Counts the slots that were given out while they had an owner.
static OWNED_TWICE: Count = Count::new();
/// Counts the packets that differ from the ones that were sent.
static CHANGED: Count = Count::new();
/// Counts how often no slot was free.
static REFUSED: Count = Count::new();

/// Marks the slot of a new box. Nobody else owns the slot until the packet is dropped.
fn mark(packet: &mut PacketBox) {
    let slot = PoolBox::handle(packet).index();
    packet.own(slot);
}

/// `main` or one of the handlers.
struct Station {
    id: usize,
    /// Packets that arrived and were not received yet. There is room for all packets.
    inbox: Queue<PacketBox, PACKETS>,
    sent: [Count; 3],
    received: [Count; 3],
    /// Whether this station is making or dropping a box.
    is_busy: AtomicBool,
    /// Ticks that arrived while this station was making or dropping a box.
    interrupted: Count,
}

impl Station {
    const fn new(id: usize) -> Self {
        Station {
            id,
            inbox: Queue::new(),
            sent: [const { Count::new() }; 3],
            received: [const { Count::new() }; 3],
            is_busy: AtomicBool::new(false),
            interrupted: Count::new(),
        }
    }

    fn busy<R>(&self, operation: impl FnOnce() -> R) -> R {
        self.is_busy.store(true, Ordering::SeqCst);
        let result = operation();
        self.is_busy.store(false, Ordering::SeqCst);
        result
    }

    /// Sends a packet if a slot is free.
    fn send(&self, receiver: &Station) {
        let number = self.sent[receiver.id].get();
        match self.busy(|| PacketBox::new(Packet::new(self.id, receiver.id, number))) {
            Ok(mut packet) => {
                mark(&mut packet);
                self.sent[receiver.id].add();
                if receiver.inbox.push(packet).is_err() {
                    // There are more boxes than slots.
                    OWNED_TWICE.add();
                }
            }
            Err(full) => {
                let packet = full.into_inner();
                REFUSED.add();
                if (packet.sender, packet.receiver, packet.number)
                    != (self.id as u8, receiver.id as u8, number)
                {
                    CHANGED.add();
                }
            }
        }
    }

    /// Receives the first packet in the inbox. Returns whether there was one.
    fn receive(&self) -> bool {
        let Some(packet) = self.inbox.pop() else {
            return false;
        };
        // No packet is missing, and none was overwritten.
        let number = self.received.get(usize::from(packet.sender)).map(Count::add);
        if number != Some(packet.number) || usize::from(packet.receiver) != self.id {
            CHANGED.add();
        }
        if packet.number % 4 == 0 {
            self.copy(&packet);
        }
        if packet.number % 4 == 1 {
            self.take_out(packet);
        } else {
            self.busy(|| drop(packet));
        }
        true
    }

    /// Moves a packet out of its box.
    fn take_out(&self, mut packet: PacketBox) {
        packet.give_up();
        let expected = (packet.sender, packet.number);
        let packet = self.busy(|| PoolBox::into_inner(packet));
        if (packet.sender, packet.number) != expected {
            CHANGED.add();
        }
    }

    /// Makes a copy of a packet if a slot is free, and drops the copy.
    fn copy(&self, packet: &PacketBox) {
        match self.busy(|| PoolBox::try_clone(packet)) {
            Ok(mut copy) => {
                mark(&mut copy);
                if (copy.sender, copy.number) != (packet.sender, packet.number) {
                    CHANGED.add();
                }
                self.busy(|| drop(copy));
            }
            Err(_full) => {
                REFUSED.add();
            }
        }
    }

    /// Receives the packets in the inbox, at most as many as there can be: more may arrive in the meantime.
    fn receive_all(&self) {
        let mut left = PACKETS;
        while left > 0 && self.receive() {
            left -= 1;
        }
    }

    /// Counts a tick that arrived while this station was making or dropping a box.
    fn count_interruption(&self) {
        if self.is_busy.load(Ordering::SeqCst) {
            self.interrupted.add();
        }
    }
}

static MAIN: Station = Station::new(0);
static TICK: Station = Station::new(1);
static PENDED: Station = Station::new(2);

static TICKED: Count = Count::new();

fn tick() {
    let ticked = TICKED.add();
    MAIN.count_interruption();
    PENDED.count_interruption();
    TICK.receive_all();
    TICK.send(if ticked % 2 == 0 { &MAIN } else { &PENDED });
    if ticked % 8 == 0 {
        interrupts::pend();
    }
}

/// Takes so long that ticks interrupt it.
fn pended() {
    for _ in 0..4 {
        PENDED.receive_all();
        PENDED.send(&MAIN);
        PENDED.send(&TICK);
    }
}

fn is_wrong() -> bool {
    OWNED_TWICE.get() + CHANGED.get() > 0
}

/// Exchanges packets until the timer has ticked often enough or a mistake is found. Then checks the final state.
pub fn run(timer: &mut Timer, checks: &mut Checks) {
    checks.equal((size_of::<PacketBox>(), size_of::<Option<PacketBox>>()), (1, 1));

    timer.start(Handlers { tick, pended });
    let mut numbers = Numbers::new();
    let mut rounds = 0;
    while TICKED.get() < TICKS && rounds < ROUNDS && !is_wrong() {
        rounds += 1;
        match numbers.next() % 4 {
            0 => MAIN.send(&TICK),
            1 => MAIN.send(&PENDED),
            2 => {
                MAIN.receive();
            }
            _ => MAIN.receive_all(),
        }
    }
    timer.stop();

    hprintln!(
        "{} packets in {} ticks: {} came while `main` made or dropped a box, {} while a handler did; full {} times",
        MADE.get(),
        TICKED.get(),
        MAIN.interrupted.get(),
        PENDED.interrupted.get(),
        REFUSED.get(),
    );
    checks.equal((OWNED_TWICE.get(), CHANGED.get()), (0, 0));
    if is_wrong() {
        return;
    }
    checks.that(TICKED.get() >= TICKS);
    // In QEMU this needs `-icount`. Without it, no time passes while a handler runs.
    checks.that(MAIN.interrupted.get() >= TICKS / 20);
    checks.that(PENDED.interrupted.get() >= TICKS / 100);
    nothing_is_lost(checks);
    all_slots_are_free(checks);
}

fn nothing_is_lost(checks: &mut Checks) {
    let stations = [&MAIN, &TICK, &PENDED];
    stations.into_iter().for_each(Station::receive_all);
    for sender in stations {
        for receiver in stations.into_iter().filter(|receiver| receiver.id != sender.id) {
            let sent = sender.sent[receiver.id].get();
            checks.that(sent > 0);
            checks.equal(receiver.received[sender.id].get(), sent);
        }
    }
    checks.equal(OWNED_TWICE.get() + CHANGED.get(), 0);
    checks.equal(DROPPED.get(), MADE.get());
    checks.that(REFUSED.get() > 0);
    checks.equal(PacketBox::full_count(), REFUSED.get().into());
    checks.equal((PacketBox::len(), PacketBox::high_water_mark()), (0, PACKETS));
}

fn all_slots_are_free(checks: &mut Checks) {
    let mut packets: [_; PACKETS] =
        core::array::from_fn(|number| PacketBox::new(Packet::new(0, 0, number as u32)).ok());
    packets.iter_mut().flatten().for_each(mark);
    // Each slot was given out once.
    checks.equal(OWNED_TWICE.get(), 0);
    checks.that(OWNED.iter().all(|mark| mark.load(Ordering::Relaxed)));
    checks.equal(PacketBox::len(), PACKETS);
    checks.equal(
        PacketBox::new(Packet::new(0, 0, 99)).map_err(|full| full.into_inner().number).err(),
        Some(99),
    );
    checks.that((0..).zip(packets.iter().flatten()).all(|(number, packet)| packet.number == number));
    drop(packets);
    checks.equal(PacketBox::len(), 0);
    checks.equal(DROPPED.get(), MADE.get());
}
