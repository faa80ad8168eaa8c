//! 200,000 starlings over a lake at dusk: boids in a pool of columns, on all cores, as an animated picture.
//!
//! ```text
//! cargo run --release -p swarm                       writes swarm.png
//! cargo run --release -p swarm -- --table            the same show in five containers: times and memory
//! cargo run --release -p swarm -- --boids 50000 --threads 1 --as rows --out rows.png
//! ```
//!
//! Eight flocks follow their leaders through the wind. Three falcons chase them. Boids that are tired go down
//! to the reeds, and others come from beyond the horizon.
//!
//! The example shows:
//!
//! - a pool of columns (`boid`), with the vectors of `glam` as fields;
//! - `par_slot_columns_mut`: each step moves all boids on all cores, with slices of the columns
//!   (`storage/columns`);
//! - handles that outlive what they name. A flock knows its leader by a handle, a falcon its prey. Boids come
//!   and go by the thousand, and nobody tells the flock or the falcon: a stale handle gives `None`, and they
//!   choose another boid (`flock`, `falcon`);
//! - a grid of handles (`grid`), through which boids find their neighbours;
//! - results that are the same, to the last bit, on every machine, with every number of threads and in every
//!   container: a boid reads the grid, which is the state before the step, and writes its own fields. Sums
//!   over neighbours are in the order of the grid, which is that of cells and of the numbers of boids. All
//!   arithmetic is `+ - * /` and `sqrt`.
//!
//! What is compared: `storage` is a trait with what a step needs of a container, and five containers
//! implement it, each in the way that suits it. Grid, rules, random numbers and threads are the same code. So
//! the checksums must be equal, and they are checked.
//!
//! `world` plays a step; `crowd`, `steer` and `flight` are the rules; `view` looks at the swarm, `dusk` has
//! the colours, and `film` writes the picture. `play` runs the show, `measure` and `table` compare the
//! containers.

mod arguments;
mod boid;
mod crowd;
mod dusk;
mod falcon;
mod film;
mod flight;
mod flock;
mod grid;
mod in_ball;
mod measure;
mod play;
mod steer;
mod storage;
mod table;
mod view;
mod wind;
mod world;

use arguments::{Arguments, HELP, Kind};
use example_support::command;
use play::Show;
use rayon::ThreadPoolBuilder;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use storage::{ColumnBoids, DenseBoids, Options, RowBoids, SlotMapBoids};
use table::{LEGEND, Table};

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut (impl Write + Send)) -> Result<(), Box<dyn Error>> {
    let threads = ThreadPoolBuilder::new().num_threads(arguments.threads).build()?;
    if arguments.table {
        let Arguments { boids, steps, .. } = *arguments;
        let rows = threads.install(|| measure::measure(boids, steps))?;
        let table = Table { boids, steps, threads: threads.current_num_threads(), rows: &rows };
        write!(out, "{table}\n{LEGEND}")?;
        return Ok(());
    }
    let show = threads.install(|| show(arguments));
    let frames = show.write_picture(&arguments.out)?;
    writeln!(out, "{}: {frames} frames", arguments.out.display())?;
    show.report(out)?;
    Ok(())
}

/// Plays in the container that the user chose.
fn show(arguments: &Arguments) -> Show {
    let Arguments { boids, steps, .. } = *arguments;
    match arguments.storage {
        Kind::Columns => play::play::<ColumnBoids>(boids, steps),
        Kind::Dense => play::play::<DenseBoids>(boids, steps),
        Kind::Rows => play::play::<RowBoids>(boids, steps),
        Kind::Slotmap => play::play::<SlotMapBoids>(boids, steps),
        Kind::Vec => play::play::<Options>(boids, steps),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_container() {
        let options = ["--table", "--boids", "400", "--steps", "7", "--threads", "2"];
        let arguments = Arguments::parse(options.iter().map(Into::into)).unwrap().unwrap();
        let mut printed = Vec::new();
        run(&arguments, &mut printed).unwrap();
        let printed = String::from_utf8(printed).unwrap();
        assert!(printed.starts_with("400 boids, 7 steps, 2 threads; checksum of all: "), "{printed}");
        for name in ["\ncolumns ", "\ndense ", "\nrows ", "\nslotmap ", "\nvec "] {
            assert!(printed.contains(name), "{name:?} is not in:\n{printed}");
        }
    }

    #[test]
    fn a_picture_that_cannot_be_written_is_named() {
        let options = ["--boids", "100", "--steps", "3", "--out", "no/such/folder/a.png"];
        let arguments = Arguments::parse(options.iter().map(Into::into)).unwrap().unwrap();
        let message = run(&arguments, &mut Vec::new()).unwrap_err().to_string();
        assert!(message.starts_with("cannot write no/such/folder/a.png: "), "{message}");
    }
}
