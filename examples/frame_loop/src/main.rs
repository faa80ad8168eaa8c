//! A software renderer whose frame loop does not allocate from the heap.
//!
//! Levels are in a `Stack`. Temporary data of a frame is in a `DoubleFrame`. Objects that live longer than a frame
//! are in pools.
//!
//! ```text
//! cargo run --release -p frame_loop                     the scene that ships with this example
//! cargo run --release -p frame_loop -- my.scene         another one
//! cargo run --release -p frame_loop -- --every 30       fewer pictures
//! ```
//!
//! It writes the frames as PNG files, and prints how often the heap was used while levels were read and while frames
//! were made. A global allocator counts that. Two things are not counted: writing PNG files, which happens between
//! the frames, and the memory that is allocated before the first level (for levels, frames, pools and the picture).
//!
//! The example shows:
//!
//! - how to read nested values, with names, into a region: a slice whose values allocate from the same region, error
//!   handling, and scratch memory that is freed afterwards;
//! - levels that are freed when their scope ends, while the data that they share stays;
//! - lists of unknown length, sorted in place, and batches of vertices, all freed with their frame;
//! - a particle that keeps the id of its place on the last picture, and finds nothing there if it was out of sight;
//! - lights that find the handle of their rider stale after the rider has left.
//!
//! `words`, `statement`, `order`, `library`, `terrain` and `load` read a scene into a `level`. `actors` and `world`
//! move the objects. `view`, `shade`, `draw`, `clip`, `raster`, `sprite` and `canvas` make the picture. `play` is the
//! loop around them. Every run on every machine makes the same pictures.

mod actors;
mod canvas;
mod clip;
mod draw;
mod grid;
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
use example_support::{CountedHeap, command, number};
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

SCENE            the scene to play (default: the scene of this example)
--height N       height of the picture in pixels, 90 to 1,080 (default: 360)
--every N        write every Nth frame only (default: 1)
--out DIRECTORY  where to write the frames (default: frame_loop in the directory for temporary files)
";

#[global_allocator]
static HEAP: CountedHeap = CountedHeap;

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
    writeln!(out, "wrote {written} frames to {}", directory.display())?;
    Ok(())
}

/// The command line.
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
