//! Lanterns over a harbour at night: 60,000 sprites that come and go, sorted by depth and drawn from one slice, as an
//! animated picture.
//!
//! ```text
//! cargo run --release -p sprites                      writes sprites.png
//! cargo run --release -p sprites -- --table           the same frames in four containers: times
//! cargo run --release -p sprites -- --sprites 9000 --out few.png
//! ```
//!
//! People let paper lanterns rise. The wind carries them over the hills, embers fall from them, the water mirrors
//! them, and in the end they burn out.
//!
//! The example shows what a dense pool is for (`storage/dense`):
//!
//! - The instances of all sprites are one slice without holes. `bytemuck::cast_slice` makes it the bytes that a
//!   graphics card takes. `raster` reads these bytes and nothing else, in the place of a shader.
//! - Each frame sorts the sprites themselves, the farthest first. Haze and paper cover what is behind them, so the
//!   order matters.
//! - Handles outlive all of that. The image of a lantern in the water is a sprite of its own, which holds the handle
//!   of its lantern. It finds that in each frame, wherever sorts and removals moved it. When the lantern has
//!   burnt out, the handle is stale and gives `None`: the image fades.
//! - `world` has a list of the handles of lanterns, from which embers fall. Nobody takes those off the list that have
//!   burnt out. They are met as stale handles too.
//! - The columns that the graphics card does not need, such as velocities, are slices of their own, in the same
//!   order.
//!
//! What that costs: a sort moves nearly all sprites with all their columns. That takes longer than to sort a list and
//! to copy the instances in its order, which the other containers do. `--table` has the times.
//!
//! What is compared: `storage` is a trait with what a frame needs of a container, and four containers implement
//! it. Rules and random numbers are the same code. So the bytes for the graphics card must be equal, and they are
//! checked. All arithmetic is `+ - * /` and `sqrt`: the picture is the same on every machine.
//!
//! `sprite` is what a sprite has, `rules` how it moves, and `world` plays a step. `camera`, `raster`, `backdrop` and
//! `boat` draw, `palette` and `film` write the picture. `play` runs the show, `measure` and `table` compare the
//! containers.

mod arguments;
mod backdrop;
mod boat;
mod camera;
mod film;
mod measure;
mod palette;
mod play;
mod raster;
mod rules;
mod sprite;
mod storage;
mod table;
mod wind;
mod world;

use arguments::{Arguments, HELP};
use example_support::{command, grouped};
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use table::{LEGEND, Table};

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let Arguments { sprites, frames, .. } = *arguments;
    if arguments.table {
        let rows = measure::measure(sprites, frames)?;
        write!(out, "{}\n{LEGEND}", Table { frames, rows: &rows })?;
        return Ok(());
    }
    let show = play::play(sprites, frames);
    show.write_picture(&arguments.out)?;
    writeln!(out, "{}: {} frames", arguments.out.display(), grouped(frames))?;
    show.report(out)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_container() {
        let options = ["--table", "--sprites", "400", "--frames", "7"];
        let arguments = Arguments::parse(options.iter().map(Into::into)).unwrap().unwrap();
        let mut printed = Vec::new();
        run(&arguments, &mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.contains(" sprites, 7 frames; checksum of all: "), "{printed}");
        for name in ["\ndense ", "\nin place ", "\nslotmap ", "\nvec "] {
            assert!(printed.contains(name), "{name:?} is not in:\n{printed}");
        }
    }
}
