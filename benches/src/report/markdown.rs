//! Formats sections as Markdown.

use super::goal::Goal;
use super::number::short;
use super::section::Section;
use super::table::{Row, Table};
use crate::figures::{NO_CHECK, Role, Spread};
use std::fmt::{self, Write};

/// A section, as it is printed.
pub(super) fn section(out: &mut String, section: &Section) -> fmt::Result {
    writeln!(out, "## {}\n\n{}\n", section.title, section.about)?;
    for table in &section.tables {
        self::table(out, table)?;
    }
    if !section.goals.is_empty() {
        goals(out, section.goals.iter().map(Goal::cells))?;
    }
    for note in &section.notes {
        writeln!(out, "{note}\n")?;
    }
    Ok(())
}

/// A table of goals, which are given by their cells.
pub(super) fn goals(out: &mut String, goals: impl IntoIterator<Item = [String; 5]>) -> fmt::Result {
    line(out, ["figure", "goal", "reached", "floor", ""].map(str::to_owned))?;
    line(out, ["---", "---", "---:", "---:", "---"].map(str::to_owned))?;
    for goal in goals {
        line(out, goal)?;
    }
    writeln!(out)
}

pub(super) fn table(out: &mut String, table: &Table) -> fmt::Result {
    let rounds = rounds(table).map_or(String::new(), |rounds| format!(" ({rounds})"));
    writeln!(out, "**{}**, {}, by {}{rounds}:\n", table.title, table.unit, table.parameter)?;
    let facts = || table.facts.iter().cloned();
    line(out, [String::new()].into_iter().chain(facts()).chain(table.values.iter().cloned()))?;
    let figures = table.facts.len() + table.values.len();
    line(out, ["---".to_owned()].into_iter().chain(std::iter::repeat_n("---:".to_owned(), figures)))?;
    for row in &table.rows {
        let facts = (0..table.facts.len()).map(|fact| row.label.facts.get(fact).cloned().unwrap_or_default());
        let cells = (0..table.values.len()).map(|column| cell(table, row, column));
        line(out, [name(row)].into_iter().chain(facts).chain(cells))?;
    }
    writeln!(out)
}

/// The number of rounds behind the cells, if there was more than one.
fn rounds(table: &Table) -> Option<String> {
    let cells = || table.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|spread| spread.rounds);
    match (cells().min()?, cells().max()?) {
        (_, 1) => None,
        (least, most) if least == most => Some(format!("{most} rounds")),
        (least, most) => Some(format!("{least} to {most} rounds")),
    }
}

/// Rows of this crate are bold, and floors are in italics.
fn name(row: &Row) -> String {
    let name = row.label.shown();
    match row.label.role {
        Role::Ours => format!("**{name}**"),
        Role::Peer | Role::Unchecked => name,
        Role::Floor => format!("*{name}*"),
    }
}

/// The name and the role of a row that is written so.
pub(super) fn role_of(written: &str) -> (&str, Role) {
    let between = |mark| written.strip_prefix(mark)?.strip_suffix(mark);
    match (between("**"), between("*"), written.strip_suffix(NO_CHECK)) {
        (Some(name), ..) => (name, Role::Ours),
        (_, Some(name), _) => (name, Role::Floor),
        (.., Some(name)) => (name, Role::Unchecked),
        _ => (written, Role::Peer),
    }
}

/// The median, the quartiles, and the ratio to the best peer.
fn cell(table: &Table, row: &Row, column: usize) -> String {
    let Some(spread) = row.cells[column] else {
        return String::new();
    };
    let Spread { low, median, high, .. } = spread;
    let mut text = short(median);
    if !spread.is_exact() {
        text += &format!(" ({}, {})", short(low), short(high));
    }
    if let Some(best) = table.best_peer(column).filter(|_| table.has_ratios) {
        text += &format!(" **{:.2}**", median / best);
    }
    text
}

/// A row of a table.
pub(super) fn line(out: &mut String, cells: impl IntoIterator<Item = String>) -> fmt::Result {
    let cells: Vec<_> = cells.into_iter().map(|cell| cell.replace('|', "\\|")).collect();
    writeln!(out, "| {} |", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Label;

    #[test]
    fn a_cell_has_median_quartiles_and_ratio() {
        let mut table = Table::new("t", "T", "ns per event", "capacity").facts(&["handle"]);
        let ours = Label::new("pool", Role::Ours).fact("2 bytes");
        let peer = Label::new("slab", Role::Unchecked);
        table.column(
            "256",
            [
                (ours, Spread { low: 1.0, median: 2.0, high: 3.0, rounds: 51 }),
                (peer.clone(), Spread::exact(4.0)),
            ],
        );
        table.column("512", [(peer, Spread::exact(5.0))]);
        let mut text = String::new();
        self::table(&mut text, &table).unwrap();
        let lines: Vec<_> = text.lines().collect();
        let expected = [
            "**T**, ns per event, by capacity (1 to 51 rounds):",
            "",
            "|  | handle | 256 | 512 |",
            "| --- | ---: | ---: | ---: |",
            "| **pool** | 2 bytes | 2.00 (1.00, 3.00) **0.50** |  |",
            "| slab (no check) |  | 4.00 **1.00** | 5.00 **1.00** |",
            "",
        ];
        assert_eq!(lines, expected);
    }
}
