//! A crate of many structs, with and without the derive.

use super::super::Options;
use crate::child;
use crate::generated::{Package, Workspace};
use crate::report::{Goal, Label, Plot, Role, Section, Spread, Table, grouped};
use std::error::Error;
use std::fmt::Write;

/// Structs of a crate.
const STRUCTS: usize = 200;

/// The approximate capacity of the pools, whose statics take 35 KB.
const CAPACITY: usize = 1_000;

/// The capacity for statics of 2 MB.
const LARGE: usize = 60_000;

/// The goal: a derive takes at most this many milliseconds in a debug build.
const GOAL: f64 = 10.0;

/// The Cargo command, its name on the page, the capacity of the pools, and the number of rounds.
const COLUMNS: [(&str, &str, usize, usize); 3] = [
    ("check", "check", CAPACITY, 7),
    ("build", "debug build", CAPACITY, 7),
    ("build", "debug build", LARGE, 3),
];

/// The additions to a plain struct.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    Derived,
    Used,
}

const KINDS: [Kind; 3] = [Kind::Plain, Kind::Derived, Kind::Used];

impl Kind {
    fn label(self) -> Label {
        match self {
            Kind::Plain => Label::new("plain structs", Role::Floor),
            Kind::Derived => Label::new("derived", Role::Ours),
            Kind::Used => Label::new("derived, used", Role::Ours),
        }
    }

    fn package(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Derived => "derived",
            Kind::Used => "used",
        }
    }

    /// The source of a crate of structs.
    fn source(self, capacity: usize) -> String {
        let mut text = String::new();
        for i in 0..STRUCTS {
            self.write(&mut text, i, capacity).expect("writing to a string cannot fail");
        }
        text
    }

    /// Each struct has another capacity, like in a program.
    fn write(self, text: &mut String, i: usize, capacity: usize) -> std::fmt::Result {
        if self != Kind::Plain {
            writeln!(text, "#[derive(stackpool::Pool)]\n#[pool(capacity = {})]", capacity + i)?;
        }
        writeln!(
            text,
            "pub struct Object{i} {{ pub place: [f32; 3], pub speed: [f32; 3], pub time: f32, pub kind: u32 }}"
        )?;
        if self == Kind::Used {
            writeln!(
                text,
                "pub fn replace{i}(pool: &mut Object{i}Pool, old: Object{i}Handle, new: Object{i}) \
                 -> Option<Object{i}Handle> {{\n    pool.remove(old)?;\n    pool.insert(new).ok()\n}}"
            )?;
        }
        Ok(())
    }
}

/// Times all commands on the crates with one capacity.
pub(super) fn measure(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let whole = format!("A crate of {STRUCTS} structs of 32 bytes");
    let mut whole = Table::new("compile-time", whole, "ms", "command and capacity");
    let mut each = Table::new("compile-time-each", "What each derive adds", "ms", "command and capacity");
    // The last command measures the compiler rather than the derive, so a quick run omits it.
    for (command, name, capacity, rounds) in &COLUMNS[..if options.quick { 2 } else { 3 }] {
        let workspace = Workspace::new("derives")?;
        let packages =
            KINDS.map(|kind| workspace.package(kind.package(), &[], &[], "lib.rs", &kind.source(*capacity)));
        let packages = packages.into_iter().collect::<Result<Vec<_>, _>>()?;
        let column = format!("{name}, {}", grouped(*capacity));
        let times = times(if options.quick { 1 } else { *rounds }, command, &packages)?;
        let [plain, derived, used] = &times;
        let more = |times: &[f64]| {
            let differences = times.iter().zip(plain).map(|(time, plain)| (time - plain) / STRUCTS as f64);
            Spread::of(differences.collect())
        };
        let cells = [(Kind::Derived, derived), (Kind::Used, used)];
        each.column(&column, cells.map(|(kind, times)| (kind.label(), more(times))));
        let cells = KINDS.into_iter().zip(&times);
        whole.column(&column, cells.map(|(kind, times)| (kind.label(), Spread::of(times.clone()))));
    }
    let column = format!("debug build, {}", grouped(CAPACITY));
    if let Some(reached) = each.cell("derived", &column) {
        let what = format!("{}: {column}", each.title);
        section.goals.push(Goal::at_most(what, reached.median, GOAL, "ms"));
    }
    section.tables.extend([whole.plot(Plot::Bars), each]);
    section.notes.push(NOTE.to_owned());
    Ok(())
}

const NOTE: &str = "\
*derived, used* has a function per struct that removes an object and inserts another: this is what a program \
compiles that uses the pools. Each struct has a static pool of its own: 35 KB for 1,000 objects, 2 MB for 60,000. \
While the compiler compiles a static of up to 256 KiB, it holds all bytes of it. Of a larger static it holds none.";

/// The milliseconds of each package in each round.
fn times(rounds: usize, command: &str, packages: &[Package<'_>]) -> Result<[Vec<f64>; 3], Box<dyn Error>> {
    let mut times = [const { Vec::new() }; KINDS.len()];
    for round in 0..=rounds {
        for (package, times) in packages.iter().zip(&mut times) {
            package.touch()?;
            let taken = child::run(&mut package.cargo(&[command]))?;
            // The first build also compiles the dependencies.
            if round > 0 {
                times.push(taken.seconds * 1e3);
            }
        }
    }
    Ok(times)
}
