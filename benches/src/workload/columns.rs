//! Loops over a part of each object: structs of arrays beside arrays of structs.

mod churned;
mod contenders;
pub(super) mod dense;
mod particle;
mod threads;

use super::{Options, Workload};
use crate::measure::{Contender, measure};
use crate::report::{Goal, Plot, Section, Table, grouped};
use contenders::{CAPACITIES, OURS, ROWS, contenders};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "columns", of_compiler: false, run };

const ABOUT: &str = "\
Objects of 64 bytes, of which a step reads or writes 28: `position += velocity / 60`, `ttl -= 1 / 60`. Containers that \
were filled, then emptied at random except for a part. *columns* is a `ColumnPool` by slices, free slots included; \
*columns, live* visits live slots alone, by words of 64; *columns, iter* is `values_mut`. *pool* is a `Pool` by \
`values_mut`. *fields* are `Vec`s of the fields, written by hand, and `soa-rs` and `soa_derive` are crates that write \
them; *vec* is a `Vec` of structs. These four have no handles and no holes: they take part where all objects are left. \
*fields, live* are the same `Vec`s with a bit per slot. In the second table, objects are removed and inserted at \
random; there, *fields* have a list of the free slots and check nothing. In the third, a step of all objects runs on \
one thread and on two. With one object in ten live, a `Pool` reads one or two lines of the cache per object, and \
columns three or four, one per field: there, columns cannot be faster than a pool.";

const ROUNDS: usize = 31;

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Columns", ABOUT);
    for (name, capacity) in CAPACITIES {
        let title = format!("A step of 28 of 64 bytes, {}", grouped(capacity));
        let mut table =
            Table::new(format!("columns-{name}"), title, "ns per object", "live").plot(Plot::Bars);
        for percent in [100, 90, 10] {
            let mut contenders = contenders(capacity, percent);
            table.column(format!("{percent} %"), measure(options.rounds(ROUNDS), &mut contenders));
        }
        section.goals.extend(goals(&table));
        section.tables.push(table);
    }
    churned::measure_all(options, &mut section);
    threads::measure_all(options, &mut section);
    Ok(section)
}

/// A goal is the share of the time of the best of the others.
fn goals(table: &Table) -> Vec<Goal> {
    let goals = [
        table.goal(OURS.slices, "100 %", &ROWS, 0.4),
        table.goal(OURS.slices, "100 %", &["fields"], 1.1),
        table.goal(OURS.slices, "90 %", &ROWS, 0.5),
        table.goal(OURS.live, "10 %", &["slab"], 0.5),
        table.goal(OURS.live, "10 %", &["pool"], 0.5),
    ];
    goals.into_iter().flatten().collect()
}

/// Boxes a contender.
fn boxed(contender: impl Contender + 'static) -> Box<dyn Contender> {
    Box::new(contender)
}
