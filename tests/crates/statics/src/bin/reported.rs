//! Shows a report of a pool that is not the static one, and takes no static.

use stackpool_statics::{Entry, EntryPool, Small, SmallPool};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut pool = SmallPool::new();
    let entry = Entry([std::env::args().count() as u64; 4]);
    if pool.insert(Small(entry.0)).is_err() {
        return ExitCode::FAILURE;
    }
    pool.publish_stats();
    let names = stackpool::report().iter().map(|usage| (usage.name, usage.stats.map(|stats| stats.live)));
    let is_right = names.eq([("Small", Some(1))]) && EntryPool::CAPACITY > SmallPool::CAPACITY;
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
