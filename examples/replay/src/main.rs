//! Replays the allocations of a real game through pools of each width and through boxes of 2 and 3 bytes, compares
//! them with `slab`, `slotmap` and `Box`, and prints the cost.
//!
//! ```text
//! cargo run --release -p replay                      the trace that ships with this example
//! cargo run --release -p replay -- a.trace b.trace   traces of your own
//! cargo run --release -p replay -- --rounds 31       more rounds, for steadier figures
//! cargo run --release -p replay -- --stale           stale handles that name another object, in place of times
//! ```
//!
//! A trace is what a program did with the objects of one size, with one event per line: `+` allocates object k, where
//! k counts the allocations from 0, and `-k` frees object k. `examples/data/README.md` says where the trace of this
//! example comes from.
//!
//! The example shows `pool!` with every table, guard and `sync`; code that is generic over pools (`PoolSpec`,
//! `BoxSpec`); pools on the heap; boxes; and that a full pool is an error value, which is counted here.
//!
//! - `trace` reads the format;
//! - `container` is the trait that pools and their peers share, and `rows` is the list of them;
//! - `stale` asks the handles of removed objects;
//! - `contender` has the loop that is timed, `measure` runs the rounds, and `table` prints the result.

mod container;
mod contender;
mod measure;
mod rows;
mod stale;
mod table;
mod trace;

use example_support::{command, number};
use stale::Stale;
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Table;
use trace::Trace;

const HELP: &str = "usage: replay [--rounds N | --stale] [TRACE]...\n";

/// The trace that ships with the example.
const DEFAULT_TRACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/openttd-32.trace");

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    for path in &arguments.traces {
        let trace = read(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        if arguments.stale {
            writeln!(out, "{}", Stale::new(&name, &trace))?;
            continue;
        }
        let rows = measure::measure(&trace, rows::all(&trace), arguments.rounds)?;
        let table = Table { name: &name, trace: &trace, rounds: arguments.rounds, rows: &rows };
        writeln!(out, "{table}")?;
    }
    if !arguments.stale {
        write!(out, "{}", table::LEGEND)?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<Trace, String> {
    let text = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Trace::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The command line.
#[derive(Debug, PartialEq)]
struct Arguments {
    rounds: usize,
    /// Whether to ask stale handles, in place of measuring times.
    stale: bool,
    traces: Vec<PathBuf>,
}

impl Arguments {
    /// `None` if the user asked for help.
    fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut parsed = Arguments { rounds: 11, stale: false, traces: Vec::new() };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--rounds") => parsed.rounds = number(&mut arguments, "--rounds", 1..=1_000_000)?,
                Some("--stale") => parsed.stale = true,
                Some(option) if option.starts_with('-') => return Err(format!("unknown option {option}")),
                _ => parsed.traces.push(argument.into()),
            }
        }
        if parsed.traces.is_empty() {
            parsed.traces.push(DEFAULT_TRACE.into());
        }
        Ok(Some(parsed))
    }
}

// The tests read files, which Miri does not allow.
#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Option<Arguments>, String> {
        Arguments::parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn the_trace_of_the_example_is_the_default() {
        let expected = Arguments { rounds: 11, stale: false, traces: vec![DEFAULT_TRACE.into()] };
        assert_eq!(parse(&[]), Ok(Some(expected)));
        let trace = read(Path::new(DEFAULT_TRACE)).unwrap();
        assert_eq!((trace.events().len(), trace.allocations(), trace.peak()), (172_761, 91_243, 17_102));
    }

    #[test]
    fn rounds_and_traces_are_read() {
        let stale = Arguments { rounds: 11, stale: true, traces: vec!["c".into()] };
        assert_eq!(parse(&["--stale", "c"]), Ok(Some(stale)));
        let expected = Arguments { rounds: 3, stale: false, traces: vec!["a".into(), "b".into()] };
        assert_eq!(parse(&["a", "--rounds", "3", "b"]), Ok(Some(expected)));
        assert_eq!(parse(&["a", "--help"]), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        for rounds in [&["--rounds"][..], &["--rounds", "0"], &["--rounds", "-1"], &["--rounds", "many"]] {
            assert!(parse(rounds).unwrap_err().contains("--rounds"), "{rounds:?}");
        }
        assert_eq!(parse(&["--fast"]), Err("unknown option --fast".to_owned()));
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = read(Path::new("no/such.trace")).unwrap_err();
        assert!(message.starts_with("cannot read no/such.trace: "), "{message}");
    }
}
