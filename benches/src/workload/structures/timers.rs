//! The timeouts of a server: each connection has one, which moves when something comes from it.

use super::{DELAY_QUEUE, HEAP, OURS, PRIORITY_QUEUE};
use crate::Random;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use priority_queue::PriorityQueue;
use stackpool::{Handle, HandleQueue, Heap, Pool, pool};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio_util::time::DelayQueue;
use tokio_util::time::delay_queue::Key;

const TABLE: &str = "structures-timers";

const ROUNDS: usize = 11;
const CONNECTIONS: usize = 65_536;
/// Milliseconds of a lap.
const TICKS: usize = 4_096;
/// What comes in a millisecond.
const MESSAGES_PER_TICK: usize = 64;
/// A timeout takes this many milliseconds, or up to twice as many. A connection is heard every 1,024 on average.
const LEAST_TIMEOUT: usize = 2_048;

pool! { Connections: [(); CONNECTIONS]; }

/// Timeouts of all connections, by their numbers. Times are milliseconds since the start.
trait Timers: 'static {
    /// A queue with these timeouts.
    fn new(ends: &[u32]) -> Self;

    /// Another end for the timeout of a connection.
    fn reset(&mut self, connection: usize, end: u32);

    /// Serves some milliseconds: what comes in each, and then the timeouts that end. Returns a checksum of these.
    fn serve(&mut self, now: u32, ticks: &[Tick]) -> u64;
}

/// A queue that is asked for the next timeout that has ended.
trait Polled: 'static {
    fn new(ends: &[u32]) -> Self;

    fn reset(&mut self, connection: usize, end: u32);

    /// The next connection whose timeout ends at this time or before. It has no timeout any more.
    fn next(&mut self, now: u32) -> Option<usize>;

    /// A new timeout for a connection that has none.
    fn start(&mut self, connection: usize, end: u32);
}

impl<T: Polled> Timers for T {
    fn new(ends: &[u32]) -> Self {
        T::new(ends)
    }

    fn reset(&mut self, connection: usize, end: u32) {
        T::reset(self, connection, end);
    }

    #[inline]
    fn serve(&mut self, now: u32, ticks: &[Tick]) -> u64 {
        let mut ended = Ended::default();
        for (now, tick) in (now + 1..).zip(ticks) {
            for &Message { connection, timeout } in tick {
                T::reset(self, connection as usize, now + timeout);
            }
            while let Some(connection) = self.next(now) {
                self.start(connection, now + ended.add(connection));
            }
        }
        ended.sum
    }
}

/// What was seen of the timeouts that ended. Those of the same millisecond come in any order.
#[derive(Default)]
struct Ended {
    sum: u64,
}

impl Ended {
    /// Adds a connection. Returns its next timeout.
    #[inline]
    fn add(&mut self, connection: usize) -> u32 {
        self.sum = self.sum.wrapping_add((connection as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (LEAST_TIMEOUT + connection % LEAST_TIMEOUT) as u32
    }
}

/// The connections are objects of a pool.
struct Structure {
    connections: Vec<Handle<Connections>>,
    queue: Heap<HandleQueue<Connections, u32>>,
}

impl Polled for Structure {
    fn new(ends: &[u32]) -> Self {
        let mut connections = Pool::<Connections>::on_heap();
        let connections: Vec<_> =
            ends.iter().map(|_| connections.insert(()).expect("there is room for all connections")).collect();
        let mut queue = HandleQueue::on_heap();
        for (&connection, &end) in connections.iter().zip(ends) {
            queue.push(connection, end);
        }
        Structure { connections, queue }
    }

    #[inline]
    fn reset(&mut self, connection: usize, end: u32) {
        self.queue.change_key(self.connections[connection], end);
    }

    #[inline]
    fn next(&mut self, now: u32) -> Option<usize> {
        self.queue.pop_if(|_, &end| end <= now).map(|(connection, _)| connection.index())
    }

    #[inline]
    fn start(&mut self, connection: usize, end: u32) {
        self.queue.push(self.connections[connection], end);
    }
}

impl Polled for PriorityQueue<u32, Reverse<u32>> {
    fn new(ends: &[u32]) -> Self {
        (0..).zip(ends).map(|(connection, &end)| (connection, Reverse(end))).collect()
    }

    #[inline]
    fn reset(&mut self, connection: usize, end: u32) {
        self.change_priority(&(connection as u32), Reverse(end));
    }

    #[inline]
    fn next(&mut self, now: u32) -> Option<usize> {
        self.pop_if(|_, end| end.0 <= now).map(|(connection, _)| connection as usize)
    }

    #[inline]
    fn start(&mut self, connection: usize, end: u32) {
        self.push(connection as u32, Reverse(end));
    }
}

/// By hand: a heap whose entries are not moved. The entry of an earlier end is dropped when it comes.
struct Lazy {
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    ends: Vec<u32>,
}

impl Polled for Lazy {
    fn new(ends: &[u32]) -> Self {
        Lazy {
            heap: (0..).zip(ends).map(|(connection, &end)| Reverse((end, connection))).collect(),
            ends: ends.into(),
        }
    }

    #[inline]
    fn reset(&mut self, connection: usize, end: u32) {
        self.ends[connection] = end;
        self.heap.push(Reverse((end, connection as u32)));
    }

    #[inline]
    fn next(&mut self, now: u32) -> Option<usize> {
        while let Some(&Reverse((end, connection))) = self.heap.peek().filter(|entry| entry.0.0 <= now) {
            self.heap.pop();
            let place = &mut self.ends[connection as usize];
            if *place == end {
                *place = u32::MAX;
                return Some(connection as usize);
            }
        }
        None
    }

    #[inline]
    fn start(&mut self, connection: usize, end: u32) {
        Polled::reset(self, connection, end);
    }
}

/// The queue of `tokio_util`, a wheel of 64 slots per level, under a clock that the program moves.
struct Delays {
    runtime: Runtime,
    queue: DelayQueue<u32>,
    keys: Vec<Key>,
    start: tokio::time::Instant,
}

impl Timers for Delays {
    fn new(ends: &[u32]) -> Self {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime of one thread can be made");
        let (queue, keys, start) = runtime.block_on(async {
            let start = tokio::time::Instant::now();
            let mut queue = DelayQueue::with_capacity(ends.len());
            let keys = (0..)
                .zip(ends)
                .map(|(connection, &end)| queue.insert_at(connection, start + milliseconds(end)));
            let keys = keys.collect();
            (queue, keys, start)
        });
        Delays { runtime, queue, keys, start }
    }

    fn reset(&mut self, connection: usize, end: u32) {
        self.queue.reset_at(&self.keys[connection], self.start + milliseconds(end));
    }

    fn serve(&mut self, now: u32, ticks: &[Tick]) -> u64 {
        let Delays { runtime, queue, keys, start } = self;
        let mut ended = Ended::default();
        runtime.block_on(async {
            for (now, tick) in (now + 1..).zip(ticks) {
                for &Message { connection, timeout } in tick {
                    queue.reset_at(&keys[connection as usize], *start + milliseconds(now + timeout));
                }
                tokio::time::advance(milliseconds(1)).await;
                poll_fn(|context| {
                    while let Poll::Ready(Some(expired)) = queue.poll_expired(context) {
                        let connection = expired.into_inner();
                        let end = now + ended.add(connection as usize);
                        keys[connection as usize] = queue.insert_at(connection, *start + milliseconds(end));
                    }
                    Poll::Ready(())
                })
                .await;
            }
        });
        ended.sum
    }
}

fn milliseconds(count: u32) -> Duration {
    Duration::from_millis(count.into())
}

/// A connection is heard, and its timeout begins again.
#[derive(Clone, Copy)]
struct Message {
    connection: u32,
    timeout: u32,
}

type Tick = [Message; MESSAGES_PER_TICK];

struct Work {
    /// The ends of the first timeouts.
    ends: Vec<u32>,
    ticks: Vec<Tick>,
}

impl Work {
    fn new(laps: usize) -> Self {
        let mut random = Random::new();
        let timeout = |random: &mut Random| (LEAST_TIMEOUT + random.below(LEAST_TIMEOUT)) as u32;
        let ends = (0..CONNECTIONS).map(|_| timeout(&mut random)).collect();
        let mut message =
            || Message { connection: random.below(CONNECTIONS) as u32, timeout: timeout(&mut random) };
        let ticks = (0..laps * TICKS).map(|_| std::array::from_fn(|_| message())).collect();
        Work { ends, ticks }
    }
}

/// Calls a generic function for each queue.
macro_rules! each {
    ($function:ident, $argument:expr) => {
        [
            $function::<Structure>(Label::new(OURS, Role::Ours), $argument),
            $function::<Delays>(Label::new(DELAY_QUEUE, Role::Peer), $argument),
            $function::<PriorityQueue<u32, Reverse<u32>>>(Label::new(PRIORITY_QUEUE, Role::Peer), $argument),
            $function::<Lazy>(Label::new(HEAP, Role::Floor), $argument),
        ]
    };
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let rounds = options.rounds(ROUNDS);
    let work = &Work::new(rounds + 1);
    let title = format!("Timeouts of {} connections", grouped(CONNECTIONS));
    let mut table = Table::new(TABLE, title, "ns", "work");
    table.column("message, with what ends", measure(rounds, &mut each!(serving, work)));
    table.column("timeout moved", measure(rounds, &mut each!(moving, work)));
    section.tables.push(table);
}

/// Each lap serves the next milliseconds.
fn serving<T: Timers>(label: Label, work: &Work) -> Job<'_> {
    let mut timers = T::new(&work.ends);
    let mut laps = (0..).step_by(TICKS).zip(work.ticks.chunks(TICKS));
    Job::new(label, move || {
        let (now, ticks) = laps.next().expect("there are messages for all laps");
        Lap::of(ticks.len() * MESSAGES_PER_TICK, || timers.serve(now, ticks))
    })
}

/// Moves timeouts, of which none ends.
fn moving<T: Timers>(label: Label, work: &Work) -> Job<'_> {
    let timers = Rc::new(RefCell::new(T::new(&work.ends)));
    let again = Rc::clone(&timers);
    let messages = work.ticks[..TICKS].as_flattened();
    Job::new(label, move || {
        let mut timers = timers.borrow_mut();
        Lap::of(messages.len(), || {
            messages.iter().for_each(|message| timers.reset(message.connection as usize, message.timeout));
            0
        })
    })
    .prepared(move || *again.borrow_mut() = T::new(&work.ends))
}
