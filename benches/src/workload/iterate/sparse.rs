//! Pools that are declared for more than they are used for.

use super::{Builder, Options, ROUNDS};
use crate::Item;
use crate::contenders::{IterableVisitor, iterable_peers, names};
use crate::measure::measure;
use crate::report::{Role, Section, Table};
use stackpool::{Heap, Pool, pool};

/// What the program asks for.
const CAPACITY: usize = 60_000;
/// How many objects were alive at once, and how many are left.
const USED: usize = 3_000;
const LIVE: usize = 428;

/// The row of the pool that is declared for what is used.
const EXACT: &str = "default, capacity 3,000";

pool! {
    Declared: [Item; CAPACITY];
    Exact: [Item; USED];
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let title = "Iteration over 428 of 3,000 objects once alive, in pools of 60,000";
    let mut table = Table::new("iterate-sparse", title, "ns per object", "loop");
    let mut builder = Builder { room: 0, count: USED, live: LIVE, contenders: Vec::new() };
    builder.visit::<Heap<Pool<Declared>>>(names::DEFAULT, Role::Ours);
    builder.visit::<Heap<Pool<Exact>>>(EXACT, Role::Ours);
    iterable_peers(&mut builder);
    let mut contenders = builder.contenders;
    let columns = ["fold", "for loops"];
    table.column(columns[0], measure(options.rounds(ROUNDS), &mut contenders));
    contenders.iter_mut().for_each(|contender| contender.by_for_loop());
    table.column(columns[1], measure(options.rounds(ROUNDS), &mut contenders));
    let goals = columns.iter().flat_map(|column| {
        let peers = table.goal(names::DEFAULT, column, &names::MAIN_PEERS, 0.3);
        [peers, table.goal(names::DEFAULT, column, &[EXACT], 1.1)]
    });
    section.goals.extend(goals.flatten());
    section.tables.push(table);
}
