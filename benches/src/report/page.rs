//! Writes the page `BENCHMARKS.md` and its plots.

use super::machine::Machine;
use super::section::Section;
use super::{markdown, plot, summary};
use std::error::Error;
use std::fmt::{self, Write};
use std::fs;
use std::path::Path;

/// The folder of the plots, relative to the page.
const PLOTS: &str = "benches/plots";

/// What the first table says.
const FIRST: &str = include_str!("first.md");

/// How the page is made, and how to read it.
const HEAD: &str = include_str!("head.md");

/// Attempts to be faster, and their results. Written by hand.
const TRIED: &str = include_str!("../../tried.md");

/// The reasons why goals are not met. Written by hand.
const MISSED: &str = include_str!("../../missed.md");

/// A section as on the page, without plots.
#[must_use]
pub fn print_section(section: &Section) -> String {
    let mut text = String::new();
    markdown::section(&mut text, section, None).expect("writing to a string cannot fail");
    text
}

/// Writes the page and its plots below `root`. Removes plots that no section has any more.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write_page(root: &Path, machine: &Machine, sections: &[Section]) -> Result<(), Box<dyn Error>> {
    let plots = root.join(PLOTS);
    if plots.exists() {
        fs::remove_dir_all(&plots)?;
    }
    fs::create_dir_all(&plots)?;
    for table in sections.iter().flat_map(|section| &section.tables) {
        plot::draw(&plots, table)?;
    }
    fs::write(root.join("BENCHMARKS.md"), page(machine, sections)?)?;
    Ok(())
}

fn page(machine: &Machine, sections: &[Section]) -> Result<String, Box<dyn Error>> {
    let mut text = "# Benchmarks\n\n".to_owned();
    summary::table(&mut text, sections)?;
    let all = || sections.iter().flat_map(|section| &section.goals);
    let met = all().filter(|goal| goal.is_met()).count();
    write!(text, "{FIRST}")?;
    writeln!(text, "{met} of {} [goals](#goals) are met.\n", all().count())?;
    text.push_str(HEAD);
    writeln!(text, "\n## The machine\n\n| | |\n|---|---|")?;
    for (name, value) in machine.lines() {
        writeln!(text, "| {name} | {value} |")?;
    }
    writeln!(text)?;
    for section in sections {
        markdown::section(&mut text, section, Some(PLOTS))?;
    }
    goals(&mut text, sections)?;
    text.push_str(TRIED);
    text.push_str(MISSED);
    Ok(text)
}

/// The goals that are not met. Each section lists all of its goals.
fn goals(text: &mut String, sections: &[Section]) -> fmt::Result {
    let goals = || sections.iter().flat_map(|section| &section.goals);
    let missed: Vec<_> = goals().filter(|goal| !goal.is_met()).cloned().collect();
    let (all, met) = (goals().count(), goals().count() - missed.len());
    writeln!(text, "## Goals\n\n{met} of {all} goals are met. Each section lists its own goals.")?;
    if missed.is_empty() {
        return writeln!(text);
    }
    let beyond = missed.iter().filter(|goal| goal.is_beyond_the_floor()).count();
    writeln!(
        text,
        "\nThese goals are not met. {beyond} of them are not met by the floor either (the rows in italics, which check \
         nothing). [Why not](#goals-that-are-not-met-and-why).\n"
    )?;
    markdown::goals(text, &missed)
}
