//! An ordered set on 2-byte links, compared with the same set on `Box`: the bytes per node, and the time per
//! operation.
//!
//! ```text
//! cargo run --release -p ordered_set                   the words that ship with this example
//! cargo run --release -p ordered_set -- words.txt      words, or numbers, of your own
//! cargo run --release -p ordered_set -- - < numbers    from standard input
//! ```
//!
//! Each line is a key. If all lines are numbers below 4,294,967,296, they are ordered as numbers, otherwise as words
//! by their bytes. A set has room for 65,535 keys. With more keys, the program ends with an error that names the
//! first line for which there was no room.
//!
//! The example shows:
//!
//! - code that is generic over the pointer, so that `Box` and `PoolBox` run the same code;
//! - pools of a generic node;
//! - that a full pool is an error value;
//! - how to drop a tree that may be too deep for the call stack.
//!
//! Its modules:
//!
//! - `links` has the trait that `Box` and `PoolBox` share, the node, and the pools;
//! - `set` is the tree, and `order` defines the order of its keys;
//! - `input` reads the keys;
//! - `contender` has the code that is timed, `measure` runs the rounds, and `table` prints the result.

mod contender;
mod input;
mod links;
mod measure;
mod order;
mod random;
mod set;
mod table;

use contender::Work;
use example_support::{command, grouped, number};
use input::{Input, Kind};
use links::{Local, LocalBox};
use order::{Numbers, Order};
use set::OrderedSet;
use std::error::Error;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::Table;

const HELP: &str = "\
usage: ordered_set [--rounds N] [FILE]

FILE        one word or number per line, at most 65,535; `-` is standard input (default: the words of this example)
--rounds N  how often each time is measured; the median is printed (default: 21)
";

/// The words that ship with the example.
const DEFAULT_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/five-letter-words.txt");

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let name = arguments.source.name();
    let text = arguments.source.read().map_err(|error| format!("cannot read {name}: {error}"))?;
    let input = Input::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    match &input.kind {
        Kind::Numbers => compare(arguments, &input, "numbers", Numbers, out),
        Kind::Words(words) => compare(arguments, &input, "words", words, out),
    }
}

/// Measures sets with these keys, and prints the table.
fn compare<O: Order>(
    arguments: &Arguments,
    input: &Input,
    kind: &str,
    order: O,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let name = arguments.source.name();
    check_room(input, order).map_err(|error| format!("{name}: {error}"))?;
    let work = Work::new(order, &input.keys, &input.misses);
    let measurement = measure::measure(&work, contender::all(), arguments.rounds)?;
    writeln!(out, "{name}: {kind}, one per line: {}", grouped(input.lines))?;
    let table = Table { order, rounds: arguments.rounds, measurement: &measurement };
    writeln!(out, "{table}")?;
    write!(out, "{}", table::LEGEND)?;
    Ok(())
}

/// Checks that a set on 2-byte links has room for all keys: fills one in the order of the lines.
fn check_room(input: &Input, order: impl Order) -> Result<(), String> {
    let mut set = OrderedSet::<Local, _>::new(order);
    for (key, line) in input.keys.iter().zip(&input.line_numbers) {
        set.insert(*key).map_err(|_full| {
            format!(
                "line {line}: there is no room for {:?}; the set has taken {} keys, which is the most that \
                 links of {} bytes can name; use only the {} lines before this one",
                order.show(*key),
                grouped(set.len()),
                LocalBox::BOX_BYTES,
                grouped(line - 1),
            )
        })?;
    }
    Ok(())
}

/// The source of the keys.
#[derive(Debug, PartialEq)]
enum Source {
    StandardInput,
    File(PathBuf),
}

impl Source {
    fn name(&self) -> String {
        match self {
            Source::StandardInput => "standard input".to_owned(),
            Source::File(path) if path == Path::new(DEFAULT_FILE) => "five-letter-words.txt".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    fn read(&self) -> std::io::Result<Vec<u8>> {
        match self {
            Source::File(path) => std::fs::read(path),
            Source::StandardInput => {
                let mut text = Vec::new();
                std::io::stdin().lock().read_to_end(&mut text)?;
                Ok(text)
            }
        }
    }
}

/// The command line.
#[derive(Debug, PartialEq)]
struct Arguments {
    rounds: usize,
    source: Source,
}

impl Arguments {
    /// `None` if the user asked for help.
    fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut rounds = 21;
        let mut source = None;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let found = match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--rounds") => {
                    rounds = number(&mut arguments, "--rounds", 1..=1_000_000)?;
                    continue;
                }
                Some("-") => Source::StandardInput,
                Some(option) if option.starts_with('-') => return Err(format!("unknown option {option}")),
                _ => Source::File(argument.into()),
            };
            if source.replace(found).is_some() {
                return Err("one file at a time".to_owned());
            }
        }
        let source = source.unwrap_or_else(|| Source::File(DEFAULT_FILE.into()));
        Ok(Some(Arguments { rounds, source }))
    }
}

// The tests read files, which Miri does not allow.
#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Option<Arguments>, String> {
        Arguments::parse(arguments.iter().map(OsString::from))
    }

    fn file(path: &str) -> Source {
        Source::File(path.into())
    }

    #[test]
    fn files_standard_input_and_rounds_are_read() {
        assert_eq!(parse(&[]), Ok(Some(Arguments { rounds: 21, source: file(DEFAULT_FILE) })));
        assert_eq!(
            parse(&["-", "--rounds", "3"]),
            Ok(Some(Arguments { rounds: 3, source: Source::StandardInput }))
        );
        assert_eq!(parse(&["a.txt"]), Ok(Some(Arguments { rounds: 21, source: file("a.txt") })));
        assert_eq!(parse(&["a.txt", "--help"]), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        for rounds in [&["--rounds"][..], &["--rounds", "0"], &["--rounds", "-1"], &["--rounds", "many"]] {
            assert!(parse(rounds).unwrap_err().contains("--rounds"), "{rounds:?}");
        }
        assert_eq!(parse(&["--sorted"]), Err("unknown option --sorted".to_owned()));
        assert_eq!(parse(&["a", "-"]), Err("one file at a time".to_owned()));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let missing = Arguments { rounds: 1, source: file("no/such.txt") };
        let message = run(&missing, &mut Vec::new()).unwrap_err().to_string();
        assert!(message.starts_with("cannot read no/such.txt: "), "{message}");
        let binary = Arguments { rounds: 1, source: Source::File(std::env::current_exe().unwrap()) };
        let message = run(&binary, &mut Vec::new()).unwrap_err().to_string();
        assert!(message.ends_with("is not UTF-8 text"), "{message}");
    }

    /// One test, because it fills the pools, which are statics, and the pool of `sync = local` belongs to its thread
    /// for ever.
    #[test]
    fn the_words_of_the_example_are_compared_and_too_many_keys_refused() {
        let mut printed = Vec::new();
        run(&Arguments { rounds: 1, source: file(DEFAULT_FILE) }, &mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        for found in [
            "five-letter-words.txt: words, one per line: 9,987",
            "keys: 9,987, from Aaron to zymin; ",
            "\nPoolBox, exact ",
        ] {
            assert!(printed.contains(found), "{found:?} is not in:\n{printed}");
        }

        let numbers: Vec<_> = (0..65_536).map(|number| format!("{number}\n{number}\n")).collect();
        let all_but_one = Input::parse(numbers[..65_535].concat().as_bytes()).unwrap();
        assert_eq!(check_room(&all_but_one, Numbers), Ok(()));
        let message = check_room(&Input::parse(numbers.concat().as_bytes()).unwrap(), Numbers).unwrap_err();
        let expected = "line 131071: there is no room for \"65535\"; the set has taken 65,535 keys, ";
        assert!(message.starts_with(expected), "{message}");
        assert!(message.ends_with("use only the 131,070 lines before this one"), "{message}");
        assert_eq!(LocalBox::len(), 0);
    }
}
