//! Has no pool.

use stackpool_statics::Entry;
use std::process::ExitCode;

fn main() -> ExitCode {
    let entry = Entry([std::env::args().count() as u64; 4]);
    if entry.0[3] == 1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
