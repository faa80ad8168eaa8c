//! The message of a check that panics. The macros call such checks in constants, where the compiler shows the message.

use std::panic::catch_unwind;
use std::string::{String, ToString};

/// The message with which a check refuses something. `None` if it refuses nothing.
pub(crate) fn complaint<T>(check: impl FnOnce() -> T + std::panic::UnwindSafe) -> Option<String> {
    let panic = catch_unwind(check).err()?;
    match panic.downcast::<String>() {
        Ok(message) => Some(*message),
        Err(panic) => Some(panic.downcast_ref::<&str>().expect("a message").to_string()),
    }
}
