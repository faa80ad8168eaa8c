//! The printed table.

use crate::contender::PHASES;
use crate::measure::{Measured, Measurement};
use crate::order::Order;
use example_support::grouped;
use std::fmt;

/// What a set cost on every kind of link.
pub(crate) struct Table<'a, O: Order> {
    pub(crate) order: O,
    pub(crate) rounds: usize,
    pub(crate) measurement: &'a Measurement<O>,
}

/// What the columns mean.
pub(crate) const LEGEND: &str = "\
links    what owns a node: Box, on the global allocator; PoolBox by its `sync`: one thread; any thread, with a few free
         slots in each; any thread, with none
link     a child or none: Option<Box>, Option<PoolBox>
node     a key of 4 bytes and two links
in use   what a node takes in memory: the distance to the next one (the median over all nodes), so with what the allocator
         adds; and of a pool, a slot's part of the bookkeeping. The words are stored beside the set, once for all sets
this set what all its nodes take
reserved the static of a pool, for 65,535 nodes whether they are there or not; without what threads keep to themselves
build    each key inserted, in random order: as every order here, the same at every run
hit      each key looked up, in another one
miss     as many lookups of what is not there: each word with a sign behind it, each number plus one
walk     all keys in order
remove   every other key
drop     the whole set
         times are nanoseconds a key: medians of the rounds, in which all links take turns
";

/// Bytes that a node takes in memory.
fn bytes_in_use<O: Order>(row: &Measured<O>) -> Option<f64> {
    let bookkeeping =
        row.contender.reserved.map_or(0.0, |pool| pool.bookkeeping_bytes as f64 / pool.capacity as f64);
    Some(row.stride? as f64 + bookkeeping)
}

impl<O: Order> fmt::Display for Table<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { order, rounds, measurement: Measurement { answers, rows } } = self;
        let [first, last] = [answers.first, answers.last].map(|key| order.show(key));
        writeln!(
            f,
            "keys: {}, from {first} to {last}; height of the tree: {}; both on all links; rounds: {rounds}",
            grouped(answers.len),
            answers.height,
        )?;
        writeln!(f)?;
        line(f, ["links", "link", "node", "in use", "of Box", "this set", "reserved"], PHASES)?;
        line(f, ["", "bytes", "bytes", "bytes", "ratio", "bytes", "bytes"], ["ns/key"; PHASES.len()])?;
        let of_box = rows.first().and_then(bytes_in_use);
        let or_none = |text: Option<String>| text.unwrap_or("-".to_owned());
        for row in rows {
            let contender = &row.contender;
            let bytes = bytes_in_use(row);
            let sizes = [
                contender.name,
                &contender.link_bytes.to_string(),
                &contender.node_bytes.to_string(),
                &or_none(bytes.map(|bytes| format!("{bytes:.1}"))),
                &or_none(bytes.zip(of_box).map(|(bytes, of_box)| format!("{:.2}", bytes / of_box))),
                &or_none(bytes.map(|bytes| grouped((bytes * answers.len as f64).round() as usize))),
                &or_none(contender.reserved.map(|pool| grouped(pool.bytes))),
            ];
            let times = row.times.map(|time| format!("{time:.1}"));
            line(f, sizes, times.each_ref().map(String::as_str))?;
        }
        Ok(())
    }
}

/// One line: words to the left, numbers to the right.
fn line(f: &mut fmt::Formatter<'_>, sizes: [&str; 7], times: [&str; PHASES.len()]) -> fmt::Result {
    let [links, link, node, in_use, ratio, set, reserved] = sizes;
    write!(f, "{links:<18}{link:>6}{node:>7}{in_use:>8}{ratio:>8}{set:>11}{reserved:>10}")?;
    for time in times {
        write!(f, "{time:>8}")?;
    }
    writeln!(f)
}
