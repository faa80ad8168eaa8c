//! Draws an outline as boxes within boxes.
//!
//! ```text
//! cargo run --release -p scene --bin outline                  the window that ships with the examples
//! cargo run --release -p scene --bin outline -- my.outline    an outline of your own
//! ```
//!
//! Each line is a box, inside of the line above it that is indented less. What ends in ` >` has its boxes in a row.
//!
//! The nodes borrow their titles from the text of the file: the pool of nodes has no static, so its items need not be
//! `'static`.

mod drawing;
mod read;

use drawing::Drawing;
use example_support::{command, grouped};
use read::read;
use scene::{Layout, Tree};
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

stackpool::pool! {
    /// The most lines of an outline, with handles of 2 bytes.
    Lines: [(); 2_000];
}

const HELP: &str = "\
usage: outline [FILE]

FILE  one box per line, inside of the line above it that is indented less (default: the window of this example);
      the boxes inside of a line that ends in ` >` are in a row, others in a column
";

/// The outline that ships with the example.
const DEFAULT_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/window.outline");

fn main() -> ExitCode {
    command("outline", file(std::env::args_os().skip(1)), HELP, run)
}

/// The file to read. `None` asks for help.
fn file(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<PathBuf>, String> {
    let first = arguments.next().unwrap_or_else(|| DEFAULT_FILE.into());
    if let Some(second) = arguments.next() {
        return Err(format!("unexpected {}", second.to_string_lossy()));
    }
    Ok((first != "--help" && first != "-h").then(|| first.into()))
}

fn run(file: &PathBuf, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let tree = read::<Lines>(&text).map_err(|error| format!("{name}: {error}"))?;
    let mut layout = Layout::new();
    layout.update(&tree);
    let mut drawing = Drawing::new();
    for (id, rect) in layout.rects(&tree) {
        drawing.add(rect, tree.get(id).map_or("", |line| line.title));
    }
    writeln!(out, "{drawing}")?;
    writeln!(
        out,
        "{} boxes in a tree of up to {}: {} bytes of links per node, beside its title and axis of {}",
        grouped(tree.len()),
        grouped(Tree::<Lines, read::Line<'_>>::CAPACITY),
        Tree::<Lines, read::Line<'_>>::LINK_BYTES,
        size_of::<read::Line<'_>>(),
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::run;
    use std::path::Path;

    #[test]
    fn the_outline_of_the_example_is_drawn() {
        let mut drawn = Vec::new();
        run(&Path::new(super::DEFAULT_FILE).to_owned(), &mut drawn).unwrap();
        let drawn = String::from_utf8(drawn).unwrap();
        assert!(drawn.starts_with("┌ Editor ─"), "{drawn}");
        assert!(drawn.contains("│└──────┘└──────┘└──────┘└──────┘"), "{drawn}");
        assert!(drawn.contains("32 boxes in a tree of up to 2,000"), "{drawn}");
    }

    #[test]
    fn a_file_that_is_not_there_is_an_error() {
        let error = run(&"no.outline".into(), &mut Vec::new()).unwrap_err();
        assert!(error.to_string().starts_with("cannot read no.outline: "), "{error}");
    }
}
