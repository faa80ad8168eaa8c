//! The command line.

use crate::boid::CAPACITY;
use example_support::number;
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
usage: swarm [--boids N] [--steps N] [--threads N] [--as STORAGE] [--out FILE | --table]

--boids N      how many boids are in the air (default: 200,000)
--steps N      how many steps are played (default: 240); the picture shows the last 114
--threads N    how many threads play (default: one per core)
--as STORAGE   what holds the boids: columns (the default), dense, rows, slotmap or vec; the picture is the same
--out FILE     where the picture goes, an animated PNG (default: swarm.png)
--table        plays the same steps in all five, compares their checksums, and prints their times
";

/// What holds the boids.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Columns,
    Dense,
    Rows,
    Slotmap,
    Vec,
}

#[derive(PartialEq, Debug)]
pub(crate) struct Arguments {
    pub(crate) boids: usize,
    pub(crate) steps: usize,
    /// 0 for one per core.
    pub(crate) threads: usize,
    pub(crate) storage: Kind,
    pub(crate) out: PathBuf,
    pub(crate) table: bool,
}

impl Arguments {
    /// `None` if the user asked for help.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut parsed = Arguments {
            boids: 200_000,
            steps: 240,
            threads: 0,
            storage: Kind::Columns,
            out: "swarm.png".into(),
            table: false,
        };
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--boids") => parsed.boids = number(&mut arguments, "--boids", 100..=CAPACITY)?,
                Some("--steps") => parsed.steps = number(&mut arguments, "--steps", 3..=1_000_000)?,
                Some("--threads") => parsed.threads = number(&mut arguments, "--threads", 1..=1_024)?,
                Some("--as") => parsed.storage = kind(arguments.next())?,
                Some("--out") => parsed.out = arguments.next().ok_or("--out needs a file")?.into(),
                Some("--table") => parsed.table = true,
                _ => return Err(format!("unknown option {}", argument.to_string_lossy())),
            }
        }
        Ok(Some(parsed))
    }
}

fn kind(name: Option<OsString>) -> Result<Kind, String> {
    match name.as_ref().and_then(|name| name.to_str()) {
        Some("columns") => Ok(Kind::Columns),
        Some("dense") => Ok(Kind::Dense),
        Some("rows") => Ok(Kind::Rows),
        Some("slotmap") => Ok(Kind::Slotmap),
        Some("vec") => Ok(Kind::Vec),
        _ => Err("--as needs columns, dense, rows, slotmap or vec".to_owned()),
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
        assert_eq!((default.boids, default.threads, default.storage), (200_000, 0, Kind::Columns));
        assert!(*default.out == *"swarm.png" && !default.table);
        let options = ["--boids", "500", "--steps", "3", "--threads", "4", "--as", "vec", "--out", "a.png"];
        let expected = Arguments {
            boids: 500,
            steps: 3,
            threads: 4,
            storage: Kind::Vec,
            out: "a.png".into(),
            table: false,
        };
        assert_eq!(parse(&options), Ok(Some(expected)));
        assert!(parse(&["--table"]).unwrap().unwrap().table);
        assert_eq!(parse(&["--boids", "500", "-h"]), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        for mistake in [&["--boids", "99"][..], &["--boids", "262145"], &["--boids", "many"], &["--boids"]] {
            let message = parse(mistake).unwrap_err();
            assert_eq!(message, "--boids needs a number from 100 to 262,144", "{mistake:?}");
        }
        assert_eq!(
            parse(&["--as", "list"]),
            Err("--as needs columns, dense, rows, slotmap or vec".to_owned())
        );
        assert_eq!(parse(&["--out"]), Err("--out needs a file".to_owned()));
        assert_eq!(parse(&["boids"]), Err("unknown option boids".to_owned()));
    }
}
