//! Gets an object that is zero bytes at first.

use stackpool_statics::{Buffer, BufferObject};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(mut buffer) = BufferObject::acquire() else {
        return ExitCode::FAILURE;
    };
    let was_zero = *buffer == Buffer { used: 0, data: [0; 18] };
    buffer.used = std::env::args().count() as u32;
    if was_zero && buffer.used == 1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
