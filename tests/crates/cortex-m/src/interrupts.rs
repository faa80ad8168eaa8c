//! Two interrupts: a timer, and one that software requests. The timer interrupts the other one, and both interrupt
//! `main`.
//!
//! ```text
//!  priority
//!  high     SysTick      |-|       |-|       |-|          every `INTERVAL` cycles
//!  low      PendSV         |---|     |-   ---|            when SysTick asked for it
//!           main      -----     -----         -----
//! ```

#![expect(unsafe_code, reason = "sets the priority of an interrupt")]

use core::cell::Cell;
use cortex_m::Peripherals;
use cortex_m::interrupt::{self, Mutex};
use cortex_m::peripheral::scb::SystemHandler;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m::peripheral::{SCB, SYST};
use cortex_m_rt::exception;

/// Cycles from tick to tick. The number is prime, so that no loop of `main` runs in step with the ticks.
const INTERVAL: u32 = 1_009;

/// The handlers of a tick and of an interrupt that was requested with [`pend`].
#[derive(Clone, Copy)]
pub struct Handlers {
    pub tick: fn(),
    pub pended: fn(),
}

static HANDLERS: Mutex<Cell<Option<Handlers>>> = Mutex::new(Cell::new(None));

/// The timer.
pub struct Timer(SYST);

impl Timer {
    /// Returns the timer of this program at the first call.
    pub fn take() -> Option<Self> {
        let mut peripherals = Peripherals::take()?;
        // SAFETY: no critical section of this program relies on the priority of this interrupt.
        unsafe { peripherals.SCB.set_priority(SystemHandler::PendSV, u8::MAX) };
        Some(Timer(peripherals.SYST))
    }

    /// Starts the ticks.
    pub fn start(&mut self, handlers: Handlers) {
        interrupt::free(|section| HANDLERS.borrow(section).set(Some(handlers)));
        self.0.set_clock_source(SystClkSource::Core);
        self.0.set_reload(INTERVAL - 1);
        self.0.clear_current();
        self.0.enable_interrupt();
        self.0.enable_counter();
    }

    /// Stops the ticks. Interrupts that were requested are handled first.
    pub fn stop(&mut self) {
        self.0.disable_counter();
        self.0.disable_interrupt();
        SCB::clear_pendst();
    }
}

/// Requests the interrupt of lower priority.
pub fn pend() {
    SCB::set_pendsv();
}

fn handlers() -> Option<Handlers> {
    interrupt::free(|section| HANDLERS.borrow(section).get())
}

#[exception]
fn SysTick() {
    if let Some(handlers) = handlers() {
        (handlers.tick)();
    }
}

#[exception]
fn PendSV() {
    if let Some(handlers) = handlers() {
        (handlers.pended)();
    }
}
