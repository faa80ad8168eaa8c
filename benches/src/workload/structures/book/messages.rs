//! The messages that an exchange gets.

use super::books::{Hand, SlabOrders};
use super::{Exchange, LEVELS, MESSAGES, MIDDLE, ORDERS};
use crate::Random;

/// A message.
#[derive(Clone, Copy)]
pub(super) enum Message {
    /// A new order that waits at a price.
    Add { level: u16, quantity: u32 },
    /// The order with this number is to leave.
    Cancel { number: u32 },
    /// Takes this quantity from one side.
    Trade { side: u8, quantity: u32 },
}

/// The largest quantity of an order.
const QUANTITY: usize = 100;

/// No order is added if more are waiting.
const MOST: usize = ORDERS + 10_000;

/// Messages, and what they are in all.
pub(super) struct Work {
    messages: Vec<Message>,
    added: usize,
    cancelled: usize,
    late: usize,
}

impl Work {
    /// Makes the orders of the beginning, and the messages of laps.
    pub(super) fn new(laps: usize) -> Self {
        let mut random = Random::new();
        let mut work = Work { messages: Vec::new(), added: 0, cancelled: 0, late: 0 };
        // Plays the messages to know which orders are left.
        let mut exchange = Exchange::<Hand<SlabOrders>>::new(0);
        // The orders that were not cancelled.
        let mut open: Vec<u32> = Vec::new();
        while work.messages.len() < ORDERS + laps * MESSAGES {
            let begins = work.messages.len() < ORDERS;
            let choice = random.below(100);
            let message = if begins || choice < 50 && exchange.waiting < MOST {
                open.push(exchange.keys.len() as u32);
                work.added += usize::from(!begins);
                Message::Add { level: level(&mut random), quantity: 1 + random.below(QUANTITY) as u32 }
            } else if choice < 95 {
                let (number, is_late) = cancelled(&mut open, &exchange, &mut random);
                work.cancelled += usize::from(!is_late);
                work.late += usize::from(is_late);
                Message::Cancel { number }
            } else {
                Message::Trade { side: random.below(2) as u8, quantity: 1 + random.below(QUANTITY) as u32 }
            };
            // Without laps, no memory is used for the exchange.
            if laps > 0 {
                exchange.take(message);
            }
            work.messages.push(message);
        }
        work
    }

    /// The orders of the beginning.
    pub(super) fn first(&self) -> &[Message] {
        &self.messages[..ORDERS]
    }

    /// The messages of each lap.
    pub(super) fn laps(&self) -> impl Iterator<Item = &[Message]> {
        self.messages[ORDERS..].chunks(MESSAGES)
    }

    /// How many orders there are in all.
    pub(super) fn orders(&self) -> usize {
        ORDERS + self.added
    }

    /// What the messages are.
    pub(super) fn note(&self) -> String {
        let messages = self.messages.len() - ORDERS;
        let share = |count: usize| 100.0 * count as f64 / messages as f64;
        format!(
            "Of the messages of the stream, {:.1} % add an order, {:.1} % cancel one, {:.1} % come too late to cancel \
             one, and {:.1} % trade.",
            share(self.added),
            share(self.cancelled),
            share(self.late),
            share(messages - self.added - self.cancelled - self.late),
        )
    }
}

/// A price: most are near the middle.
fn level(random: &mut Random) -> u16 {
    let uniform = random.below(1 << 16);
    let distance = (((uniform * uniform) >> 16) * (MIDDLE - 1)) >> 16;
    (if random.below(2) == 0 { MIDDLE - 1 - distance } else { MIDDLE + distance }).min(LEVELS - 1) as u16
}

/// Chooses an order to cancel: half of the time one of the last 1,000. Returns whether it was traded before. Clients
/// know most trades: one of five orders that were traded is cancelled too late.
fn cancelled(open: &mut Vec<u32>, exchange: &Exchange<Hand<SlabOrders>>, random: &mut Random) -> (u32, bool) {
    loop {
        let recent = if random.below(2) == 0 { 1_000 } else { open.len() };
        let place = open.len() - 1 - random.below(recent.min(open.len()));
        // The last ones stay the last ones.
        let number = if recent == 1_000 { open.remove(place) } else { open.swap_remove(place) };
        let is_late = !exchange.book.contains(exchange.keys[number as usize], number);
        if !is_late || random.below(5) == 0 {
            return (number, is_late);
        }
    }
}
