//! Random edits, with undo and redo, checked against a model after each of them.
//!
//! ```text
//! cargo run --release -p scene --bin edits                     50,000 edits
//! cargo run --release -p scene --bin edits -- --edits 1000000
//! ```
//!
//! The model is a tree of `Vec`s that is cloned before each edit. The editor has to show the same nodes in the same
//! order. A node that was removed and came back must have the handle that it had at first. The layout, of which only
//! what changed is computed, has to be the one that is computed from scratch.
//!
//! The widgets are of another type than the boxes of `outline`, and their tree has another capacity.

mod model;
mod random;
mod session;

use example_support::{command, grouped, number};
use scene::{Tree, Widths};
use session::{Session, Widget};
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

stackpool::pool! {
    /// A small desk, so that it is full now and then.
    Desk: [(); 600];
}

const HELP: &str = "\
usage: edits [--edits N]

--edits N  how many edits to make (default: 50,000)
";

fn main() -> ExitCode {
    command("edits", edits(std::env::args_os().skip(1)), HELP, |edits, out| run::<Desk>(*edits, out))
}

/// The number of edits to make. `None` asks for help.
fn edits(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<usize>, String> {
    let mut edits = 50_000;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--edits") => edits = number(&mut arguments, "--edits", 1..=100_000_000)?,
            Some("--help" | "-h") => return Ok(None),
            _ => return Err(format!("unexpected {}", argument.to_string_lossy())),
        }
    }
    Ok(Some(edits))
}

fn run<S: Widths<Widget>>(edits: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut session = Session::<S>::new(7);
    for edit in 1..=edits {
        session.step().map_err(|difference| format!("edit {}: {difference}", grouped(edit)))?;
    }
    let counts = session.counts();
    let rows = [
        ("inserted", counts.inserted),
        ("refused, because the tree was full", counts.refused),
        ("removed, with what was below", counts.removed),
        ("moved", counts.moved),
        ("replaced", counts.replaced),
        ("undone", counts.undone),
        ("made again", counts.redone),
        ("most nodes at once", counts.most),
        ("nodes that came back, under their old handles", counts.came_back),
    ];
    writeln!(out, "{} edits of a tree of up to {} widgets", grouped(edits), Tree::<S, Widget>::CAPACITY)?;
    for (what, count) in rows {
        writeln!(out, "{:>12}  {what}", grouped(count))?;
    }
    let share = 100.0 * counts.computed as f64 / counts.shown.max(1) as f64;
    writeln!(out, "{share:>11.1}%  of the sizes were computed: the others were still known")?;
    let nanoseconds = counts.time.as_nanos() as usize / edits;
    writeln!(out, "{:>9} ns  per edit, with the sizes that it changed", grouped(nanoseconds))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::run;

    // Guards nothing but free slots, so a stale handle would name another node.
    stackpool::pool! { Small: [(); 40], guard = live; }

    #[test]
    fn the_editor_and_the_model_agree() {
        let mut out = Vec::new();
        run::<Small>(800, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.starts_with("800 edits of a tree of up to 40 widgets\n"), "{out}");
        for what in ["refused,", "undone", "made again", "nodes that came back"] {
            let line = out.lines().find(|line| line.contains(what)).unwrap();
            assert!(!line.trim_start().starts_with("0 "), "{out}");
        }
    }
}
