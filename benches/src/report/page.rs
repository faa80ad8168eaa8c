//! Makes `BENCHMARKS.md`, `benches/goals.md` and the plots of the results.

use super::machine::Machine;
use super::results::{self, Results};
use super::section::Section;
use super::table::Table;
use super::{markdown, plot, quote};
use std::error::Error;
use std::fmt::{self, Write};
use std::fs;
use std::path::Path;

/// The folder of the plots, relative to the page.
const PLOTS: &str = "benches/plots";

/// The text of the page, with lines that begin with `@` in the place of what is made of the results: see [`quote`].
const TEXT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page.md");

/// A section as in its file of results, without plots.
#[must_use]
pub fn print_section(section: &Section) -> String {
    let mut text = String::new();
    markdown::section(&mut text, section).expect("writing to a string cannot fail");
    text
}

/// Writes the results of a workload below `root`.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_results(
    root: &Path,
    name: &str,
    section: &Section,
    machine: &Machine,
) -> Result<(), Box<dyn Error>> {
    results::write(root, name, section, machine)
}

/// Reads the tables of these workloads below `root`.
///
/// # Errors
///
/// If a file cannot be read.
pub fn read_tables(root: &Path, workloads: &[&str]) -> Result<Vec<Table>, Box<dyn Error>> {
    Ok(Results::read_all(root, workloads)?.into_iter().flat_map(|results| results.tables).collect())
}

/// Makes the page, the list of goals and the plots of the results of these workloads below `root`. Removes plots that
/// no table has any more.
///
/// # Errors
///
/// If a file cannot be read or written, or the page quotes a figure that is not in the results.
pub fn write_page(root: &Path, workloads: &[&str]) -> Result<(), Box<dyn Error>> {
    let all = Results::read_all(root, workloads)?;
    let plots = root.join(PLOTS);
    if plots.exists() {
        fs::remove_dir_all(&plots)?;
    }
    fs::create_dir_all(&plots)?;
    for results in &all {
        for table in &results.tables {
            plot::draw(&plots, table, results.machine.property("processor"))?;
        }
    }
    fs::write(root.join("benches/goals.md"), goals(&all)?)?;
    Ok(fs::write(root.join("BENCHMARKS.md"), page(&all)?)?)
}

fn page(all: &[Results]) -> Result<String, Box<dyn Error>> {
    let tables: Vec<_> = all.iter().flat_map(|results| &results.tables).collect();
    let mut text = String::new();
    let template = fs::read_to_string(TEXT)?;
    let mut lines = template.lines().peekable();
    while let Some(line) = lines.next() {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("@table" | "@across", _) => {
                let mut quoted = vec![line];
                while let Some(line) = lines.next_if(|line| line.starts_with('@')) {
                    quoted.push(line);
                }
                text += &quote::table(&quoted, &tables)?;
            }
            ("@plot", name) => {
                let drawn = tables.iter().find(|table| table.name == name && table.plot.is_drawn());
                let table = drawn.ok_or_else(|| format!("no plot {name}"))?;
                writeln!(text, "![{}]({PLOTS}/{name}.svg)", table.title)?;
            }
            ("@results", _) => list(&mut text, all)?,
            ("@machines", _) => machines(&mut text, all)?,
            ("@goals", _) => {
                let (met, count) = count(all);
                writeln!(text, "{met} of {count} [goals](benches/goals.md) are met.")?;
            }
            _ => writeln!(text, "{line}")?,
        }
    }
    Ok(text)
}

fn count(all: &[Results]) -> (usize, usize) {
    let goals = || all.iter().flat_map(|results| &results.goals);
    (goals().filter(|goal| Results::is_met(goal)).count(), goals().count())
}

/// A line for each file of results.
fn list(out: &mut String, all: &[Results]) -> fmt::Result {
    writeln!(out, "| results | tables | goals met | machine |\n|---|---:|---:|---|")?;
    for Results { name, title, machine, tables, goals } in all {
        let met = goals.iter().filter(|goal| Results::is_met(goal)).count();
        let goals = if goals.is_empty() { String::new() } else { format!("{met} of {}", goals.len()) };
        let machine = number(all, machine);
        writeln!(
            out,
            "| [{title}]({}/{name}.md) | {} | {goals} | {machine} |",
            results::FOLDER,
            tables.len()
        )?;
    }
    Ok(())
}

/// The machines, without what differs between two runs on one of them.
fn machines(out: &mut String, all: &[Results]) -> fmt::Result {
    writeln!(out, "| | processor | caches | compiler |\n|---|---|---|---|")?;
    for (place, machine) in distinct(all).into_iter().enumerate() {
        let [processor, caches, compiler] =
            ["processor", "caches", "compiler"].map(|name| machine.property(name).to_owned());
        writeln!(out, "| {} | {processor} | {caches} | {compiler} |", place + 1)?;
    }
    Ok(())
}

fn distinct(all: &[Results]) -> Vec<&Machine> {
    let mut found: Vec<&Machine> = Vec::new();
    for Results { machine, .. } in all {
        if !found.iter().any(|other| is_same(other, machine)) {
            found.push(machine);
        }
    }
    found
}

fn is_same(one: &Machine, other: &Machine) -> bool {
    ["processor", "caches", "compiler"].iter().all(|name| one.property(name) == other.property(name))
}

/// The number of a machine in the list of them.
fn number(all: &[Results], machine: &Machine) -> usize {
    distinct(all).iter().take_while(|other| !is_same(other, machine)).count() + 1
}

/// The goals that are not met. Each file of results lists all of its goals.
fn goals(all: &[Results]) -> Result<String, Box<dyn Error>> {
    let (met, count) = count(all);
    let missed = || all.iter().flat_map(|results| &results.goals).filter(|goal| !Results::is_met(goal));
    let beyond = missed().filter(|goal| goal[4].ends_with("by the floor")).count();
    let mut text = format!(
        "# Goals\n\n{met} of {count} goals are met. The [results](results/) list all of them. Those below are not met. \
         The floor does\nnot meet {beyond} of them either (rows in italics, which check nothing). \
         [Why not](missed.md).\n\n"
    );
    for Results { name, title, goals, .. } in all {
        let missed: Vec<_> = goals.iter().filter(|goal| !Results::is_met(goal)).cloned().collect();
        if !missed.is_empty() {
            writeln!(text, "## [{title}](results/{name}.md)\n")?;
            markdown::goals(&mut text, missed)?;
        }
    }
    Ok(text.trim_end().to_owned() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::NAMES;

    /// The lines that the page has at most.
    const MOST_LINES: usize = 280;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
    }

    #[test]
    fn the_page_and_the_goals_are_those_of_the_results() {
        let all = Results::read_all(root(), &NAMES).unwrap();
        let read = |path| fs::read_to_string(root().join(path)).unwrap();
        assert!(read("BENCHMARKS.md") == page(&all).unwrap(), "make BENCHMARKS.md again: `-- --render`");
        assert!(
            read("benches/goals.md") == goals(&all).unwrap(),
            "make benches/goals.md again: `-- --render`"
        );
    }

    #[test]
    fn the_page_is_short() {
        let lines = fs::read_to_string(root().join("BENCHMARKS.md")).unwrap().lines().count();
        assert!(lines <= MOST_LINES, "{lines} lines");
    }

    #[test]
    fn files_of_results_have_a_workload() {
        for entry in fs::read_dir(root().join(results::FOLDER)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let name = name.strip_suffix(".md").unwrap();
            assert!(name == "README" || NAMES.contains(&name), "{name}");
        }
    }
}
