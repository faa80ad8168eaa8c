//! The first screen of the page: what decides between containers, in one table.

use super::number::short;
use super::section::Section;
use super::table::Table;
use std::fmt::{self, Write};

/// A line of the table: a column of a table below.
struct Line {
    work: &'static str,
    table: &'static str,
    column: &'static str,
}

const fn line(work: &'static str, table: &'static str, column: &'static str) -> Line {
    Line { work, table, column }
}

const LINES: [Line; 9] = [
    line("a game\'s objects come and go (trace of OpenTTD)", "traces-openttd-32", "u16"),
    line("one random object of 65,536 is replaced", "churn-32", "65,536 (u16)"),
    line("one random object of 4 million is replaced", "churn-32", "4,194,304 (split 24)"),
    line("look-up among 65,536", "get", "65,536 (u16)"),
    line("look-up among 4 million", "get", "4,194,304 (split 24)"),
    line("the same, with some work for each object", "get-work", "4,194,304 (split 24)"),
    line("`for` loop, 10 % of the places in use", "iterate-for", "10 %"),
    line("`for` loop, all places in use", "iterate-for", "100 %"),
    line("`for` loop over 428 objects of 3,000 once alive", "iterate-sparse", "for loops"),
];

/// The columns, and their rows in the tables below. First those that check keys.
const COLUMNS: [(&str, &str); 4] =
    [("**pool**", "default"), ("`SlotMap`", "slotmap"), ("`DenseSlotMap`", "dense slotmap"), ("slab (no check)", "slab")];

/// The row of a pool in which many handles are looked up by one call.
const MANY: &str = "default, get_many";

pub(super) fn table(out: &mut String, sections: &[Section]) -> fmt::Result {
    let heads: Vec<_> = COLUMNS.iter().map(|(head, _)| *head).collect();
    writeln!(out, "| ns per object | {} |\n|---|---:|---:|---:|---:|", heads.join(" | "))?;
    let tables = || sections.iter().flat_map(|section| &section.tables);
    for Line { work, table, column } in LINES {
        let Some(table) = tables().find(|candidate| candidate.name == table) else { continue };
        let cells = COLUMNS.map(|(_, row)| cell(table, row, column));
        writeln!(out, "| {work} | {} |", cells.join(" | "))?;
    }
    writeln!(out)
}

fn cell(table: &Table, row: &str, column: &str) -> String {
    let figure = |row| table.cell(row, column).map(|cell| short(cell.median));
    match (figure(row), figure(MANY).filter(|_| table.name == "get-work" && row == "default")) {
        (Some(one), Some(many)) => format!("{one}; by `get_many` {many}"),
        (one, _) => one.unwrap_or_default(),
    }
}
