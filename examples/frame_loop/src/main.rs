//! The frame loop of a software renderer, that takes no memory from the heap: levels are in a `Stack`, what a frame needs on
//! its way to the picture is in a `DoubleFrame`, and what lives longer than a frame is in pools.
//!
//! ```text
//! cargo run --release -p frame_loop                     the scene that ships with this example
//! cargo run --release -p frame_loop -- my.scene         another one
//! cargo run --release -p frame_loop -- --every 30       fewer pictures
//! ```
//!
//! It writes the frames as PNG, and prints how often the heap was asked for memory: while levels were read and in all their
//! frames, counted by a global allocator. Writing PNG, between the frames, is not counted, nor is what was taken before the
//! first level: the memory of levels, frames and pools, and the picture. It shows:
//!
//! - values made of others, names among them, read into a region: two slices that need each other's memory, errors on the
//!   way, and scratch memory that is gone afterwards;
//! - levels that leave when their scope ends, over what they share;
//! - lists of a length that nobody knows before, sorted where they are, and batches of vertices, all gone with the frame;
//! - a particle that keeps the id of where it was on the last picture, and finds nothing there when it was out of sight;
//! - lights whose handle of their rider is stale when it has left.
//!
//! `words`, `statement`, `order`, `library`, `terrain`, `load` read a scene into a `level`; `actors` and `world` move what
//! moves; `view`, `shade`, `draw`, `clip`, `raster`, `sprite` and `canvas` make the picture; `play` is the loop around them.
//! Every run on every machine makes the same pictures.

mod actors;
mod canvas;
mod clip;
mod draw;
mod grid;
mod heap;
mod level;
mod library;
mod load;
mod memory;
mod order;
mod picture;
mod play;
mod random;
mod raster;
mod shade;
mod shape;
mod sprite;
mod statement;
mod table;
mod terrain;
mod vector;
mod view;
mod words;
mod world;

use draw::Culling;
use example_support::{command, number};
use play::{Game, play};
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Table;

const HELP: &str = "\
usage: frame_loop [--height N] [--every N] [--out DIRECTORY] [SCENE]

SCENE            the scene; else the one of the example
--height N       rows of the picture, 90 to 1,080; 360 unless it is given
--every N        writes one frame of so many; 1 unless it is given
--out DIRECTORY  where the frames are written; else frame_loop in the directory for temporary files
";

/// The scene that ships with the example.
const DEFAULT_SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/two-levels.scene");

const LEVEL_BYTES: usize = 2 << 20;
const FRAME_BYTES: usize = 2 << 20;

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let scene = arguments.scene.display();
    let text =
        fs::read_to_string(&arguments.scene).map_err(|error| format!("cannot read {scene}: {error}"))?;
    let directory = &arguments.out;
    fs::create_dir_all(directory).map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    let mut game = Game::new(arguments.height, LEVEL_BYTES, FRAME_BYTES);
    let mut written = 0;
    let levels = play(&mut game, &text, Culling::On, |shot| {
        if usize::from(shot.frame) % arguments.every == 0 {
            picture::write(shot, directory)?;
            written += 1;
        }
        Ok(())
    });
    let levels = levels.map_err(|error| format!("{scene}: {error}"))?;
    let (width, height) = (game.canvas.width, game.canvas.height);
    writeln!(out, "{}", Table { width, height, levels: &levels })?;
    writeln!(out, "written: {written} frames, to {}", directory.display())?;
    Ok(())
}

/// What was asked for.
#[derive(Debug, PartialEq)]
struct Arguments {
    scene: PathBuf,
    height: usize,
    every: usize,
    out: PathBuf,
}

impl Arguments {
    /// `None` where help was asked for.
    fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let (mut scene, mut height, mut every, mut out) = (None, 360, 1, None);
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--height") => height = number(&mut arguments, "--height", 90..=1_080)?,
                Some("--every") => every = number(&mut arguments, "--every", 1..=9_999)?,
                Some("--out") => out = Some(arguments.next().ok_or("--out needs a directory")?.into()),
                Some(option) if option.starts_with('-') => return Err(format!("unknown option {option}")),
                _ if scene.is_some() => return Err("one scene at a time".to_owned()),
                _ => scene = Some(argument.into()),
            }
        }
        let scene = scene.unwrap_or_else(|| DEFAULT_SCENE.into());
        let out = out.unwrap_or_else(|| std::env::temp_dir().join("frame_loop"));
        Ok(Some(Arguments { scene, height, every, out }))
    }
}

// They read files, which Miri does not let them.
#[cfg(all(test, not(miri)))]
mod tests;
