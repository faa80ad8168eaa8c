//! The command line.

use crate::sprite::CAPACITY;
use crate::world::PERIOD;
use example_support::number;
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
usage: sprites [--sprites N] [--frames N] [--out FILE | --table]

--sprites N   how many sprites there are, more or less (default: 60,000)
--frames N    how many frames are drawn or measured (default: 28, after which the picture repeats)
--out FILE    where the picture goes, an animated PNG (default: sprites.png)
--table       plays the same frames in four containers, compares what the graphics card would get, and prints
              their times
";

#[derive(PartialEq, Debug)]
pub(crate) struct Arguments {
    pub(crate) sprites: usize,
    pub(crate) frames: usize,
    pub(crate) out: PathBuf,
    pub(crate) table: bool,
}

impl Arguments {
    /// `None` if the user asked for help.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut parsed =
            Arguments { sprites: 60_000, frames: PERIOD, out: "sprites.png".into(), table: false };
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--sprites") => {
                    parsed.sprites = number(&mut arguments, "--sprites", 100..=CAPACITY / 100 * 95)?;
                }
                Some("--frames") => parsed.frames = number(&mut arguments, "--frames", 1..=500)?,
                Some("--out") => parsed.out = arguments.next().ok_or("--out needs a file")?.into(),
                Some("--table") => parsed.table = true,
                _ => return Err(format!("unknown option {}", argument.to_string_lossy())),
            }
        }
        Ok(Some(parsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Option<Arguments>, String> {
        Arguments::parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn options_are_read() {
        let default = parse(&[]).unwrap().unwrap();
        assert_eq!((default.sprites, default.frames, default.table), (60_000, PERIOD, false));
        let options = ["--sprites", "500", "--frames", "3", "--out", "a.png", "--table"];
        let expected = Arguments { sprites: 500, frames: 3, out: "a.png".into(), table: true };
        assert_eq!(parse(&options), Ok(Some(expected)));
        assert_eq!(parse(&["--sprites", "500", "-h"]), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        for mistake in [&["--sprites", "99"][..], &["--sprites", "66501"], &["--sprites"]] {
            let message = parse(mistake).unwrap_err();
            assert_eq!(message, "--sprites needs a number from 100 to 66,500", "{mistake:?}");
        }
        assert_eq!(parse(&["--out"]), Err("--out needs a file".to_owned()));
        assert_eq!(parse(&["sprites"]), Err("unknown option sprites".to_owned()));
    }
}
