//! The command line.

use crate::duel::Plan;
use crate::wire::Weather;
use example_support::number;
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
usage: rollback [--frames N] [--seed N] [--loss N] [--lag N] [--input-delay N]
                [--out FILE | --desync | --compare | --upgrade]

--frames N         how many frames are played, 60 per second (default: 3,600)
--seed N           the seed of the weather, which decides what packets are lost (default: 1)
--loss N           how many packets in 100 are lost (default: 10)
--lag N            how many frames a packet takes at most (default: 7)
--input-delay N    the frames between a key and its effect, 0 to 2 (default: 1)
--out FILE         where the picture goes, a PNG (default: rollback.png)
--desync           one machine plays one frame by wrong rules; the report says which field is to blame
--compare          the same game with three ways to keep frames: times and bytes
--upgrade          a save file of an earlier version, whose pools were smaller, is restored
";

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Task {
    Play,
    Desync,
    Compare,
    Upgrade,
}

#[derive(PartialEq, Debug)]
pub(crate) struct Arguments {
    pub(crate) task: Task,
    pub(crate) plan: Plan,
    pub(crate) out: PathBuf,
}

impl Arguments {
    /// `None` if the user asked for help.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let weather = Weather { seed: 1, loss: 10, lag: 7 };
        let mut plan = Plan { frames: 3_600, input_delay: 1, weather, wind: None };
        let (mut task, mut out) = (Task::Play, PathBuf::from("rollback.png"));
        while let Some(argument) = arguments.next() {
            let mut number = |option, range| number(&mut arguments, option, range);
            let weather = &mut plan.weather;
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--frames") => plan.frames = number("--frames", 60..=1_000_000)? as u32,
                Some("--seed") => weather.seed = number("--seed", 0..=1_000_000)? as u64,
                Some("--loss") => weather.loss = number("--loss", 0..=60)? as u32,
                Some("--lag") => weather.lag = number("--lag", 1..=20)? as u32,
                Some("--input-delay") => plan.input_delay = number("--input-delay", 0..=2)?,
                Some("--out") => out = arguments.next().ok_or("--out needs a file")?.into(),
                Some("--desync") => task = Task::Desync,
                Some("--compare") => task = Task::Compare,
                Some("--upgrade") => task = Task::Upgrade,
                _ => return Err(format!("unknown option {}", argument.to_string_lossy())),
            }
        }
        if task == Task::Desync {
            plan.wind = Some(plan.frames / 2);
        }
        Ok(Some(Arguments { task, plan, out }))
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
        assert_eq!((default.task, default.plan.frames, default.plan.wind), (Task::Play, 3_600, None));
        let options = ["--frames", "80", "--seed", "3", "--loss", "20", "--lag", "7", "--input-delay", "2"];
        let options = [&options[..], &["--out", "a.png", "--desync"]].concat();
        let weather = Weather { seed: 3, loss: 20, lag: 7 };
        let plan = Plan { frames: 80, input_delay: 2, weather, wind: Some(40) };
        assert_eq!(parse(&options), Ok(Some(Arguments { task: Task::Desync, plan, out: "a.png".into() })));
        assert_eq!(parse(&["--compare"]).unwrap().unwrap().task, Task::Compare);
        assert_eq!(parse(&["--upgrade"]).unwrap().unwrap().task, Task::Upgrade);
        assert_eq!(parse(&["--frames", "80", "-h"]), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        for mistake in [&["--frames", "59"][..], &["--frames", "-1"], &["--frames"]] {
            let message = parse(mistake).unwrap_err();
            assert_eq!(message, "--frames needs a number from 60 to 1,000,000", "{mistake:?}");
        }
        assert_eq!(parse(&["--input-delay", "3"]).unwrap_err(), "--input-delay needs a number from 0 to 2");
        assert_eq!(parse(&["--out"]), Err("--out needs a file".to_owned()));
        assert_eq!(parse(&["--fast"]), Err("unknown option --fast".to_owned()));
    }
}
