//! Tables of the page that quote medians of the results.
//!
//! ```text
//! @table ns per object
//! @figure 65,536 objects := churn-32 / 65,536 (u16)
//! @row **pool** := default
//! @row slab (no check) := slab
//! ```
//!
//! A figure is a column of a table of the results. A row is a contender, or the first of several that are in that
//! table: `default | pool`. With `@across` in place of `@table`, figures are lines and contenders columns.

use super::number::short;
use super::table::Table;
use std::fmt::Write;

/// What is between two bars, and its source.
type Named = (String, String);

#[derive(Debug, Default)]
struct Quote {
    head: String,
    is_across: bool,
    figures: Vec<Named>,
    rows: Vec<Named>,
}

/// The table that these lines ask for.
pub(super) fn table(lines: &[&str], tables: &[&Table]) -> Result<String, String> {
    let quote = parse(lines)?;
    let figures = quote.figures.iter().map(|(head, source)| {
        let columns = quote.rows.iter().map(|(_, rows)| cell(rows, source, tables));
        Ok((head.clone(), columns.collect::<Result<Vec<_>, String>>()?))
    });
    let figures = figures.collect::<Result<Vec<_>, String>>()?;
    for (place, (row, _)) in quote.rows.iter().enumerate() {
        if figures.iter().all(|(_, cells)| cells[place].is_empty()) {
            return Err(format!("no figure of {row}"));
        }
    }
    let rows = quote.rows.iter().map(|(row, _)| row.clone());
    let mut text = String::new();
    let mut line =
        |cells: Vec<String>| writeln!(text, "| {} |", cells.join(" | ")).map_err(|error| error.to_string());
    let heads = if quote.is_across { rows.clone().collect() } else { heads(&quote.figures) };
    let columns = heads.len();
    line([vec![quote.head.clone()], heads].concat())?;
    line([vec!["---".to_owned()], vec!["---:".to_owned(); columns]].concat())?;
    if quote.is_across {
        for (head, cells) in figures {
            line([vec![head], cells].concat())?;
        }
    } else {
        for (place, row) in rows.enumerate() {
            line([vec![row], figures.iter().map(|(_, cells)| cells[place].clone()).collect()].concat())?;
        }
    }
    Ok(text)
}

fn heads(named: &[Named]) -> Vec<String> {
    named.iter().map(|(head, _)| head.clone()).collect()
}

fn parse(lines: &[&str]) -> Result<Quote, String> {
    let mut quote = Quote::default();
    for line in lines {
        let (word, rest) = line.split_once(' ').ok_or_else(|| format!("only a word: {line}"))?;
        let named = || {
            let (head, source) = rest.split_once(" := ").ok_or_else(|| format!("no ` := ` in {line}"))?;
            Ok::<_, String>((head.to_owned(), source.to_owned()))
        };
        match word {
            "@table" | "@across" => (quote.head, quote.is_across) = (rest.to_owned(), word == "@across"),
            "@figure" => quote.figures.push(named()?),
            "@row" => quote.rows.push(named()?),
            _ => return Err(format!("unknown: {line}")),
        }
    }
    Ok(quote)
}

/// The median of the first of these rows that is in the table; nothing if none of them is.
fn cell(rows: &str, source: &str, tables: &[&Table]) -> Result<String, String> {
    let (name, column) = source.split_once(" / ").ok_or_else(|| format!("no ` / ` in {source}"))?;
    let table = tables.iter().find(|table| table.name == name).ok_or_else(|| format!("no table {name}"))?;
    if !table.values.iter().any(|value| value == column) {
        return Err(format!("{name} has no column {column}, but {}", table.values.join("; ")));
    }
    let found = rows.split(" | ").find_map(|row| table.cell(row, column));
    Ok(found.map_or(String::new(), |spread| short(spread.median)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Label, Role, Spread};

    fn churn() -> Table {
        let mut table = Table::new("churn", "Churn", "ns", "capacity");
        let cell = |name: &str, role, number| (Label::new(name, role), Spread::exact(number));
        table.column("256 (u8)", [cell("default", Role::Ours, 1.25), cell("slab", Role::Unchecked, 1_500.0)]);
        table.column("512", [cell("slab", Role::Unchecked, 2.0)]);
        table
    }

    #[test]
    fn figures_are_columns_or_lines() {
        let lines = ["@table ns", "@figure 256 := churn / 256 (u8)", "@figure more := churn / 512"];
        let rows = ["@row **pool** := pool | default", "@row slab := slab"];
        let churn = churn();
        let text = table(&[&lines[..], &rows[..]].concat(), &[&churn]).unwrap();
        assert_eq!(
            text,
            "| ns | 256 | more |\n| --- | ---: | ---: |\n| **pool** | 1.25 |  |\n| slab | 1,500 | 2.00 |\n"
        );
        let lines = ["@across ns", "@figure 256 := churn / 256 (u8)"];
        let text = table(&[&lines[..], &rows[..]].concat(), &[&churn]).unwrap();
        assert_eq!(text, "| ns | **pool** | slab |\n| --- | ---: | ---: |\n| 256 | 1.25 | 1,500 |\n");
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let churn = churn();
        let error = |lines: &[&str]| table(lines, &[&churn]).unwrap_err();
        assert_eq!(error(&["@figure a := get / 1", "@row slab := slab"]), "no table get");
        assert_eq!(
            error(&["@figure a := churn / 1", "@row slab := slab"]),
            "churn has no column 1, but 256 (u8); 512"
        );
        assert_eq!(error(&["@figure a := churn / 512", "@row slot := slotmap"]), "no figure of slot");
    }
}
