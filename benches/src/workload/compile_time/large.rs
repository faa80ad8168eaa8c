//! A static pool of 16 million objects.

use super::super::Options;
use crate::child::{self, Taken};
use crate::generated::Workspace;
use crate::report::{Label, Role, Section, Spread, Table};
use std::error::Error;

/// A struct of 32 bytes, and a pool of 2^24 of them: 512 MB plus bookkeeping.
const PLAIN: &str = "pub struct Object(pub [u64; 4]);\n";
const POOL: &str = "\
#[derive(stackpool::Pool)]
#[pool(capacity = 16_777_216)]
pub struct Object(pub [u64; 4]);

pub fn take() -> Option<&'static mut ObjectPool> {
    Object::take_pool().ok()
}
";

/// The Cargo command, and its name on the page.
const COMMANDS: [(&[&str], &str); 3] =
    [(&["check"], "check"), (&["build"], "debug build"), (&["build", "--release"], "release build")];

const ROUNDS: usize = 7;

pub(super) fn measure(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let title = "A static pool of 16,777,216 objects of 32 bytes";
    let mut seconds = Table::new("large-static-time", title, "ms", "command");
    let title = "The same: peak memory of the compiler";
    let mut memory = Table::new("large-static-memory", title, "MB", "command");
    let workspace = Workspace::new("large")?;
    let packages = [
        (Label::new("plain struct", Role::Floor), workspace.package("plain", &[], &[], "lib.rs", PLAIN)?),
        (Label::new("static pool", Role::Ours), workspace.package("pool", &[], &[], "lib.rs", POOL)?),
    ];
    for (command, name) in COMMANDS {
        let mut taken = [const { Vec::<Taken>::new() }; 2];
        for round in 0..=if options.quick { 1 } else { ROUNDS } {
            for ((_, package), taken) in packages.iter().zip(&mut taken) {
                package.touch()?;
                let this = child::run_apart(&package.cargo(command))?;
                // The first build also compiles the dependencies.
                if round > 0 {
                    taken.push(this);
                }
            }
        }
        let rows = || packages.iter().zip(&taken).map(|((label, _), taken)| (label.clone(), taken));
        let times = |taken: &[Taken]| Spread::of(taken.iter().map(|taken| taken.seconds * 1e3).collect());
        seconds.column(name, rows().map(|(label, taken)| (label, times(taken))));
        let bytes = |taken: &[Taken]| {
            let bytes: Option<Vec<_>> = taken.iter().map(|taken| Some(taken.memory? as f64 / 1e6)).collect();
            bytes.map(Spread::of)
        };
        memory.column(name, rows().filter_map(|(label, taken)| Some((label, bytes(taken)?))));
    }
    section.tables.push(seconds);
    if memory.rows.is_empty() {
        section.notes.push("This system does not report how much memory the compiler used.".to_owned());
    } else {
        section.tables.push(memory);
    }
    Ok(())
}
