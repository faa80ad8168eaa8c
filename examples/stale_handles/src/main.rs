//! A game whose scripts keep handles for ten seconds. How many of those handles name the wrong object then?
//!
//! ```text
//! cargo run --release -p stale_handles                  60 s at 60 frames per second, up to 20,000 objects
//! cargo run --release -p stale_handles -- --seconds 600
//! ```
//!
//! Objects come in bursts and live for a quarter of a second to 16 seconds. A script remembers the handle of every
//! object, and looks it up ten seconds later. By then the object is there (right), or the container says that it is
//! gone (caught), or the handle names another object (wrong).
//!
//! The same game runs with each setting of the pool, and with `slotmap`, whose keys take four times as many bytes.

mod game;
mod settings;

use example_support::{command, grouped, number};
use game::{Answers, FRAMES_PER_SECOND};
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

const HELP: &str = "usage: stale_handles [--seconds N]\n";

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), seconds(std::env::args_os().skip(1)), HELP, |&seconds, out| {
        run(seconds, out)
    })
}

fn run(seconds: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let frames = seconds * FRAMES_PER_SECOND;
    writeln!(
        out,
        "{:<34}{:>7}{:>13}{:>11}{:>10}{:>10}{:>8}",
        "setting", "handle", "generations", "quarantine", "right", "caught", "wrong"
    )?;
    for row in settings::rows(frames) {
        let Answers { right, caught, wrong } = row.answers;
        let [right, caught, wrong] = [right, caught, wrong].map(grouped);
        let settings::Row { setting, handle_bytes, generations, quarantine, .. } = row;
        writeln!(
            out,
            "{setting:<34}{handle_bytes:>5} B{generations:>13}{quarantine:>11}{right:>10}{caught:>10}{wrong:>8}"
        )?;
    }
    Ok(())
}

/// Reads the command line. `None` if the user asked for help.
fn seconds(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<usize>, String> {
    let mut seconds = 60;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--help" | "-h") => return Ok(None),
            Some("--seconds") => seconds = number(&mut arguments, "--seconds", 11..=86_400)?,
            _ => return Err(format!("unknown option {}", argument.to_string_lossy())),
        }
    }
    Ok(Some(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Option<usize>, String> {
        seconds(arguments.iter().map(OsString::from))
    }

    #[test]
    fn the_command_line_is_read() {
        assert_eq!(read(&[]), Ok(Some(60)));
        assert_eq!(read(&["--seconds", "90"]), Ok(Some(90)));
        assert_eq!(read(&["-h"]), Ok(None));
        assert!(read(&["--seconds", "10"]).unwrap_err().contains("--seconds"));
        assert_eq!(read(&["--minutes"]), Err("unknown option --minutes".to_owned()));
    }

    #[test]
    fn a_row_is_printed_for_each_setting() {
        let mut printed = Vec::new();
        run(11, &mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed.lines().count(), 8, "{printed}");
        assert!(printed.lines().last().unwrap().starts_with("slotmap"), "{printed}");
    }
}
