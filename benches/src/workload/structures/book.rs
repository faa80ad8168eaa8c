//! An order book of an exchange: the orders of each price in the order of their arrival.

mod books;
mod messages;

use super::memory;
use super::{HAND, OURS, SLAB};
use crate::Random;
use crate::child::grows;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use books::{Hand, HandOrders, SlabOrders, Structure};
use messages::{Message, Work};
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

pub(super) const TABLE: &str = "structures-book";

const ROUNDS: usize = 11;
/// Orders that wait in the book.
const ORDERS: usize = 900_000;
const CAPACITY: usize = 1_000_000;
/// Prices: those below the middle buy, the others sell.
const LEVELS: usize = 4_096;
const MIDDLE: usize = LEVELS / 2;
/// Messages of a lap.
const MESSAGES: usize = 500_000;

const BYTES: &str = "bytes per order";

/// An order that waits.
#[derive(Clone, Copy)]
struct Order {
    number: u32,
    account: u32,
    quantity: u32,
}

/// The orders of all prices.
trait Book: 'static {
    type Key: Copy;

    fn new() -> Self;

    /// Adds an order behind all others of its price.
    fn add(&mut self, level: usize, order: Order) -> Self::Key;

    /// Removes an order. Returns its price, or `None` if it is not there any more.
    fn cancel(&mut self, key: Self::Key, number: u32) -> Option<usize>;

    /// The first order of a price.
    fn first(&mut self, level: usize) -> Option<&mut Order>;

    /// Removes the first order of a price.
    fn pop_first(&mut self, level: usize);

    /// Whether an order waits at a price.
    fn has(&self, level: usize) -> bool;
}

/// A book with the best prices, and the keys that its clients have.
struct Exchange<B: Book> {
    book: B,
    /// The best price to sell to, and the best one to buy at.
    best: [usize; 2],
    /// How many orders wait.
    waiting: usize,
    /// The key of each order that ever was, by its number.
    keys: Vec<B::Key>,
}

impl<B: Book> Exchange<B> {
    fn new(orders: usize) -> Self {
        Exchange { book: B::new(), best: [0, LEVELS - 1], waiting: 0, keys: Vec::with_capacity(orders) }
    }

    /// Takes a message. Returns what is to be seen of it.
    #[inline]
    fn take(&mut self, message: Message) -> u64 {
        match message {
            Message::Add { level, quantity } => {
                let number = self.keys.len() as u32;
                let level = usize::from(level);
                self.keys.push(self.book.add(level, Order { number, account: number % 997, quantity }));
                self.waiting += 1;
                let side = side(level);
                let best = &mut self.best[side];
                *best = if side == 0 { level.max(*best) } else { level.min(*best) };
                u64::from(number)
            }
            Message::Cancel { number } => {
                let Some(level) = self.book.cancel(self.keys[number as usize], number) else { return 1 };
                self.waiting -= 1;
                let side = side(level);
                if level == self.best[side] {
                    self.find_best(side);
                }
                level as u64
            }
            Message::Trade { side, quantity } => self.trade(usize::from(side), quantity),
        }
    }

    /// Takes orders from the front, at the best prices.
    fn trade(&mut self, side: usize, mut quantity: u32) -> u64 {
        let mut sum = 0;
        while quantity > 0 {
            let level = self.best[side];
            let Some(order) = self.book.first(level) else { return sum };
            let traded = quantity.min(order.quantity);
            order.quantity -= traded;
            quantity -= traded;
            sum += u64::from(order.number) * u64::from(traded) + u64::from(order.account);
            if order.quantity == 0 {
                self.book.pop_first(level);
                self.waiting -= 1;
                self.find_best(side);
            }
        }
        sum
    }

    /// Moves the best price to the next one at which an order waits.
    #[inline]
    fn find_best(&mut self, side: usize) {
        let [buy, sell] = &mut self.best;
        if side == 0 {
            while *buy > 0 && !self.book.has(*buy) {
                *buy -= 1;
            }
        } else {
            while *sell < LEVELS - 1 && !self.book.has(*sell) {
                *sell += 1;
            }
        }
    }

    #[inline(never)]
    fn take_all(&mut self, messages: &[Message]) -> u64 {
        messages.iter().fold(0, |sum: u64, &message| sum.rotate_left(1).wrapping_add(self.take(message)))
    }
}

/// 0 for a price at which orders buy, and 1 for one at which they sell.
fn side(level: usize) -> usize {
    usize::from(level >= MIDDLE)
}

/// Calls a generic function for each book.
macro_rules! each {
    ($function:ident, $argument:expr) => {
        [
            $function::<Structure>(Label::new(OURS, Role::Ours), $argument),
            $function::<Hand<SlabOrders>>(Label::new(SLAB, Role::Unchecked), $argument),
            $function::<Hand<HandOrders>>(Label::new(HAND, Role::Floor), $argument),
        ]
    };
}

pub(super) fn measure_all(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let rounds = options.rounds(ROUNDS);
    let work = &Work::new(rounds + 1);
    let title = format!("An order book of {} orders", grouped(ORDERS));
    let mut table = Table::new(TABLE, title, "ns", "work");
    table.column("message of the stream", measure(rounds, &mut each!(trading, work)));
    table.column("order added, to an empty book", measure(rounds, &mut each!(filling, work)));
    table.column("order cancelled, until none is left", measure(rounds, &mut each!(cancelling, work)));
    memory::column(&mut table, BYTES, ORDERS)?;
    section.tables.push(table);
    section.notes.push(work.note());
    Ok(())
}

/// The bytes by which the program grows when the book of this name is filled, without the keys of its clients.
pub(super) fn grown(name: &str) -> Option<f64> {
    fn of<B: Book>(label: Label, (name, work): (&str, &Work)) -> Option<f64> {
        // The keys have their memory before.
        let mut keys = vec![None; ORDERS];
        (label.name == name).then(|| grows(|| filled::<B>(work, &mut keys))).flatten()
    }
    each!(of, (name, &Work::new(0))).into_iter().flatten().next()
}

/// A book with the orders of the beginning.
fn filled<B: Book>(work: &Work, keys: &mut [Option<B::Key>]) -> B {
    let mut book = B::new();
    for (number, (message, key)) in (0..).zip(work.first().iter().zip(keys)) {
        if let &Message::Add { level, quantity } = message {
            *key = Some(book.add(usize::from(level), Order { number, account: number % 997, quantity }));
        }
    }
    book
}

fn full<B: Book>(work: &Work) -> Exchange<B> {
    let mut exchange = Exchange::new(work.orders());
    exchange.take_all(work.first());
    exchange
}

fn trading<B: Book>(label: Label, work: &Work) -> Job<'_> {
    let mut exchange = full::<B>(work);
    let mut laps = work.laps();
    Job::new(label, move || {
        let messages = laps.next().expect("there are messages for all laps");
        Lap::of(messages.len(), || exchange.take_all(messages))
    })
}

fn filling<B: Book>(label: Label, work: &Work) -> Job<'_> {
    let mut exchange = None;
    Job::new(label, move || {
        // The clock does not run while the last one is dropped.
        let empty = exchange.insert(Exchange::<B>::new(work.orders()));
        Lap::of(ORDERS, || empty.take_all(work.first()))
    })
}

/// Cancels all orders in random order.
fn cancelling<B: Book>(label: Label, work: &Work) -> Job<'_> {
    let mut numbers: Vec<u32> = (0..ORDERS as u32).collect();
    Random::new().shuffle(&mut numbers);
    let cancels: Vec<_> = numbers.into_iter().map(|number| Message::Cancel { number }).collect();
    let exchange = Rc::new(RefCell::new(full::<B>(work)));
    let again = Rc::clone(&exchange);
    Job::new(label, move || Lap::of(ORDERS, || exchange.borrow_mut().take_all(&cancels)))
        .prepared(move || *again.borrow_mut() = full(work))
}
