//! A cache of a million entries, which drops the one that nobody used for the longest time: in a pool, in a slab, and
//! by the crate `lru`.
//!
//! ```text
//! cargo run --release -p lru_cache                     a million entries
//! cargo run --release -p lru_cache -- --entries 10000  fewer, in the same pool
//! cargo run --release -p lru_cache -- --rounds 31      more rounds, for steadier figures
//! ```
//!
//! A million entries of 16 bytes, 2 million requests of which 66 % are hits, medians of 11 rounds on machine 2 of
//! `BENCHMARKS.md`, beside other programs:
//!
//! | | bytes per entry | fill, ns | request, ns | walk, ns | drop, ms | id | ids that name another entry |
//! |---|---:|---:|---:|---:|---:|---:|---:|
//! | stackpool | 36.5 | 76 | 188 | 40 | 0.0 | 4 bytes | 0 |
//! | `slab`, links in the entries | 42.5 | 71 | 180 | 56 | 0.0 | 4 bytes | 63 % |
//! | `lru` | 67.7 | 158 | 167 | 62 | 81 | none | |
//!
//! The allocator (glibc) adds 16 bytes to each entry of `lru`. A pool checks that a handle names the same entry as
//! ever; a slab checks that there is an entry. The program prints what each column means.
//!
//! The example shows:
//!
//! - the order of the entries in a `HandleList` beside the pool, so that they know nothing of it;
//! - a hash table of handles, without a second copy of the keys;
//! - ids that may outlive their entries: a client keeps one, and a stale one finds nothing;
//! - a limit of the program below the declared capacity: the pool writes memory as entries come;
//! - a save of the cache, so that a restarted server has its entries and their order.
//!
//! `cache` is the cache. `caches` has the trait that all three share, and the other two. `measure` runs the rounds.

mod cache;
mod caches;
mod measure;
#[cfg(test)]
mod tests;

use cache::EntryPool;
use example_support::{CountedHeap, command, grouped, number};
use measure::{PHASES, Row, Saved, Work, measure, save};
use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

#[global_allocator]
static HEAP: CountedHeap = CountedHeap;

const HELP: &str = "\
usage: lru_cache [--entries N] [--rounds N]

--entries N  how many entries the caches have, 1 to 1,000,000 (default: 1,000,000)
--rounds N   how often each time is measured; the median is printed (default: 11)
";

/// The meaning of the columns.
const LEGEND: &str = "\
memory   heap of the full cache per entry, without what the allocator adds: 16 bytes for an entry of lru, with glibc.
         A pool asks for its whole capacity, and writes what is used
fill     put as many new keys as there are entries
request  get a random key, and put it if it is missing, for which the oldest entry leaves; one of 64 removes its key.
         The keys follow Zipf's law with the exponent 7/8; there are 16 per entry
walk     visit all entries, from the newest to the oldest
drop     drop the cache: one block for the entries of a pool or a slab, and one for each entry of lru
         times are per key, request, entry and cache: medians of the rounds, in which the caches take turns
id       what a client keeps to find its entry without the key
right    ids of the fill that find their entry after all requests; caught: that find nothing, since it left;
         wrong: that find the entry of another key
";

fn main() -> ExitCode {
    command(env!("CARGO_PKG_NAME"), Arguments::parse(std::env::args_os().skip(1)), HELP, run)
}

fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let Arguments { entries, rounds } = *arguments;
    let work = Work::new(entries);
    let rows = measure(&work, rounds)?;
    let answers = rows[0].round.answers;
    let hits = 100.0 * answers.hits as f64 / answers.requests as f64;
    let [entries, requests] = [entries, answers.requests].map(grouped);
    writeln!(
        out,
        "{entries} entries of 8 bytes of key and of value; {requests} requests, {hits:.0} % hits; rounds: {rounds}\n"
    )?;
    line(out, ["cache", "memory"], PHASES, ["id", "right", "caught", "wrong"])?;
    line(out, ["", "bytes"], ["ns", "ns", "ns", "ms"], ["bytes", "", "", ""])?;
    for Row { name, id_bytes, round } in &rows {
        let memory = format!("{:.1}", round.bytes as f64 / arguments.entries as f64);
        let times = round.times.map(|time| format!("{time:.1}"));
        let ids = [*id_bytes, round.ids.right, round.ids.caught, round.ids.wrong].map(grouped);
        let ids = if *id_bytes == 0 { ["-"; 4] } else { ids.each_ref().map(String::as_str) };
        line(out, [name, &memory], times.each_ref().map(String::as_str), ids)?;
    }
    let Saved { bytes, times: [save, load] } = save(&work)?;
    writeln!(
        out,
        "\nstackpool: {} bytes saved in {save:.0} ms and loaded in {load:.0} ms, once\n",
        grouped(bytes)
    )?;
    write!(out, "{LEGEND}")?;
    Ok(())
}

/// One line: the name to the left, numbers to the right.
fn line(
    out: &mut impl Write,
    [name, memory]: [&str; 2],
    times: [&str; 4],
    ids: [&str; 4],
) -> std::io::Result<()> {
    write!(out, "{name:<10}{memory:>7}")?;
    times.iter().try_for_each(|time| write!(out, "{time:>9}"))?;
    let [id, right, caught, wrong] = ids;
    writeln!(out, "{id:>7}{right:>10}{caught:>10}{wrong:>10}")
}

/// The command line.
#[derive(Debug, PartialEq)]
struct Arguments {
    entries: usize,
    rounds: usize,
}

impl Arguments {
    /// `None` if the user asked for help.
    fn parse(mut arguments: impl Iterator<Item = OsString>) -> Result<Option<Self>, String> {
        let mut parsed = Arguments { entries: EntryPool::CAPACITY, rounds: 11 };
        while let Some(argument) = arguments.next() {
            match argument.to_str() {
                Some("--help" | "-h") => return Ok(None),
                Some("--entries") => {
                    parsed.entries = number(&mut arguments, "--entries", 1..=EntryPool::CAPACITY)?;
                }
                Some("--rounds") => parsed.rounds = number(&mut arguments, "--rounds", 1..=1_000_000)?,
                _ => return Err(format!("unknown option {}", argument.to_string_lossy())),
            }
        }
        Ok(Some(parsed))
    }
}
