//! The printed table.

use crate::contender::PHASES;
use crate::measure::{Measured, Measurement};
use crate::order::Order;
use example_support::grouped;
use std::fmt;

/// The results of a set on every kind of link.
pub(crate) struct Table<'a, O: Order> {
    pub(crate) order: O,
    pub(crate) rounds: usize,
    pub(crate) measurement: &'a Measurement<O>,
}

/// The meaning of the columns.
pub(crate) const LEGEND: &str = "\
links    the owner of a node: Box, from the global allocator; or PoolBox with its `sync`: local is for one thread,
         threads is for any thread and each thread keeps a few free slots, exact is for any thread and none does
link     size of a child link: Option<Box> or Option<PoolBox>
node     size of a node: a key of 4 bytes and two links
in use   memory per node: the distance to the next node (the median over all nodes), which includes what the allocator
         adds, plus the bookkeeping per slot of a pool. All sets share one copy of the words, which is not counted
of Box   `in use` divided by that of Box
this set memory of all nodes of this set
reserved size of the static of a pool, for 65,535 nodes whether they are used or not; without what threads keep
build    insert all keys, in random order. All orders are random, and the same in every run
hit      look up all keys, in another random order
miss     as many lookups of keys that are not there: each word with a sign appended, or each number plus one
walk     visit all keys in order
remove   remove every other key
drop     drop the whole set
         times are nanoseconds per key: medians of the rounds, in which all kinds of links take turns
";

/// Bytes of memory per node.
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
            "keys: {}, from {first} to {last}; height of the tree: {} on all links; rounds: {rounds}",
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
