//! Names static pools, but takes none.

use stackpool_statics::{Entry, EntryPool, LargePool};
use std::process::ExitCode;

fn main() -> ExitCode {
    let entry = Entry([std::env::args().count() as u64; 4]);
    if entry.0[3] == 1 && EntryPool::CAPACITY < LargePool::CAPACITY {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
