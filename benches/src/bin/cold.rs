//! The processor time of a cold build of a crate with one derive, beside one with the derives of `serde`, and what each
//! further derive costs.
//!
//! ```text
//! cargo run --manifest-path benches/Cargo.toml --no-default-features --bin cold              5 rounds
//! cargo run --manifest-path benches/Cargo.toml --no-default-features --bin cold -- 11        11 rounds
//! ```
//!
//! Each round builds each crate in turn, one job at a time. A figure is the median of the rounds, with the least and
//! the most beside it. The crates are built as from a registry: not incrementally, and without lints. Processor time
//! depends less on other programs than time does, but a machine without other load gives better figures.

use stackpool_benches::child;
use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The crate that is measured.
const STACKPOOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The lock file of this package, which has the dependencies of all crates.
const LOCK: &str = include_str!("../../Cargo.lock");

/// A build takes at most this times that of `serde`.
const MOST_OF_SERDE: f64 = 1.4;

/// A derive takes at most these milliseconds.
const MOST_OF_A_DERIVE: f64 = 6.0;

/// The structs of a crate with many derives.
const MANY: usize = 50;

/// The arguments of `cargo build`.
const PROFILES: [(&str, &[&str]); 2] = [("debug", &[]), ("release", &["--release"])];

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cold: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures all, and returns whether the goals are reached.
fn run() -> Result<bool, Box<dyn Error>> {
    let rounds = env::args().nth(1).map_or(Ok(5), |rounds| rounds.parse())?;
    let stackpool = format!("stackpool = {{ path = {STACKPOOL:?} }}");
    let serde = "serde = { version = \"1\", features = [\"derive\"] }";
    let pool = "#[derive(stackpool::Pool)]\n#[pool(capacity = 1_000)]";
    let one = [
        Crate::new("pool", &stackpool, pool, 1)?,
        Crate::new("serde", serde, "#[derive(serde::Serialize, serde::Deserialize)]", 1)?,
    ];
    let many = [Crate::new("pools", &stackpool, pool, MANY)?, Crate::new("plain", &stackpool, "", MANY)?];
    let mut are_reached = true;
    for (profile, arguments) in PROFILES {
        println!("{profile}, seconds");
        let [pool, serde] = measure(&one, rounds, |krate| krate.build_all(arguments))?;
        let ratio = pool / serde;
        are_reached &=
            goal(&format!("one derive, of serde: {ratio:.2}"), ratio <= MOST_OF_SERDE, MOST_OF_SERDE);
        let [pools, plain] = measure(&many, rounds, |krate| krate.build_alone(arguments))?;
        let each = (pools - plain) / MANY as f64 * 1e3;
        let met = each <= MOST_OF_A_DERIVE;
        are_reached &= goal(&format!("each derive: {each:.1} ms"), met, MOST_OF_A_DERIVE);
    }
    Ok(are_reached)
}

fn goal(what: &str, is_met: bool, bound: f64) -> bool {
    println!("  {what}{}", if is_met { String::new() } else { format!(" (the goal is at most {bound})") });
    is_met
}

/// Builds both crates in turn, and prints their processor times. Returns the medians.
fn measure(
    crates: &[Crate; 2],
    rounds: usize,
    build: impl Fn(&Crate) -> Result<f64, Box<dyn Error>>,
) -> Result<[f64; 2], Box<dyn Error>> {
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..rounds.max(1) {
        for (krate, times) in crates.iter().zip(&mut times) {
            times.push(build(krate)?);
        }
    }
    let mut index = 0;
    Ok(times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        let (least, median, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
        println!("  {:6} {median:6.2} ({least:.2} to {most:.2})", crates[index].name);
        index += 1;
        median
    }))
}

/// A crate of structs.
struct Crate {
    name: &'static str,
    folder: PathBuf,
}

impl Crate {
    /// Writes a crate of `count` structs, each with these attributes.
    fn new(
        name: &'static str,
        dependency: &str,
        attributes: &str,
        count: usize,
    ) -> Result<Self, Box<dyn Error>> {
        let program = env::current_exe()?;
        let folder = program.parent().unwrap_or(Path::new(".")).join("cold-builds").join(name);
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n\
             [workspace]\n"
        );
        let mut source = String::new();
        for i in 0..count {
            writeln!(
                source,
                "{attributes}\npub struct Object{i} {{ pub place: [f32; 3], pub speed: [f32; 3], pub kind: u32 }}"
            )?;
        }
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::write(folder.join("Cargo.lock"), LOCK)?;
        fs::write(folder.join("src/lib.rs"), source)?;
        Ok(Crate { name, folder })
    }

    /// Builds the crate and all that it depends on. Returns the processor time in seconds.
    fn build_all(&self, arguments: &[&str]) -> Result<f64, Box<dyn Error>> {
        let target = self.folder.join("target");
        if target.exists() {
            fs::remove_dir_all(target)?;
        }
        self.build(arguments)
    }

    /// Builds the crate, whose dependencies are built before.
    fn build_alone(&self, arguments: &[&str]) -> Result<f64, Box<dyn Error>> {
        self.build(arguments)?;
        let path = self.folder.join("src/lib.rs");
        fs::write(&path, fs::read(&path)?)?;
        self.build(arguments)
    }

    fn build(&self, arguments: &[&str]) -> Result<f64, Box<dyn Error>> {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(["build", "--quiet", "--offline", "-j1"]).args(arguments).current_dir(&self.folder);
        cargo.env("CARGO_INCREMENTAL", "0").env("RUSTFLAGS", "--cap-lints=allow");
        for name in ["RUSTC_WRAPPER", "CARGO_BUILD_TARGET", "CARGO_ENCODED_RUSTFLAGS", "CARGO_TARGET_DIR"] {
            cargo.env_remove(name);
        }
        Ok(child::run(&mut cargo)?.processor_seconds.ok_or("this system does not report processor time")?)
    }
}
