//! Measures workloads, writes their results, and makes `BENCHMARKS.md`, the goals and the plots of them.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml                      containers; prints only
//! cargo run --release --manifest-path benches/Cargo.toml -- --page            all workloads; results and page
//! cargo run --release --manifest-path benches/Cargo.toml -- --page --only get one workload; its results, the page
//! cargo run --release --manifest-path benches/Cargo.toml -- --render          the page, of the results that are there
//! cargo run --release --manifest-path benches/Cargo.toml -- --quick           a short run; prints only
//! cargo run --release --manifest-path benches/Cargo.toml -- --only churn      one workload; prints only
//! cargo run --release --manifest-path benches/Cargo.toml -- --traces DIR      more traces: a file or a folder
//! cargo run --release --manifest-path benches/Cargo.toml -- --out DIR         writes results there
//! ```

mod arguments;

use arguments::Arguments;
use mimalloc::MiMalloc;
use stackpool_benches::child::apart;
use stackpool_benches::report::{Machine, print_section, write_page, write_results};
use stackpool_benches::workload::{ALL, NAMES, grown};
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
    if arguments.render {
        return render(arguments);
    }
    if cfg!(debug_assertions) {
        return Err("this is a debug build, so its times mean nothing: add `--release`".into());
    }
    let machine = Machine::now();
    for workload in ALL.iter().filter(|workload| arguments.wants(workload)) {
        let start = Instant::now();
        let section = (workload.run)(&arguments.options)?;
        eprintln!("{}: {:.1} s", workload.name, start.elapsed().as_secs_f64());
        match arguments.results() {
            Some(root) => write_results(root, workload.name, &section, &machine)?,
            None => println!("{}", print_section(&section)),
        }
    }
    if arguments.renders() { render(arguments) } else { Ok(()) }
}

fn render(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = arguments.root();
    write_page(root, &NAMES)?;
    eprintln!("wrote {}", root.join("BENCHMARKS.md").display());
    Ok(())
}
