//! Takes a static pool that is dense.

use stackpool_statics::Drawn;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(pool) = Drawn::take_pool() else {
        return ExitCode::FAILURE;
    };
    let items = [5, 3].map(|number| Drawn([number * std::env::args().count() as u64; 4]));
    let Ok(first) = pool.insert(items[0]) else {
        return ExitCode::FAILURE;
    };
    if pool.insert(items[1]).is_err() {
        return ExitCode::FAILURE;
    }
    pool.sort_by_key(|item| item.0[0]);
    let works = pool.as_slice() == [items[1], items[0]] && pool.position_of(first) == Some(1);
    if works && Drawn::take_pool().is_err() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
