//! The command line of an example.

use crate::grouped;
use std::error::Error;
use std::ffi::OsString;
use std::io::{Stdout, Write, stdout};
use std::ops::RangeInclusive;
use std::process::ExitCode;

/// Runs an example with its arguments. `None` asks for the help text, which a mistake prints too.
pub fn command<A>(
    name: &str,
    arguments: Result<Option<A>, String>,
    help: &str,
    run: impl FnOnce(&A, &mut Stdout) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let result = match arguments {
        Ok(Some(arguments)) => {
            if cfg!(debug_assertions) {
                eprintln!("{name}: this is a debug build, so its times mean nothing: add `--release`");
            }
            run(&arguments, &mut stdout())
        }
        Ok(None) => write!(stdout(), "{help}").map_err(Into::into),
        Err(mistake) => Err(format!("{mistake}\n\n{}", help.trim_end()).into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The number after an option.
///
/// # Errors
///
/// A message for the user, if there is no number or it is out of the range.
pub fn number(
    arguments: &mut impl Iterator<Item = OsString>,
    option: &str,
    range: RangeInclusive<usize>,
) -> Result<usize, String> {
    let number = arguments.next().and_then(|number| number.to_str()?.parse().ok());
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        format!("{option} needs a number from {} to {}", grouped(*range.start()), grouped(*range.end()))
    })
}
