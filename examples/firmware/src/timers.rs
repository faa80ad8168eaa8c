//! A timer wheel: packets that wait for their acknowledgement, in a list per step of the clock.
//!
//! The links of the lists are inside the timers (they are intrusive), as handles of one byte. So a timer is started,
//! stopped and restarted in O(1), and an acknowledgement that comes too late finds that its handle is stale.

use crate::packet::PacketArc;
use stackpool::{Full, Link, Pool};

/// Timers that can run at once. Fewer than packets, so that some packets are always free for the serial line.
const TIMERS: usize = 24;

/// The lists of the wheel. A timer runs for fewer steps than that.
const SPOKES: usize = 16;

/// A timer, with what is sent again when it fires.
#[derive(Pool)]
#[pool(capacity = TIMERS)]
pub struct Timer {
    pub packet: PacketArc,
    /// Attempts to send the packet so far.
    pub attempts: u8,
    spoke: u8,
    previous: Link<Timer>,
    next: Link<Timer>,
}

const _: () = assert!(TimerPool::HANDLE_BYTES == 1);

/// The timers, and the first one of each list.
pub struct Wheel {
    timers: &'static mut TimerPool,
    first: [Link<Timer>; SPOKES],
    /// The step of the clock whose timers have fired.
    now: u32,
}

impl Wheel {
    pub fn new(timers: &'static mut TimerPool) -> Self {
        Wheel { timers, first: [Link::NONE; SPOKES], now: 0 }
    }

    /// Returns the timers, to look at them.
    pub fn timers(&self) -> &TimerPool {
        self.timers
    }

    /// Makes a timer for a packet. [`start`](Wheel::start) starts it.
    pub fn insert(&mut self, packet: PacketArc) -> Result<TimerHandle, Full<Timer>> {
        self.timers.insert(Timer { packet, attempts: 0, spoke: 0, previous: Link::NONE, next: Link::NONE })
    }

    /// Starts a timer that does not run. It fires after `steps` steps of the clock: at least 1, and fewer than there
    /// are lists.
    pub fn start(&mut self, handle: TimerHandle, steps: u32) {
        debug_assert!(0 < steps && steps < SPOKES as u32);
        let spoke = (self.now + steps) as usize % SPOKES;
        let next = core::mem::replace(&mut self.first[spoke], handle.into());
        let timer = &mut self.timers[handle];
        timer.spoke = spoke as u8;
        timer.previous = Link::NONE;
        timer.next = next;
        if let Some(next) = next.get() {
            self.timers[next].previous = handle.into();
        }
    }

    /// Removes a running timer, and returns its packet. Returns `None` if the handle is stale.
    pub fn remove(&mut self, handle: TimerHandle) -> Option<PacketArc> {
        self.stop(handle);
        self.timers.remove(handle).map(|timer| timer.packet)
    }

    /// Returns the timer with its packet, or `None` if the handle is stale.
    pub fn get_mut(&mut self, handle: TimerHandle) -> Option<&mut Timer> {
        self.timers.get_mut(handle)
    }

    /// Takes a running timer out of its list. Does nothing for a handle that is stale.
    fn stop(&mut self, handle: TimerHandle) {
        let Some(&Timer { spoke, previous, next, .. }) = self.timers.get(handle) else {
            return;
        };
        match previous.get() {
            Some(previous) => self.timers[previous].next = next,
            None => self.first[usize::from(spoke)] = next,
        }
        if let Some(next) = next.get() {
            self.timers[next].previous = previous;
        }
    }

    /// Stops and returns a timer that is due by the step `now` of the clock, or returns `None` if there is none.
    pub fn fire(&mut self, now: u32) -> Option<TimerHandle> {
        loop {
            let first = self.first[self.now as usize % SPOKES];
            if let Some(handle) = first.get() {
                self.stop(handle);
                return Some(handle);
            }
            if self.now >= now {
                return None;
            }
            self.now += 1;
        }
    }
}
