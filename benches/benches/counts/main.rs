//! Instructions, counted by callgrind, compared with those in `counts.txt`.
//!
//! ```text
//! cargo install gungraun-runner --version 0.20.0
//! cargo bench --manifest-path benches/Cargo.toml --bench counts               compares
//! cargo bench --manifest-path benches/Cargo.toml --bench counts -- --write    writes the file
//! ```
//!
//! Without valgrind or the right version of the runner, the program says so and passes. If another compiler made the
//! code, the instructions are counted but not compared.

mod batches;
mod boxes;
mod containers;
mod groups;
mod images;
mod pools;
mod regions;

use mimalloc::MiMalloc;
use stackpool_benches::counts::Counts;
use stackpool_benches::valgrind;
use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// `Box` uses mimalloc here, as in the measurements of time.
#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

/// The file with the recorded counts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

/// The first lines of the file.
const HEAD: &str = "\
# Instructions of a thousand operations, or of one save or restore, counted by callgrind. Written by
#
#     cargo bench --manifest-path benches/Cargo.toml --bench counts -- --write
#
# and compared by the same without `--write`, where the compiler is the same.
";

/// The folder into which callgrind writes its counts.
const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/counts");

/// The variable that tells the runner this folder. If it is set, this program was started by itself.
const HOME_VARIABLE: &str = "GUNGRAUN_HOME";

/// The program that calls callgrind. Its path may be set at compile time.
const RUNNER: &str = match option_env!("GUNGRAUN_RUNNER") {
    Some(path) => path,
    None => "gungraun-runner",
};

fn main() -> ExitCode {
    let is_counted = env::args().nth(1).is_some_and(|argument| argument == "--gungraun-run");
    if is_counted || env::var_os(HOME_VARIABLE).is_some_and(|home| home == HOME) {
        groups::run();
        return ExitCode::SUCCESS;
    }
    match run(env::args().any(|argument| argument == "--write")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("counts: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(write: bool) -> Result<(), Box<dyn Error>> {
    if let Some(reason) = what_is_missing() {
        println!("skipped: {reason}");
        return Ok(());
    }
    if Path::new(HOME).exists() {
        fs::remove_dir_all(HOME)?;
    }
    // Cargo adds `--bench`. Without it this would be a test and would not count.
    let mut runs = Command::new(env::current_exe()?);
    let status = runs.arg("--bench").env(HOME_VARIABLE, HOME).stdout(Stdio::null()).status()?;
    if !status.success() {
        return Err("the runner failed".into());
    }
    let counts = Counts::read(Path::new(HOME))?;
    counts.write_or_compare(Path::new(FILE), HEAD, write)
}

fn what_is_missing() -> Option<String> {
    if !valgrind::is_there() {
        return Some("there is no valgrind".to_owned());
    }
    let needed = gungraun_version();
    let found = Command::new(RUNNER).arg("--version").output();
    let found = found.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    match found {
        Ok(version) if version.split_whitespace().last() == Some(needed) => None,
        Ok(version) => {
            Some(format!("{needed} of gungraun-runner is needed, and there is {:?}", version.trim()))
        }
        Err(_) => {
            Some(format!("there is no gungraun-runner: `cargo install gungraun-runner --version {needed}`"))
        }
    }
}

/// The version of the library. The runner must have the same version.
fn gungraun_version() -> &'static str {
    let lock = include_str!("../../Cargo.lock");
    let package = lock.split_once("name = \"gungraun\"\nversion = \"").expect("it is a dependency").1;
    package.split_once('"').expect("versions are in quotes").0
}
