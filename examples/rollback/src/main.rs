//! A game under the sync test of `ggrs`, a library for rollback netcode: two ships, drones, shots and debris in four
//! pools.
//!
//! In each frame, the sync test takes the game back seven frames, plays them again, and fails if a checksum differs.
//!
//! ```text
//! cargo run --release -p rollback                    4,000 frames
//! cargo run --release -p rollback -- --frames 600
//! ```
//!
//! The example shows what a rollback needs from pools:
//!
//! - `save_into` and `restore` bring back which object is in which slot, the generations, and the order of the free
//!   slots. So the frames that are played again give out the same handles as the first time. Handles that objects
//!   hold of each other ([`Link`](stackpool::Link)) stay valid.
//! - Equal states are equal bytes, so a checksum of the bytes is a checksum of the state.
//! - Saving and restoring do not allocate: the buffers of old frames are used again.
//!
//! `actors` defines the objects of the pools, `world` is the state and its bytes, `rules` plays a frame, and
//! `session` is the loop around `ggrs`. `session/tests` shows that the session detects a wrong rollback.

mod actors;
mod players;
mod random;
mod rules;
mod session;
mod space;
mod table;
mod world;

use example_support::checksum;
use std::error::Error;
use std::process::ExitCode;
use world::World;

const USAGE: &str = "usage: rollback [--frames N]";

const SEED: u64 = 4;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match frames(&arguments) {
        Ok(frames) => run(frames),
        Err(mistake) => Err(format!("{mistake}\n{USAGE}").into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rollback: {error}");
            ExitCode::FAILURE
        }
    }
}

fn frames(arguments: &[&str]) -> Result<u32, String> {
    match arguments {
        [] => Ok(4_000),
        ["--frames", frames] => {
            let frames = frames.parse().ok().filter(|frames| (10..=1_000_000).contains(frames));
            frames.ok_or_else(|| "--frames needs a number from 10 to 1,000,000".to_owned())
        }
        [argument, ..] => Err(format!("unexpected {argument}")),
    }
}

fn run(frames: u32) -> Result<(), Box<dyn Error>> {
    if cfg!(debug_assertions) {
        eprintln!("rollback: this is a debug build, so its times mean nothing: add `--release`");
    }
    let mut world = World::new(SEED);
    let asked = session::play(&mut world, frames)?;
    let sum = state(&world)?;
    let straight = state(&straight(frames))?;
    if sum != straight {
        return Err(format!("the checksum is {sum:016x} with rollbacks and {straight:016x} without").into());
    }
    print!("{}", table::Table { frames, asked: &asked, round: &world.round, sum });
    Ok(())
}

/// Plays the same game once, without a session.
fn straight(frames: u32) -> World {
    let mut world = World::new(SEED);
    for frame in 0..frames {
        world.advance(players::inputs(frame));
    }
    world
}

/// The checksum of a world.
fn state(world: &World) -> Result<u64, Box<dyn Error>> {
    let mut saved = vec![0; World::SAVED_BYTES];
    let length = world.save_into(&mut saved)?;
    Ok(checksum(&saved[..length]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_rollbacks_ends_as_the_one_without() {
        let mut world = World::new(SEED);
        session::play(&mut world, 60).unwrap();
        assert_eq!(state(&world).unwrap(), state(&straight(60)).unwrap());
        assert_ne!(state(&world).unwrap(), state(&straight(61)).unwrap());
    }

    #[test]
    fn arguments_are_read_and_mistakes_are_named() {
        assert_eq!((frames(&[]), frames(&["--frames", "600"])), (Ok(4_000), Ok(600)));
        for mistake in [&["--frames", "9"][..], &["--frames", "-1"]] {
            assert!(frames(mistake).unwrap_err().contains("--frames"), "{mistake:?}");
        }
        assert!(frames(&["--fast"]).unwrap_err().contains("--fast"));
    }
}
