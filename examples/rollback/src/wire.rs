//! Two UDP sockets of the loopback interface, with weather: datagrams are lost, late, and overtake each other.
//!
//! Time is counted in frames and not by a clock, so the same seed gives the same game on every machine. For that:
//!
//! - A datagram says in which frame it arrives. Whoever receives waits for all datagrams that were sent, and passes on
//!   those that are due.
//! - What happens to a message depends on the seed, the frame, and the kind of the message. The messages that `ggrs`
//!   sends by the clock, to measure the connection, change nothing else.
//! - `ggrs` sends its inputs again after 200 ms without an answer. A frame of this game takes microseconds, so the wire
//!   repeats the last inputs in each frame without new ones.

use crate::random::Random;
use ggrs::{Message, NonBlockingSocket};
use std::cell::{Cell, RefCell};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::rc::Rc;
use std::time::Duration;

/// What happens to datagrams.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Weather {
    pub(crate) seed: u64,
    /// In 100.
    pub(crate) loss: u32,
    /// The most frames that a datagram takes.
    pub(crate) lag: u32,
}

/// The fewest frames that a datagram takes, unless `lag` is less.
const LEAST_LAG: u32 = 2;

/// What the wire did with the messages that do not depend on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Traffic {
    pub(crate) sent: u64,
    pub(crate) lost: u64,
    pub(crate) overtaken: u64,
}

/// One end.
pub(crate) struct Wire {
    socket: UdpSocket,
    remote: SocketAddr,
    side: u64,
    weather: Weather,
    /// `None` during the handshake, in which nothing is lost or late.
    frame: Option<u32>,
    outbox: Vec<Vec<u8>>,
    last_input: Option<Vec<u8>>,
    /// The datagrams that were sent to the other end, and to this one, that were not received yet.
    to_remote: Rc<Cell<u32>>,
    to_here: Rc<Cell<u32>>,
    arriving: Vec<Arrival>,
    sent: u32,
    last_due: u32,
    pub(crate) traffic: Traffic,
    /// The messages that `ggrs` sent because of the time.
    pub(crate) by_the_clock: u64,
}

/// A datagram that was received: the frame in which it is due, its number, and the message.
type Arrival = (u32, u32, Vec<u8>);

/// The bytes before the message: when it is due, and its number.
const HEADER: usize = 8;

/// The kinds of messages of `ggrs`, in the order of its `enum`.
const INPUT: u32 = 2;
const INPUT_ACK: u32 = 3;
const CHECKSUM: u32 = 6;

/// The kind of a message: it follows two bytes that identify the session.
fn kind(message: &[u8]) -> u32 {
    message.get(2..6).map_or(u32::MAX, |kind| u32::from_le_bytes([kind[0], kind[1], kind[2], kind[3]]))
}

/// The wire that a session holds.
pub(crate) struct End(pub(crate) Rc<RefCell<Wire>>);

/// Makes both ends of a wire.
pub(crate) fn pair(weather: Weather) -> io::Result<[Rc<RefCell<Wire>>; 2]> {
    let socket = || UdpSocket::bind((Ipv4Addr::LOCALHOST, 0));
    let (first, second) = (socket()?, socket()?);
    let addresses = [first.local_addr()?, second.local_addr()?];
    let under_way = [Rc::new(Cell::new(0)), Rc::new(Cell::new(0))];
    let end = |socket: UdpSocket, side: usize| -> io::Result<_> {
        socket.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(Rc::new(RefCell::new(Wire {
            socket,
            remote: addresses[1 - side],
            side: side as u64,
            weather,
            frame: None,
            outbox: Vec::new(),
            last_input: None,
            to_remote: under_way[1 - side].clone(),
            to_here: under_way[side].clone(),
            arriving: Vec::new(),
            sent: 0,
            last_due: 0,
            traffic: Traffic::default(),
            by_the_clock: 0,
        })))
    };
    Ok([end(first, 0)?, end(second, 1)?])
}

impl Wire {
    pub(crate) fn remote(&self) -> SocketAddr {
        self.remote
    }

    /// Goes to the next frame, from the handshake to frame 0.
    pub(crate) fn tick(&mut self) {
        self.frame = Some(self.frame.map_or(0, |frame| frame + 1));
    }

    /// Sends the messages of this frame.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let mut messages = std::mem::take(&mut self.outbox);
        if self.frame.is_some() {
            self.repeat(&mut messages);
        }
        let mut of_kind = [0; 8];
        for message in messages {
            let kind = kind(&message);
            let nth = of_kind.get_mut(kind as usize).map_or(0, |count| {
                *count += 1;
                *count
            });
            self.send(&message, kind, nth)?;
        }
        Ok(())
    }

    /// Leaves one message with inputs: the last one, or the one that was sent last.
    fn repeat(&mut self, messages: &mut Vec<Vec<u8>>) {
        let last = messages.iter().rposition(|message| kind(message) == INPUT);
        if let Some(last) = last {
            self.last_input = Some(messages[last].clone());
        }
        messages.retain(|message| kind(message) != INPUT);
        messages.extend(self.last_input.clone());
    }

    fn send(&mut self, message: &[u8], kind: u32, nth: u64) -> io::Result<()> {
        let Weather { seed, loss, lag } = self.weather;
        let mut due = 0;
        if let Some(frame) = self.frame {
            let mut fate = Random::of(&[seed, self.side, frame.into(), kind.into(), nth]);
            let is_lost = fate.below(100) < loss;
            let least = lag.min(LEAST_LAG);
            due = frame + least + fate.below(lag - least + 1);
            if matches!(kind, INPUT | INPUT_ACK | CHECKSUM) {
                self.traffic.sent += 1;
                self.traffic.lost += u64::from(is_lost);
                self.traffic.overtaken += u64::from(!is_lost && due < self.last_due);
                self.last_due = due.max(self.last_due);
            } else {
                self.by_the_clock += 1;
            }
            if is_lost {
                return Ok(());
            }
        }
        let datagram = [&due.to_le_bytes(), &self.sent.to_le_bytes(), message].concat();
        self.socket.send_to(&datagram, self.remote)?;
        self.sent += 1;
        self.to_remote.set(self.to_remote.get() + 1);
        Ok(())
    }

    /// The messages that are due, in the order in which they arrive.
    fn receive(&mut self) -> io::Result<Vec<Message>> {
        let mut buffer = [0; 2048];
        while self.to_here.get() > 0 {
            let (length, from) = self.socket.recv_from(&mut buffer)?;
            let Some((header, message)) = buffer[..length].split_first_chunk::<HEADER>() else { continue };
            if from != self.remote {
                continue;
            }
            let [a, b, c, d, e, f, g, h] = *header;
            let (due, number) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
            self.arriving.push((due, number, message.to_vec()));
            self.to_here.set(self.to_here.get() - 1);
        }
        self.arriving.sort_unstable();
        let now = self.frame.unwrap_or(0);
        let due = self.arriving.partition_point(|(due, ..)| *due <= now);
        let messages = self.arriving.drain(..due);
        Ok(messages.filter_map(|(_, _, message)| bincode::deserialize(&message).ok()).collect())
    }
}

impl NonBlockingSocket<SocketAddr> for End {
    fn send_to(&mut self, message: &Message, _: &SocketAddr) {
        let message = bincode::serialize(message).expect("messages of ggrs are plain data");
        self.0.borrow_mut().outbox.push(message);
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        let mut wire = self.0.borrow_mut();
        let remote = wire.remote;
        let messages = wire.receive().unwrap_or_else(|error| panic!("the loopback interface: {error}"));
        messages.into_iter().map(|message| (remote, message)).collect()
    }
}
