//! Instructions without optimisation, per operation, counted by callgrind: what a user pays in a debug build. They are
//! compared with those in `unoptimized.txt`.
//!
//! ```text
//! cargo run --manifest-path benches/Cargo.toml --no-default-features --bin unoptimized               compares
//! cargo run --manifest-path benches/Cargo.toml --no-default-features --bin unoptimized -- --write    writes the file
//! ```
//!
//! It also compares the ways that ARCHITECTURE.md describes with the calls: see [`ways`].
//!
//! The peers are compiled in the same way, by the profile `dev`. Each operation is counted with [`OBJECTS`] turns and
//! with none, so that making and filling the containers does not count. A turn in which nothing is done is subtracted.

mod rows;
mod saves;
mod ways;

use rows::{LOOPS, NOTHING, OBJECTS, OPERATIONS, Row};
use saves::SAVES;
use stackpool_benches::counts::{Counts, Name};
use stackpool_benches::valgrind;
use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// The file with the recorded counts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/unoptimized.txt");

/// The first lines of the file.
const HEAD: &str = "\
# Instructions of one operation, or of one step of a loop, without optimisation (profile `dev`), counted by callgrind.
# Items of 48 bytes, capacity 10,000, 1,000 objects; those that are replaced were replaced twice before, so that the
# quarantine of a pool is full. Saves are of items of 27 bytes that derive `Snapshot`, and counted per item. Written by
#
#     cargo run --manifest-path benches/Cargo.toml --no-default-features --bin unoptimized -- --write
#
# and compared by the same without `--write`, where the compiler is the same.
";

/// A group of rows: its name, the turn in which nothing is done, and the rows.
type Group = (&'static str, fn(usize), &'static [Row]);

/// All rows with their groups.
fn groups() -> [Group; 3] {
    let [operation, step] = NOTHING;
    [("operations", operation, OPERATIONS), ("loops", step, LOOPS), ("saves", saves::NOTHING, SAVES)]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [group, row, turns] => play(group, row, turns),
        [] => compare(false),
        ["--write"] => compare(true),
        _ => Err("one argument at most: `--write`".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("unoptimized: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Does the operation of a row. Called under callgrind.
fn play(group: &str, row: &str, turns: &str) -> Result<(), Box<dyn Error>> {
    let groups = groups();
    let (_, nothing, rows) = groups.get(group.parse::<usize>()?).ok_or("no such group")?;
    let play = match row.parse::<usize>()?.checked_sub(1) {
        None => nothing,
        Some(row) => &rows.get(row).ok_or("no such row")?.2,
    };
    play(turns.parse()?);
    Ok(())
}

fn compare(write: bool) -> Result<(), Box<dyn Error>> {
    if !cfg!(debug_assertions) {
        return Err("this program counts a build without optimisation: leave out `--release`".into());
    }
    if !valgrind::is_there() {
        println!("skipped: there is no valgrind");
        return Ok(());
    }
    let program = env::current_exe()?;
    let mut counts = Counts::of_this_compiler();
    for (group, (title, _, rows)) in groups().into_iter().enumerate() {
        let of_row = |row: usize| -> Result<u64, Box<dyn Error>> {
            let count = |turns: usize| {
                valgrind::instructions_of(&program, &[group, row, turns].map(|number| number.to_string()))
            };
            Ok((count(OBJECTS)? - count(0)?) / OBJECTS as u64)
        };
        let nothing = of_row(0)?;
        for (number, (operation, row, _)) in rows.iter().enumerate() {
            let [group, operation, row] = [title, *operation, *row].map(str::to_owned);
            counts.insert(Name { group, operation, row }, of_row(number + 1)?.saturating_sub(nothing));
        }
    }
    counts.write_or_compare(Path::new(FILE), HEAD, write)?;
    ways::compare(&program)
}
