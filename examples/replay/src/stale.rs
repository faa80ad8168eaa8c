//! How long a container refuses the handle of a removed object: `replay --stale`.
//!
//! The trace is replayed, and the handle of each object is asked again some events after the object was removed. Either
//! the container refuses the handle, or the handle names another object by then.

use crate::trace::{Action, Trace};
use slotmap::{DefaultKey, SlotMap};
use stackpool::layout::Tracked;
use stackpool::{Handle, Heap, Pool, PoolSpec, pool};
use std::fmt;

/// After how many events a handle is asked again.
pub(crate) const DELAYS: [usize; 4] = [16, 256, 4_096, 65_536];

// The first three capacities are 1.2 times the most objects of freeciv-96, openttd-32 and freeciv-32.
pool! {
    P10: [u32; 10_323];
    P10Stack: [u32; 10_323], quarantine = 0;
    P10Wait64: [u32; 10_323], quarantine = 64;
    P10Wait512: [u32; 10_323], quarantine = 512;
    P10Bits: [u32; 10_323], generation_bits = 10;
    P20: [u32; 20_522];
    P20Stack: [u32; 20_522], quarantine = 0;
    P20Wait64: [u32; 20_522], quarantine = 64;
    P20Wait512: [u32; 20_522], quarantine = 512;
    P20Live: [u32; 20_522], guard = live;
    P20Bits: [u32; 20_522], generation_bits = 9;
    P60: [u32; 60_000];
    P60Stack: [u32; 60_000], quarantine = 0;
    P60Wait: [u32; 60_000], quarantine = 40_000;
    P60Bits: [u32; 60_000], generation_bits = 8;
    P277: [u32; 277_038];
    P277Stack: [u32; 277_038], quarantine = 0;
    P277Bits: [u32; 277_038], generation_bits = 13;
    P1000: [u32; 1_000_000];
}

/// A container whose handles can be asked.
trait Asked {
    type Ticket: Copy;

    fn insert(&mut self, object: u32) -> Option<Self::Ticket>;
    fn remove(&mut self, ticket: Self::Ticket);
    fn has(&self, ticket: Self::Ticket) -> bool;
}

impl<P: PoolSpec<Item = u32, Layout: Tracked>> Asked for Heap<Pool<P>> {
    type Ticket = Handle<P>;

    fn insert(&mut self, object: u32) -> Option<Handle<P>> {
        Pool::insert(self, object).ok()
    }

    fn remove(&mut self, ticket: Handle<P>) {
        Pool::remove(self, ticket).expect("a live object");
    }

    fn has(&self, ticket: Handle<P>) -> bool {
        self.contains(ticket)
    }
}

impl Asked for SlotMap<DefaultKey, u32> {
    type Ticket = DefaultKey;

    fn insert(&mut self, object: u32) -> Option<DefaultKey> {
        Some(SlotMap::insert(self, object))
    }

    fn remove(&mut self, ticket: DefaultKey) {
        SlotMap::remove(self, ticket).expect("a live object");
    }

    fn has(&self, ticket: DefaultKey) -> bool {
        self.contains_key(ticket)
    }
}

impl Asked for thunderdome::Arena<u32> {
    type Ticket = thunderdome::Index;

    fn insert(&mut self, object: u32) -> Option<thunderdome::Index> {
        Some(thunderdome::Arena::insert(self, object))
    }

    fn remove(&mut self, ticket: thunderdome::Index) {
        thunderdome::Arena::remove(self, ticket).expect("a live object");
    }

    fn has(&self, ticket: thunderdome::Index) -> bool {
        self.contains(ticket)
    }
}

/// For each delay: how many handles were asked, and how many of them named another object.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Answers {
    asked: [u32; DELAYS.len()],
    wrong: [u32; DELAYS.len()],
}

/// Replays the trace, and asks every stale handle. A handle that is not removed for long enough before the end of the
/// trace is not asked.
fn ask<C: Asked>(trace: &Trace, mut container: C) -> Answers {
    let mut tickets = Vec::new();
    // The handle that each event removed.
    let mut removed: Vec<Option<C::Ticket>> = Vec::new();
    let mut answers = Answers::default();
    for event in trace.events() {
        removed.push(match event.action() {
            Action::Allocate => {
                tickets.push(container.insert(tickets.len() as u32));
                None
            }
            Action::Free(object) => {
                let ticket = tickets[object as usize];
                ticket.into_iter().for_each(|ticket| container.remove(ticket));
                ticket
            }
        });
        for (number, delay) in DELAYS.into_iter().enumerate() {
            let at = (removed.len() - 1).checked_sub(delay);
            if let Some(stale) = at.and_then(|at| removed[at]) {
                answers.asked[number] += 1;
                answers.wrong[number] += u32::from(container.has(stale));
            }
        }
    }
    answers
}

/// A row of the table.
struct Row {
    name: String,
    handle_bytes: usize,
    generations: String,
    quarantine: String,
    answers: Answers,
}

/// The table of a trace.
pub(crate) struct Stale<'a> {
    pub(crate) name: &'a str,
    rows: Vec<Row>,
}

impl<'a> Stale<'a> {
    /// Asks all containers that have room for the trace, and are at most eight times as large.
    pub(crate) fn new(name: &'a str, trace: &Trace) -> Self {
        let mut table = Stale { name, rows: Vec::new() };
        table.pool::<P10>(trace);
        table.pool::<P10Stack>(trace);
        table.pool::<P10Wait64>(trace);
        table.pool::<P10Wait512>(trace);
        table.pool::<P10Bits>(trace);
        table.pool::<P20>(trace);
        table.pool::<P20Stack>(trace);
        table.pool::<P20Wait64>(trace);
        table.pool::<P20Wait512>(trace);
        table.pool::<P20Live>(trace);
        table.pool::<P20Bits>(trace);
        table.pool::<P60>(trace);
        table.pool::<P60Stack>(trace);
        table.pool::<P60Wait>(trace);
        table.pool::<P60Bits>(trace);
        table.pool::<P277>(trace);
        table.pool::<P277Stack>(trace);
        table.pool::<P277Bits>(trace);
        table.pool::<P1000>(trace);
        table.peer("slotmap", trace, SlotMap::<DefaultKey, u32>::new());
        table.peer("thunderdome", trace, thunderdome::Arena::new());
        table
    }

    fn pool<P: PoolSpec<Item = u32, Layout: Tracked>>(&mut self, trace: &Trace) {
        let peak = trace.peak() as usize;
        if !(peak..=8 * peak).contains(&Pool::<P>::CAPACITY) {
            return;
        }
        self.rows.push(Row {
            name: format!("pool of {}", example_support::grouped(Pool::<P>::CAPACITY)),
            handle_bytes: Pool::<P>::HANDLE_BYTES,
            generations: Pool::<P>::GENERATIONS.to_string(),
            quarantine: Pool::<P>::QUARANTINE.to_string(),
            answers: ask(trace, Pool::<P>::on_heap()),
        });
    }

    fn peer<C: Asked>(&mut self, name: &str, trace: &Trace, container: C) {
        self.rows.push(Row {
            name: name.to_owned(),
            handle_bytes: size_of::<C::Ticket>(),
            generations: "2^31 or more".to_owned(),
            quarantine: "-".to_owned(),
            answers: ask(trace, container),
        });
    }
}

impl fmt::Display for Stale<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}: stale handles that name another object, in percent, by events since the removal\n",
            self.name
        )?;
        write!(f, "{:<18}{:>8}{:>14}{:>12}", "container", "handle", "generations", "quarantine")?;
        DELAYS.iter().try_for_each(|&delay| write!(f, "{:>9}", example_support::grouped(delay)))?;
        writeln!(f)?;
        for row in &self.rows {
            let Row { name, handle_bytes, generations, quarantine, answers } = row;
            write!(f, "{name:<18}{handle_bytes:>6} B{generations:>14}{quarantine:>12}")?;
            for (asked, wrong) in answers.asked.iter().zip(answers.wrong) {
                let percent = 100.0 * f64::from(wrong) / f64::from((*asked).max(1));
                // A share that is not 0 must not look like 0.
                let digits = if percent > 0.0 && percent < 0.1 { 3 } else { 1 };
                write!(f, "{percent:>9.digits$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Object 0 is removed, and then one object after the other lives for one event.
    fn trace(turns: usize) -> Trace {
        let mut text = "+\n-0\n".to_owned();
        for turn in 1..=turns {
            text += &format!("+\n-{turn}\n");
        }
        Trace::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_stack_of_one_generation_names_another_object_at_every_second_event() {
        pool! {
            Stacked: [u32; 100], guard = live, quarantine = 0;
            Waiting: [u32; 100], guard = live, quarantine = 20;
        }
        let stacked = ask(&trace(200), Pool::<Stacked>::on_heap());
        // An even number of events after a removal, the slot is free again.
        assert_eq!((stacked.asked[0], stacked.wrong[0]), (193, 0));
        let waiting = ask(&trace(200), Pool::<Waiting>::on_heap());
        assert_eq!((waiting.asked, waiting.wrong), (stacked.asked, [0; 4]));
        // An object that stays is in the slot that was removed last.
        let stays = Trace::parse(("+\n-0\n+\n".to_owned() + &"+\n".repeat(20)).as_bytes()).unwrap();
        assert_eq!(ask(&stays, Pool::<Stacked>::on_heap()).wrong[0], 1);
        assert_eq!(ask(&stays, Pool::<Waiting>::on_heap()).wrong[0], 0);
    }

    #[test]
    fn peers_are_asked_too() {
        let trace = trace(300);
        assert_eq!(ask(&trace, SlotMap::new()), ask(&trace, thunderdome::Arena::new()));
        let table = Stale::new("a", &trace).to_string();
        assert!(
            table.contains("slotmap") && table.contains("thunderdome") && !table.contains("pool of"),
            "{table}"
        );
    }
}
