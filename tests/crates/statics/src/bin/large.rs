//! Takes a static pool of 2^24 items of 32 bytes.

use stackpool_statics::Large;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(pool) = Large::take_pool() else {
        return ExitCode::FAILURE;
    };
    let item = Large([std::env::args().count() as u64; 4]);
    let Ok(handle) = pool.insert(item) else {
        return ExitCode::FAILURE;
    };
    let works = handle.index() == 0 && pool.get(handle) == Some(&item) && pool.len() == 1;
    if works && Large::take_pool().is_err() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
