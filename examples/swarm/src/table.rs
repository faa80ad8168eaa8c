//! The printed table.

use crate::measure::Measured;
use crate::world::PHASES;
use example_support::grouped;
use std::fmt;
use std::time::Duration;

/// The steps of all containers.
pub(crate) struct Table<'a> {
    pub(crate) boids: usize,
    pub(crate) steps: usize,
    pub(crate) threads: usize,
    pub(crate) rows: &'a [Measured],
}

/// The meaning of the columns.
pub(crate) const LEGEND: &str = "\
storage   columns: a pool with one array per field; dense: the same without holes, so that the arrays are
          slices of the boids alone; rows: a pool of structs; slotmap: DenseSlotMap of structs, the one whose
          values are a slice that threads can share; vec: Vec<Option<_>>, with a list of free places
key       what the grid, the flocks and the falcons keep to find a boid again
memory    per boid that there is room for: its fields, 45 bytes, and all that the container adds
step      all of a step; of: that of columns = 1
grid      the container shows all boids twice, and they are sorted by where they are
steer     each boid looks at its neighbours in the grid: the container takes no part, the code is the same
fly       each boid moves: reads and writes 3 fields of 7, and reads 2, in the order of the container
change    those eaten and those who landed go, others come
          times are medians of all steps, in milliseconds; the containers take turns
";

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { boids, steps, threads, rows } = self;
        let checksum = rows.first().map_or(0, |row| row.checksum);
        writeln!(
            f,
            "{} boids, {} steps, {threads} threads; checksum of all: {checksum:016x}\n",
            grouped(*boids),
            grouped(*steps)
        )?;
        line(f, ["storage", "key", "memory", "step", "of"], PHASES)?;
        line(f, ["", "bytes", "bytes", "ms", "ratio"], ["ms"; PHASES.len()])?;
        let first = rows.first().map_or(Duration::ZERO, |row| row.step);
        for row in *rows {
            let facts = [
                row.name,
                &row.key_bytes.to_string(),
                &format!("{:.1}", row.bytes_per_boid),
                &milliseconds(row.step),
                &format!("{:.2}", row.step.as_secs_f64() / first.as_secs_f64()),
            ];
            let phases = row.phases.map(milliseconds);
            line(f, facts, phases.each_ref().map(String::as_str))?;
        }
        Ok(())
    }
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// One line: words to the left, numbers to the right.
fn line(f: &mut fmt::Formatter<'_>, facts: [&str; 5], phases: [&str; PHASES.len()]) -> fmt::Result {
    let [storage, key, memory, step, ratio] = facts;
    write!(f, "{storage:<9}{key:>6}{memory:>9}{step:>9}{ratio:>7}")?;
    for phase in phases {
        write!(f, "{phase:>9}")?;
    }
    writeln!(f)
}
