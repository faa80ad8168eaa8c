//! The files of results: one per workload, written after it was measured, and read to make the page, the goals and the
//! plots. So a run of one workload replaces its figures, and the others stay as they are, with their machine.

use super::machine::Machine;
use super::markdown;
use super::plot::Plot;
use super::section::Section;
use super::table::{Row, Table};
use crate::figures::{Label, Spread};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::str::Lines;

/// The folder of the files, relative to the root of the repository.
pub(super) const FOLDER: &str = "benches/results";

/// What stands before a table: its name, its kind of plot, and how many of its columns are facts.
const MARK: &str = "<!-- table ";

/// What a file of results has.
#[derive(Debug)]
pub(super) struct Results {
    /// The name of the workload and of the file.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) machine: Machine,
    pub(super) tables: Vec<Table>,
    /// The rows of the table of goals.
    pub(super) goals: Vec<[String; 5]>,
}

impl Results {
    pub(super) fn is_met(goal: &[String; 5]) -> bool {
        goal[4] == "met"
    }

    /// Reads the files of these workloads, in this order. A workload that was never measured has none.
    pub(super) fn read_all(root: &Path, workloads: &[&str]) -> Result<Vec<Self>, Box<dyn Error>> {
        let folder = root.join(FOLDER);
        let paths = workloads.iter().map(|name| (name, folder.join(format!("{name}.md"))));
        let found = paths.filter(|(_, path)| path.exists());
        found
            .map(|(name, path)| {
                let text = fs::read_to_string(&path)?;
                Ok(Results::parse(name, &text).map_err(|error| format!("{}: {error}", path.display()))?)
            })
            .collect()
    }

    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let title = text.lines().next().and_then(|line| line.strip_prefix("# ")).ok_or("no title")?;
        let mut results = Results {
            name: name.to_owned(),
            title: title.to_owned(),
            machine: Machine { lines: Vec::new() },
            tables: Vec::new(),
            goals: Vec::new(),
        };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line == "## The machine" {
                let rows = block(&mut lines).into_iter().skip(2);
                results.machine.lines =
                    rows.map(|row| pair(cells(row).collect())).collect::<Option<_>>().ok_or(line)?;
            } else if line == "## Goals" {
                let goal = |row: &str| cells(row).collect::<Vec<_>>().try_into().map_err(|_| row.to_owned());
                results.goals = block(&mut lines).into_iter().skip(2).map(goal).collect::<Result<_, _>>()?;
            } else if let Some(mark) = line.strip_prefix(MARK) {
                let mark = mark.strip_suffix(" -->").ok_or(line)?;
                let head = lines.next().ok_or(line)?;
                results.tables.push(table(mark, head, &block(&mut lines)).ok_or(line)?);
            }
        }
        Ok(results)
    }
}

/// Writes the file of a workload.
pub(super) fn write(
    root: &Path,
    name: &str,
    section: &Section,
    machine: &Machine,
) -> Result<(), Box<dyn Error>> {
    let folder = root.join(FOLDER);
    fs::create_dir_all(&folder)?;
    let mut text = format!("# {}\n\n{}\n\n", section.title, section.about);
    for table in &section.tables {
        writeln!(text, "{MARK}{} {} {} -->", table.name, table.plot.name(), table.facts.len())?;
        markdown::table(&mut text, table)?;
        if table.plot.is_drawn() {
            writeln!(text, "![{}](../plots/{}.svg)\n", table.title, table.name)?;
        }
    }
    if !section.notes.is_empty() {
        writeln!(text, "## Notes\n\n{}\n", section.notes.join("\n\n"))?;
    }
    if !section.goals.is_empty() {
        writeln!(text, "## Goals\n")?;
        markdown::goals(&mut text, section.goals.iter().map(super::Goal::cells))?;
    }
    writeln!(text, "## The machine\n\n| | |\n|---|---|")?;
    for (name, value) in &machine.lines {
        markdown::line(&mut text, [name.clone(), value.clone()])?;
    }
    Ok(fs::write(folder.join(format!("{name}.md")), text)?)
}

/// The lines up to the next empty one, after those that are empty.
fn block<'a>(lines: &mut Lines<'a>) -> Vec<&'a str> {
    lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect()
}

fn pair(cells: Vec<String>) -> Option<(String, String)> {
    cells.try_into().ok().map(|[name, value]: [String; 2]| (name, value))
}

/// The cells of a row. A bar inside of a cell has a backslash.
fn cells(row: &str) -> impl Iterator<Item = String> {
    let row = row.trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{0}");
    let cells: Vec<_> = row.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect();
    cells.into_iter()
}

fn table(mark: &str, head: &str, lines: &[&str]) -> Option<Table> {
    let mut mark = mark.split(' ');
    let (name, plot, facts) = (mark.next()?, Plot::named(mark.next()?)?, mark.next()?.parse::<usize>().ok()?);
    let (title, rest) = head.strip_prefix("**")?.split_once("**, ")?;
    let (unit, parameter) = rest.strip_suffix(':')?.split_once(", by ")?;
    let parameter = match parameter.split_once(" (") {
        Some((parameter, rounds)) if rounds.ends_with("rounds)") => parameter,
        _ => parameter,
    };
    let [columns, _, rows @ ..] = lines else { return None };
    let columns: Vec<_> = cells(columns).skip(1).collect();
    let mut table = Table::new(name, title, unit, parameter).plot(plot);
    table.facts = columns.get(..facts)?.to_vec();
    table.values = columns[facts..].to_vec();
    table.rows = rows.iter().map(|row| self::row(row, facts)).collect::<Option<_>>()?;
    Some(table)
}

fn row(line: &str, facts: usize) -> Option<Row> {
    let mut cells = cells(line);
    let name = cells.next()?;
    let (name, role) = markdown::role_of(&name);
    let mut label = Label::new(name, role);
    label.facts = cells.by_ref().take(facts).collect();
    let cells = cells.map(|cell| if cell.is_empty() { Some(None) } else { spread(&cell).map(Some) });
    Some(Row { label, cells: cells.collect::<Option<_>>()? })
}

/// The number of rounds is not in a cell.
fn spread(cell: &str) -> Option<Spread> {
    let number = |text: &str| text.replace(',', "").parse::<f64>().ok();
    let cell = cell.split_once(" **").map_or(cell, |(figures, _ratio)| figures);
    let Some((median, quartiles)) = cell.split_once(" (") else { return Some(Spread::exact(number(cell)?)) };
    let (low, high) = quartiles.strip_suffix(')')?.split_once(", ")?;
    Some(Spread { low: number(low)?, median: number(median)?, high: number(high)?, rounds: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Role;
    use crate::report::Goal;

    fn measured() -> Section {
        let mut section = Section::new("Churn", "Objects come and go.\n\n- one");
        let mut table =
            Table::new("churn-4", "Churn, small", "ns", "capacity").facts(&["key, bytes"]).plot(Plot::Lines);
        let spread = Spread { low: 0.9, median: 1234.0, high: 2_345.0, rounds: 5 };
        table.column(
            "65,536 (u16)",
            [
                (Label::new("default", Role::Ours).fact("2"), spread),
                (Label::new("slotmap", Role::Peer), Spread::exact(1.5)),
                (Label::new("slab", Role::Unchecked), Spread::exact(2.5)),
            ],
        );
        table.column("2", [(Label::new("vec", Role::Floor), spread)]);
        section.tables.push(table);
        section.goals.push(Goal::at_most("get", 2.0, 1.0, ""));
        section
    }

    #[test]
    fn what_is_written_is_read() {
        let root = std::env::temp_dir().join(format!("stackpool-results-{}", std::process::id()));
        let machine = Machine { lines: vec![("processor".to_owned(), "one | two".to_owned())] };
        let written = measured();
        write(&root, "churn", &written, &machine).unwrap();
        let read = Results::read_all(&root, &["get", "churn"]).unwrap();
        fs::remove_dir_all(&root).unwrap();
        let [read] = &read[..] else { panic!("{read:?}") };
        assert_eq!((&*read.name, &*read.title), ("churn", "Churn"));
        assert_eq!(read.goals, [written.goals[0].cells()]);
        assert!(!Results::is_met(&read.goals[0]));
        let (table, expected) = (&read.tables[0], &written.tables[0]);
        assert_eq!((&table.name, &table.title, table.plot), (&expected.name, &expected.title, Plot::Lines));
        assert_eq!((&table.unit, &table.parameter), (&expected.unit, &expected.parameter));
        assert_eq!((&table.facts, &table.values), (&expected.facts, &expected.values));
        for (row, expected) in table.rows.iter().zip(&expected.rows) {
            assert_eq!((&row.label.name, row.label.role), (&expected.label.name, expected.label.role));
            let medians =
                |row: &Row| row.cells.iter().map(|cell| cell.map(|cell| cell.median)).collect::<Vec<_>>();
            assert_eq!(medians(row), medians(expected));
        }
        assert_eq!(table.rows.len(), expected.rows.len());
    }

    #[test]
    fn cells_are_split_at_bars_of_the_table() {
        assert_eq!(cells("| a\\|b | c |").collect::<Vec<_>>(), ["a|b", "c"]);
        assert_eq!(cells("| a |  |").collect::<Vec<_>>(), ["a", ""]);
    }
}
