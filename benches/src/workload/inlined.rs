//! Containers whose code is inlined into the one function that uses them, in a program of its own.

use super::{Options, Workload, churn, traces};
use crate::contenders::names;
use crate::report::{Figures, Goal, Section, Table, grouped};
use std::env;
use std::error::Error;
use std::process::Command;

pub(super) const WORKLOAD: Workload = Workload { name: "inlined", of_compiler: false, run };

const ABOUT: &str = "\
The same work in a program that is compiled with link-time optimisation (`lto = \"fat\"`, `codegen-units = 1`). One \
function makes a container and does everything with it, so each method can be inlined, and what the container \
consists of can be in registers. *Empty*: the container is new; peers begin without room and grow. *Used*: all \
places of the container were in use before. *replace*: a random object is removed and all of it is read, and another \
one is inserted. *look-up*: all keys in random order. *fold* and *for*: one word of each object is read, by internal \
iteration and by a `for` loop. *sparse*: the same by a `for` loop, after all except 14 % of the objects were removed \
at random. *Used* containers had 4,096, 65,536 and 262,144 objects; in both cases, 3,000, 50,000 and 200,000 are \
alive.";

/// The program, and the profile with which it is compiled.
const PROGRAM: &str = "inlined";

/// The default table of the pools of each capacity.
const WIDTHS: [(&str, &str); 4] =
    [("4096", "u16"), ("20000", "u16"), ("65536", "u16"), ("262144", "packed 18")];

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Inlined into one function", ABOUT);
    for table in tables(figures(options)?).ok_or("a subject is not known")? {
        section.goals.extend(goals(&table));
        section.tables.push(table);
    }
    Ok(section)
}

/// Runs the program.
fn figures(options: &Options) -> Result<Figures, Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["run", "--quiet", "--offline", "--no-default-features", "--profile", PROGRAM]);
    cargo.args([
        "--bin",
        PROGRAM,
        "--manifest-path",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        "--",
    ]);
    if options.quick {
        cargo.arg("--quick");
    }
    // The program itself has the trace in the repository.
    let output = cargo.args(traces::files(options).skip(1)).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let figures = Figures::parse(&String::from_utf8(output.stdout)?);
    figures.ok_or_else(|| "what the program says is not read".into())
}

/// One table for each part of the work and each capacity. A subject is the part, the capacity and the column. `None`
/// if it is something else.
fn tables(figures: Figures) -> Option<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    for (subject, cells) in figures {
        let fields: Vec<_> = subject.split('|').collect();
        let [part, capacity, column] = fields[..] else { return None };
        let (_, width) = WIDTHS.iter().find(|(known, _)| *known == capacity)?;
        let name = format!("inlined-{part}-{capacity}");
        let place = tables.iter().position(|table| table.name == name).unwrap_or_else(|| {
            let title =
                format!("Inlined, {part}, capacity {} ({width})", grouped(capacity.parse().unwrap_or(0)));
            tables.push(Table::new(name, title, "ns per step", "objects and start"));
            tables.len() - 1
        });
        tables[place].column(column, cells);
    }
    Some(tables)
}

/// The goals are those of the workloads of the first profile.
fn goals(table: &Table) -> Vec<Goal> {
    let part = table.name.split('-').nth(1).unwrap_or_default();
    let default = |others: &'static [&'static str], bound| {
        let goal = move |column: &String| table.goal(names::DEFAULT, column, others, bound);
        table.values.iter().filter_map(goal).collect()
    };
    match part {
        "look" => default(&names::LOOK_UP_PEERS, 1.0),
        "fold" | "for" => default(&["slab", "slotmap", "thunderdome"], 1.0),
        "sparse" => default(&["slab", "slotmap", "thunderdome"], 0.3),
        _ => {
            let mut goals = churn::goals(table);
            if table.title.ends_with("(packed 18)") {
                goals.extend(default(&[names::U32], 1.2));
            }
            goals
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_become_tables() {
        let line =
            |subject: &str| format!("{subject}\tdefault\t0\t1\t2\t3\t7\n{subject}\tslab\t1\t1\t4\t5\t7\n");
        let text = line("replace|4096|32 bytes, empty") + &line("sparse|262144|48 bytes, used");
        let tables = tables(Figures::parse(&text).unwrap()).unwrap();
        assert_eq!(
            tables.iter().map(|table| table.title.as_str()).collect::<Vec<_>>(),
            ["Inlined, replace, capacity 4,096 (u16)", "Inlined, sparse, capacity 262,144 (packed 18)"]
        );
        let reached: Vec<_> = tables.iter().map(|table| goals(table)[0].reached).collect();
        assert_eq!(reached, [0.5, 0.5]);
        assert!(super::tables(Figures::parse(&line("replace|7|used")).unwrap()).is_none());
        assert!(super::tables(Figures::parse(&line("replace")).unwrap()).is_none());
    }
}
