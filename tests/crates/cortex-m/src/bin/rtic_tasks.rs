//! A pool that tasks of RTIC share: the pool of `take_pool` is a resource. A handler inserts messages, and takes the
//! oldest one back when no slot is free; the idle task removes them. The guide shows this, on the page
//! `firmware_sharing`.

#![no_std]
#![no_main]
#![warn(missing_docs)]

use core::panic::PanicInfo;
use cortex_m_semihosting::{debug, hprintln};
use stackpool::{Pool, pool};

/// What a sensor sent. The pool knows the order of insertion.
#[derive(Pool)]
#[pool(capacity = 8, marks, generations = 1_000)]
pub struct Message {
    number: u32,
}

pool! {
    /// Numbers that the idle task keeps for itself.
    pub Lost: [u32; 16];
}

/// The timer sends this many messages.
const MESSAGES: u32 = 1_000;

#[rtic::app(device = lm3s6965)]
mod app {
    use super::{LostPool, MESSAGES, Message, MessageHandle, MessagePool, end};
    use cortex_m::peripheral::syst::SystClkSource;

    #[shared]
    struct Shared {
        messages: &'static mut MessagePool,
        replaced: u32,
    }

    #[local]
    struct Local {
        lost: &'static mut LostPool,
        sent: u32,
        first: Option<MessageHandle>,
    }

    #[init]
    fn init(mut context: init::Context) -> (Shared, Local) {
        let timer = &mut context.core.SYST;
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(400);
        timer.clear_current();
        timer.enable_interrupt();
        timer.enable_counter();

        let messages = Message::take_pool().expect("the first call");
        let lost = super::Lost::take_pool().expect("the first call");
        (Shared { messages, replaced: 0 }, Local { lost, sent: 0, first: None })
    }

    #[task(binds = SysTick, priority = 2, shared = [messages, replaced], local = [sent, first])]
    fn receive(context: receive::Context) {
        let receive::LocalResources { sent, first, .. } = context.local;
        if *sent == MESSAGES {
            return;
        }
        *sent += 1;
        (context.shared.messages, context.shared.replaced).lock(|messages, replaced| {
            if let (true, Some(oldest)) = (messages.is_full(), messages.oldest()) {
                messages.remove(oldest);
                *replaced += 1;
            }
            let inserted = messages.insert(Message { number: *sent });
            *first = first.or(inserted.ok());
            // The first message is gone for long, and its slot has another one: its handle says so.
            assert!(*sent < MESSAGES || first.is_some_and(|first| messages.get(first).is_none()));
        });
    }

    #[idle(shared = [messages, replaced], local = [lost])]
    fn idle(mut context: idle::Context) -> ! {
        let lost = context.local.lost;
        let (mut last, mut received) = (0, 0);
        while last < MESSAGES {
            let message = context
                .shared
                .messages
                .lock(|messages| messages.oldest().and_then(|oldest| messages.remove(oldest)));
            let Some(message) = message else { continue };
            assert!(message.number > last, "messages come in their order");
            for number in last + 1..message.number {
                let _ = lost.insert(number);
            }
            (last, received) = (message.number, received + 1);
            // A task that is slower than the sensor at times.
            cortex_m::asm::delay(if last % 64 < 32 { 100 } else { 900 });
        }
        let replaced = context.shared.replaced.lock(|replaced| *replaced);
        end(received, replaced, lost.is_full())
    }
}

/// Ends the program. Each message was received or replaced by a newer one, and there were some of both kinds.
fn end(received: u32, replaced: u32, has_lost_some: bool) -> ! {
    hprintln!("RTIC: {} of {} messages received, {} replaced by newer ones", received, MESSAGES, replaced);
    let is_right = received + replaced == MESSAGES && received > MESSAGES / 2 && has_lost_some;
    debug::exit(if is_right { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    loop {}
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    debug::exit(debug::EXIT_FAILURE);
    loop {}
}
