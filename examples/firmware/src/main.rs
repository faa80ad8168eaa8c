//! A gateway from a serial line to a radio, for microcontrollers with 16 KiB of RAM, on the executor of embassy.
//!
//! ```text
//!   sensor                                                                                     server
//!     |                                                                                          ^
//!     v                                                                                          |
//!  interrupt      RECEIVED        task       OUTGOING         task           AIR             interrupt
//!  uart.rs     -- PacketBox -->  protocol -- PacketArc -->  delivery  -- FrameObject -->     radio.rs
//!  makes boxes                   drops what               timers: the     a transmit         drops buffers
//!                                is damaged               timer wheel     buffer                 |
//!                                     |                     ^                                    |
//!                                     v                     '------------- ANSWERS --------------'
//!                                  recorder
//! ```
//!
//! Both interrupts come while tasks and each other make and drop boxes. The serial line sends 10,000 packets, in bursts
//! that the radio cannot keep up with; one in eight is damaged, and one in ten frames and answers of the radio is lost.
//! At the end the program checks that the server has each packet once, and that no packet, buffer or timer is left.
//!
//! The frames go through relays, which the radio hears now and then. Their table (`routes`) is saved to a page of
//! flash, and comes back after a reset.

#![no_std]
#![no_main]
#![deny(unsafe_code)]

mod counters;
mod delivery;
mod packet;
mod protocol;
mod radio;
mod random;
mod recorder;
mod report;
mod routes;
mod timers;
mod uart;

use core::panic::PanicInfo;
use cortex_m::Peripherals;
use cortex_m_semihosting::{debug, hprintln};
use embassy_executor::Spawner;
use timers::Timer;

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    let mut peripherals = Peripherals::take().expect("nobody took them before");
    let timers = Timer::take_pool().expect("nobody took it before");
    spawner.spawn(protocol::parse().expect("the task runs once"));
    spawner.spawn(delivery::deliver(timers).expect("the task runs once"));
    // Nothing was saved yet.
    assert!(!routes::load());
    radio::start(&mut peripherals.SCB);
    uart::start(&mut peripherals.SYST);

    let is_done = report::wait().await;
    uart::stop(&mut peripherals.SYST);
    report::drain();
    let is_right = report::print(is_done);
    exit(if is_right { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE })
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    exit(debug::EXIT_FAILURE)
}

/// Ends the program where a debugger or QEMU listens.
fn exit(status: debug::ExitStatus) -> ! {
    debug::exit(status);
    loop {
        cortex_m::asm::wfi();
    }
}
