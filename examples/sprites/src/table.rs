//! The printed table.

use crate::measure::{Measured, milliseconds};
use crate::world::PHASES;
use example_support::grouped;
use std::fmt;
use std::time::Duration;

/// The frames of all containers.
pub(crate) struct Table<'a> {
    pub(crate) frames: usize,
    pub(crate) rows: &'a [Measured],
}

/// The meaning of the columns.
pub(crate) const LEGEND: &str = "\
storage   dense: a dense pool of columns, which sorts the sprites themselves; in place: a pool of columns;
          slotmap: DenseSlotMap; vec: Vec<Option<_>>, with a list of free places. The last three sort a list of
          keys and places, and copy the instances in its order.
key       what images keep to find their lanterns, and embers where they come from
frame     all of a frame but drawing; of: that of dense = 1
launch    sprites are added, and embers look for their lanterns
move      all sprites move, and images follow their lanterns
remove    those whose time is over go
sort      by depth: the sprites with all their columns, or a list of keys and places
bytes     the instances become bytes for the graphics card: a slice, or a copy
          times are medians of all frames, in milliseconds; the containers take turns
";

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { frames, rows } = self;
        let Some(first) = rows.first() else { return Ok(()) };
        let [sprites, frames] = [first.sprites, *frames].map(grouped);
        writeln!(f, "{sprites} sprites, {frames} frames; checksum of all: {:016x}\n", first.checksum)?;
        line(f, ["storage", "key", "frame", "of"], PHASES)?;
        line(f, ["", "bytes", "ms", "ratio"], ["ms"; PHASES.len()])?;
        for row in *rows {
            let ratio = row.frame.as_secs_f64() / first.frame.max(Duration::from_nanos(1)).as_secs_f64();
            let facts =
                [row.name, &row.key_bytes.to_string(), &milliseconds(row.frame), &format!("{ratio:.2}")];
            let phases = row.phases.map(milliseconds);
            line(f, facts, phases.each_ref().map(String::as_str))?;
        }
        Ok(())
    }
}

/// One line: words to the left, numbers to the right.
fn line(f: &mut fmt::Formatter<'_>, facts: [&str; 4], phases: [&str; PHASES.len()]) -> fmt::Result {
    let [storage, key, frame, ratio] = facts;
    write!(f, "{storage:<9}{key:>6}{frame:>9}{ratio:>7}")?;
    for phase in phases {
        write!(f, "{phase:>9}")?;
    }
    writeln!(f)
}
