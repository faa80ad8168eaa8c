//! Takes a static pool below 256 KiB, which the compiler initialises.

use stackpool_statics::Small;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(pool) = Small::take_pool() else {
        return ExitCode::FAILURE;
    };
    let item = Small([std::env::args().count() as u64; 4]);
    let Ok(handle) = pool.insert(item) else {
        return ExitCode::FAILURE;
    };
    let works = handle.index() == 0 && pool.get(handle) == Some(&item) && pool.len() == 1;
    if works && Small::take_pool().is_err() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
