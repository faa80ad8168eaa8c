//! Takes a static pool of 262,144 entries of 32 bytes.

use stackpool_statics::Entry;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(pool) = Entry::take_pool() else {
        return ExitCode::FAILURE;
    };
    let item = Entry([std::env::args().count() as u64; 4]);
    let Ok(handle) = pool.insert(item) else {
        return ExitCode::FAILURE;
    };
    let works = handle.index() == 0 && pool.get(handle) == Some(&item) && pool.len() == 1;
    if works && Entry::take_pool().is_err() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
