//! Measures all workloads, and writes `BENCHMARKS.md` and its plots.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml                      containers; prints only
//! cargo run --release --manifest-path benches/Cargo.toml -- --page            all workloads; writes the page
//! cargo run --release --manifest-path benches/Cargo.toml -- --quick           a short run; prints only
//! cargo run --release --manifest-path benches/Cargo.toml -- --only churn      one workload; prints only
//! cargo run --release --manifest-path benches/Cargo.toml -- --traces DIR      more traces: a file or a folder
//! cargo run --release --manifest-path benches/Cargo.toml -- --out DIR         writes the page there, even a part
//! ```

mod arguments;

use arguments::Arguments;
use mimalloc::MiMalloc;
use stackpool_benches::child::apart;
use stackpool_benches::report::{Machine, print_section, write_page};
use stackpool_benches::workload::{ALL, grown};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

/// `Box` uses mimalloc here, and so do containers on the heap.
#[global_allocator]
static GLOBAL: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // This program starts itself to measure memory.
    if let Some(said) = grown().map(Ok).or_else(apart) {
        return ended(said.map(|said| println!("{said}")));
    }
    ended(match Arguments::parse(std::env::args_os().skip(1)) {
        Ok(Some(arguments)) => run(&arguments),
        Ok(None) => {
            println!("{}", arguments::usage());
            Ok(())
        }
        Err(mistake) => Err(format!("{mistake}\n{}", arguments::usage()).into()),
    })
}

fn ended(result: Result<(), Box<dyn Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("benchmarks: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if cfg!(debug_assertions) {
        return Err("this is a debug build, so its times mean nothing: add `--release`".into());
    }
    let machine = Machine::now();
    let mut sections = Vec::new();
    for workload in ALL.iter().filter(|workload| arguments.wants(workload)) {
        let start = Instant::now();
        let section = (workload.run)(&arguments.options)?;
        eprintln!("{}: {:.1} s", workload.name, start.elapsed().as_secs_f64());
        if arguments.page().is_none() {
            println!("{}", print_section(&section));
        }
        sections.push(section);
    }
    if let Some(root) = arguments.page() {
        write_page(root, &machine, &sections)?;
        eprintln!("wrote {}", root.join("BENCHMARKS.md").display());
    }
    Ok(())
}
