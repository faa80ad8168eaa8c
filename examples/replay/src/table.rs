//! The printed table.

use crate::measure::{Measured, best_peer};
use crate::rows::Kind;
use crate::trace::Trace;
use example_support::grouped;
use std::fmt;
use std::time::Duration;

/// The results of a trace in every container.
pub(crate) struct Table<'a> {
    pub(crate) name: &'a str,
    pub(crate) trace: &'a Trace,
    pub(crate) rounds: usize,
    pub(crate) rows: &'a [Measured],
}

/// The meaning of the columns, printed after the last table.
pub(crate) const LEGEND: &str = "\
container   pool: a pool on the heap, with its table, or with a free list in its slots instead of a table;
            PoolBox: a static with its `sync`: local is for one thread, threads is for any thread and each thread
            keeps a few free slots, exact is for any thread and none does;
            slab, slotmap: with room reserved; Box: the global allocator, with one allocation per object;
            free list: a vector of free indices, which checks nothing except bounds
guard       what a handle is checked against; ownership: no check is needed
capacity    objects that fit; - if the container grows
handle      what the program keeps per object, in an array by object number: its width is part of the cost
bookkeeping per slot, in addition to the 32 bytes of the object (slab, slotmap: size of the entry minus the object)
peak live   the most objects that were in the container at once
did not fit allocations that the full container refused; their frees are skipped, so the time is not comparable
median      of the times of all rounds, per event; an event is an allocation (32 bytes written) or a free (32 bytes
            read and checked)
least       the time of the fastest round
of peer     the median divided by that of slab or slotmap, whichever is faster: below 1.00, the row is faster
";

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { name, trace, rounds, rows } = self;
        writeln!(
            f,
            "{name}: {} events, {} allocations, at most {} objects alive; rounds: {rounds}",
            grouped(trace.events().len()),
            grouped(trace.allocations() as usize),
            grouped(trace.peak() as usize),
        )?;
        writeln!(f)?;
        let names = [
            "container",
            "guard",
            "capacity",
            "handle",
            "bookkeeping",
            "peak live",
            "did not fit",
            "median",
            "least",
            "of peer",
        ];
        line(f, names)?;
        let units =
            ["", "", "objects", "bytes", "bytes/slot", "objects", "objects", "ns/event", "ns/event", "ratio"];
        line(f, units)?;
        let best = best_peer(rows);
        let per_event =
            |time: Duration| format!("{:.2}", time.as_nanos() as f64 / trace.events().len() as f64);
        let mut last_kind = None;
        for row in *rows {
            let label = row.runner.label();
            if last_kind.is_some_and(|kind| kind != label.kind) {
                writeln!(f)?;
            }
            last_kind = Some(label.kind);
            let ratio = match best {
                Some(best) if row.outcome.missed == 0 => {
                    format!("{:.2}", row.time.as_secs_f64() / best.as_secs_f64())
                }
                _ => "-".to_owned(),
            };
            let container = match label.kind {
                Kind::Pool => format!("pool, {}", label.container),
                Kind::Boxes => format!("PoolBox, {}", label.container),
                Kind::Peer | Kind::Reference => label.container.to_owned(),
            };
            line(
                f,
                [
                    &container,
                    &label.guard,
                    &label.capacity.map_or("-".to_owned(), grouped),
                    &row.runner.ticket_bytes().to_string(),
                    &label.bookkeeping.map_or("-".to_owned(), |bytes| format!("{bytes:.2}")),
                    &grouped(row.peak(trace)),
                    &grouped(row.outcome.missed as usize),
                    &per_event(row.time),
                    &per_event(row.least),
                    &ratio,
                ],
            )?;
        }
        Ok(())
    }
}

/// One line: words to the left, numbers to the right.
fn line(f: &mut fmt::Formatter<'_>, columns: [&str; 10]) -> fmt::Result {
    let [container, guard, capacity, handle, bookkeeping, peak, missed, time, least, ratio] = columns;
    let line = format!(
        "{container:<18}{guard:<20}{capacity:>10}{handle:>8}{bookkeeping:>13}{peak:>11}{missed:>13}{time:>10}\
         {least:>9}{ratio:>8}"
    );
    writeln!(f, "{}", line.trim_end())
}
