//! Fireworks over a town: ten thousand sparks, with their rockets, shells, comets and smoke, in seven pools.
//!
//! ```text
//! cargo run --release -p fireworks                writes fireworks.gif
//! cargo run --release -p fireworks -- show.gif    writes show.gif
//! ```
//!
//! It takes a few seconds; without `--release`, about a minute. It prints a table of the pools: handle and
//! bookkeeping bytes, how full each pool was, and how many stale handles were met.
//!
//! The example shows what pools are good for: objects of many types hold each other's handles, come and go by the
//! thousand, and are not told when another object ends.
//!
//! - A rocket and its trail hold each other's handles: `insert_with` gives an object its own handle before it exists.
//! - A spark asks its shell for its colour. Most sparks outlive their shell. Then `get` returns `None`, and the spark
//!   glows on as an ember. A stale handle is a normal case, not an error.
//! - A full pool is a normal case too: at the height of the finale, the pool holds ten thousand sparks and refuses
//!   more.
//! - `values_mut` moves the objects and `retain` ends them. Both visit live slots only.
//! - Handles take 1 or 2 bytes, and `Option` of a handle takes the same.
//!
//! `actors` defines the objects of the pools, `world` moves them, `explosion` adds new ones, and `show` is the
//! program of the show. The other modules make the picture: `frame` (with `canvas` and `scenery`) in floating-point
//! light, `palette` and `animation` as a GIF. Every run on every machine writes the same bytes.

mod actors;
mod animation;
mod canvas;
mod explosion;
mod figures;
mod frame;
mod palette;
mod random;
mod scenery;
mod show;
mod vector;
mod watched;
mod world;

use figures::Figures;
use frame::{Film, Rgb, STEPS_PER_FRAME};
use show::PERIOD;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use world::World;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().map_or_else(|| PathBuf::from("fireworks.gif"), PathBuf::from);
    if path.to_string_lossy().starts_with('-') || arguments.next().is_some() {
        eprintln!("usage: fireworks [GIF]");
        return ExitCode::FAILURE;
    }
    match run(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fireworks: {}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(path)?);
    let mut world = World::new();
    let frames = film(&mut world);
    animation::write(&mut out, &frames)?;
    out.flush()?;
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{}: {} frames\n", path.display(), frames.len())?;
    write!(stdout, "{}", Figures(&world))?;
    Ok(())
}

/// Plays the show twice and films the second time, while the last shells of the first are still in the sky. So the
/// end leads into the beginning, and the animation repeats without a jump.
fn film(world: &mut World) -> Vec<Vec<Rgb>> {
    let mut film = Film::new();
    let frames = PERIOD / STEPS_PER_FRAME;
    let mut pictures = Vec::with_capacity(frames as usize);
    for frame in 0..2 * frames {
        for step in 0..STEPS_PER_FRAME {
            world.step(frame * STEPS_PER_FRAME + step);
        }
        let is_rehearsal = frame < frames;
        // The film keeps the afterglow of the last few frames only.
        if frame + 12 >= frames {
            let turn = (frame % frames) as f32 / frames as f32;
            let picture = film.expose(world, frame, turn);
            if !is_rehearsal {
                pictures.push(picture);
            }
        }
    }
    pictures
}
