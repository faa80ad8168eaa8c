//! The memory of a structure with its objects: by how much a new program grows.

use super::{book, cache, tree};
use crate::child;
use crate::report::{Spread, Table};
use std::env;
use std::error::Error;

/// The argument with which this program is started to measure memory.
const ARGUMENT: &str = "--grown-by-structure";

/// Adds a column: the bytes for each of `count` objects, of all contenders. No column, if the system does not report
/// its memory.
pub(super) fn column(table: &mut Table, name: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let bytes = table.rows.iter().map(|row| row.label.clone()).map(|label| {
        let bytes = child::grown(&[ARGUMENT, &table.name, &label.name])?;
        Ok(bytes.map(|bytes| (label, Spread::exact(bytes / count as f64))))
    });
    if let Some(bytes) = bytes.collect::<Result<Option<Vec<_>>, Box<dyn Error>>>()? {
        table.column(name, bytes);
    }
    Ok(())
}

/// In a program that was started to measure memory: returns the bytes, or nothing if the system does not report them.
#[must_use]
pub fn grown() -> Option<String> {
    let mut arguments = env::args().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let bytes = match (&*arguments.next()?, &*arguments.next()?) {
        (tree::TABLE, name) => tree::grown(name),
        (cache::TABLE, name) => cache::grown(name),
        (book::TABLE, name) => book::grown(name),
        _ => return None,
    };
    Some(bytes.map_or(String::new(), |bytes| bytes.to_string()))
}
