//! A game of two players over a bad network: two ships among rocks, on the rollback netcode of `ggrs`.
//!
//! ```text
//! cargo run --release -p rollback                    a minute of the game, as a table and a picture
//! cargo run --release -p rollback -- --desync        one machine plays one frame by wrong rules
//! cargo run --release -p rollback -- --compare       pools beside clones of components, as in bevy_ggrs
//! cargo run --release -p rollback -- --upgrade       a save file of a version with smaller pools
//! ```
//!
//! Two machines, here in one process, send each other only the keys that the players hold down, by UDP. Packets are
//! lost and late, so each machine predicts the keys of the other player, up to eight frames. When it was wrong it goes
//! back to the last right frame and plays the others again. The example shows what a game needs for that:
//!
//! - `world`: the state is a struct of pools, a side table and plain data with `#[derive(Snapshot)]`;
//! - `keepers` and `peer`: [`History`](stackpool::History) keeps the last second as deltas. A save of `ggrs` is a
//!   `push_frame` and a checksum, a load is a `rewind_to`;
//! - links and handles survive: a shot knows its owner, a missile its target, a rock the player who hit it last, a
//!   cell of the walls its brick;
//! - `desync`: when the checksums of the machines differ, both histories say since which frame, and
//!   [`diff`](stackpool::Snapshot::diff) names the field;
//! - `upgrade`: a save file survives that pools became larger.
//!
//! `actors` defines the objects, `rules` plays a frame, `pilots` are the players. `wire` is the network: real sockets,
//! and weather that is the same for the same seed. `duel` plays the game, and checks that both machines end in the
//! state that the same inputs give without any rollback. `components` has the storage that is compared; `film` and
//! `picture` show what a machine predicted and what came true.

mod actors;
mod arguments;
mod canvas;
mod compare;
mod components;
mod desync;
mod duel;
mod film;
mod keepers;
mod peer;
mod picture;
mod pilots;
mod random;
mod rules;
mod space;
mod table;
mod upgrade;
mod version1;
mod walls;
mod wire;
mod world;

use arguments::{Arguments, HELP, Task};
use compare::Comparison;
use desync::Desync;
use duel::PoolDuel;
use example_support::command;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use table::Table;

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let plan = &arguments.plan;
    match arguments.task {
        Task::Play => {
            let duel: PoolDuel = duel::play(plan)?;
            write!(out, "{}", Table { plan, duel: &duel })?;
            picture::write_to(&arguments.out, &duel)?;
            writeln!(out, "{}: the last two seconds of player 1", arguments.out.display())?;
        }
        Task::Desync => {
            let mut duel: PoolDuel = duel::play(plan)?;
            let noticed = duel.desync.ok_or("no shot was in the air when the wind blew")?;
            let desync = Desync::find(&mut duel, noticed)?;
            write!(out, "{desync}")?;
            return Err(format!("the machines do not agree since frame {}", desync.first).into());
        }
        Task::Compare => write!(out, "{}", Comparison::of(plan)?)?,
        Task::Upgrade => write!(out, "{}", upgrade::upgrade(plan.frames)?)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(options: &[&str]) -> (String, Result<(), String>) {
        let options = [&["--frames", "160"], options].concat();
        let arguments = Arguments::parse(options.iter().map(Into::into)).unwrap().unwrap();
        let mut printed = Vec::new();
        let result = run(&arguments, &mut printed).map_err(|error| error.to_string());
        (String::from_utf8(printed).unwrap(), result)
    }

    #[test]
    fn each_task_prints_its_table() {
        let (table, result) = printed(&["--compare"]);
        assert_eq!(result, Ok(()));
        for row in ["\nHistory ", "\nsave_into ", "\ncomponents "] {
            assert!(table.contains(row), "{row:?} is not in:\n{table}");
        }
        let (table, result) = printed(&["--upgrade"]);
        assert!(result.is_ok() && table.contains("today"), "{table}");
    }

    #[test]
    fn a_desync_is_an_error() {
        let (table, result) = printed(&["--desync"]);
        assert!(table.contains(" shots.speed\n"), "{table}");
        assert_eq!(result, Err("the machines do not agree since frame 81".to_owned()));
    }

    #[test]
    fn a_picture_that_cannot_be_written_is_named() {
        let (table, result) = printed(&["--out", "no/such/folder/a.png"]);
        assert!(table.starts_with("160 frames"), "{table}");
        let message = result.unwrap_err();
        assert!(message.starts_with("cannot write no/such/folder/a.png: "), "{message}");
    }
}
