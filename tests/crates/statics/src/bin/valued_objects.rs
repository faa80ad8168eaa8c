//! Gets an object that is not zero bytes at first.

use stackpool_statics::{Page, PageObject};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Ok(mut page) = PageObject::acquire() else {
        return ExitCode::FAILURE;
    };
    let was_given = *page == Page([7; 4]);
    page.0[3] = std::env::args().count() as u32;
    if was_given && page.0[3] == 1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
