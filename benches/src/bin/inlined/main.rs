//! Measures containers whose code is inlined into the one function that uses them. The workload `inlined`, whose own
//! program is compiled in the usual way, runs this program:
//!
//! ```text
//! cargo run --profile inlined --no-default-features --manifest-path benches/Cargo.toml --bin inlined
//! ```
//!
//! It prints one line per figure. Its arguments are `--quick` and more allocation traces.

mod contenders;
mod program;
mod rounds;
#[path = "../../../../examples/replay/src/trace.rs"]
mod trace;

use contenders::Objects;
use mimalloc::MiMalloc;
use program::Start;
use rounds::{Plan, Ran};
use stackpool_benches::container::Six;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use trace::Trace;

/// The same as in the program of the first profile.
#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

/// The trace in the repository.
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/data/openttd-32.trace");

const ROUNDS: usize = 31;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("inlined: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut quick = false;
    let mut traces = vec![read(Path::new(SHIPPED))?];
    for argument in std::env::args_os().skip(1) {
        if argument == "--quick" {
            quick = true;
        } else {
            traces.push(read(&PathBuf::from(argument))?);
        }
    }
    let rounds = if quick { 1 } else { ROUNDS };
    let mut ran = Ran::default();
    for start in [Start::Empty, Start::Used] {
        objects::<[u64; 4]>(start, &traces, rounds, &mut ran);
        objects::<Six>(start, &traces, rounds, &mut ran);
        objects::<[u64; 8]>(start, &traces, rounds, &mut ran);
    }
    print!("{}", ran.text());
    Ok(())
}

/// Measures containers of one type of objects.
fn objects<T: Objects>(start: Start, traces: &[(String, Trace)], rounds: usize, ran: &mut Ran) {
    for (capacity, live) in contenders::CAPACITIES {
        let fitting: Vec<_> = traces.iter().filter(|(_, trace)| fits(trace, capacity)).collect();
        let plan = Plan::new(start, capacity, live, fitting);
        rounds::measure::<T>(&plan, rounds, ran);
    }
}

/// Whether the pools of this capacity replay this trace: those that are declared for it, and the next larger ones.
fn fits(trace: &Trace, capacity: usize) -> bool {
    [contenders::TRACED, contenders::LARGE].contains(&capacity) && trace.peak() as usize <= capacity
}

fn read(path: &Path) -> Result<(String, Trace), Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let trace = Trace::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((name, trace))
}
