//! The README is short and in order, and its times are those of `BENCHMARKS.md`. The figures in `guide::handles` equal
//! those of pools of these capacities. Code on the front pages fits on the page.

#![cfg(feature = "derive")]

use stackpool::{Handle, Pool, PoolSpec, pool};
use std::fs;
use std::path::{Path, PathBuf};

pool! {
    P100: [u64; 100];
    P1000: [u64; 1_000];
    P5000: [u64; 5_000];
    P20000: [u64; 20_000];
    P65535: [u64; 65_535];
    P200000: [u64; 200_000];
    P1000000: [u64; 1_000_000];
    Dense100: [u64; 100], dense;
    Dense20000: [u64; 20_000], dense;
    Dense200000: [u64; 200_000], dense;
}

/// Formats a number with commas: 20,000 for 20000.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

fn bytes(count: f64) -> String {
    if count == 1.0 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// A row of the table "What a declared capacity gives".
fn row<P: PoolSpec>() -> String {
    let capacity = Pool::<P>::CAPACITY;
    let per_slot = Pool::<P>::BOOKKEEPING_BYTES as f64 / capacity as f64;
    format!(
        "| {} | {} | {} | {} | {} | {} |",
        grouped(capacity),
        bytes(size_of::<Handle<P>>() as f64),
        bytes(size_of::<Option<Handle<P>>>() as f64),
        Pool::<P>::GENERATIONS,
        grouped(Pool::<P>::QUARANTINE),
        bytes((per_slot * 100.0).round() / 100.0)
    )
}

const README: &str = include_str!("../README.md");

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn figures_of_handles_are_those_of_the_types() {
    let guide = include_str!("../src/guide/handles.rs");
    let rows = [
        row::<P100>(),
        row::<P1000>(),
        row::<P5000>(),
        row::<P20000>(),
        row::<P65535>(),
        row::<P200000>(),
        row::<P1000000>(),
    ];
    // "A dense pool adds one index per slot": and the pool two counters.
    assert_eq!(Dense100Pool::BOOKKEEPING_BYTES, P100Pool::BOOKKEEPING_BYTES.next_multiple_of(4) + 8 + 100);
    assert_eq!(Dense20000Pool::BOOKKEEPING_BYTES, P20000Pool::BOOKKEEPING_BYTES + 8 + 2 * 20_000);
    assert_eq!(Dense200000Pool::BOOKKEEPING_BYTES / 200_000, 9);
    for row in rows {
        assert!(guide.lines().any(|line| line == format!("//! {row}")), "the guide lacks this line: {row}");
    }
}

/// The lines that a README has at most.
const MOST_LINES: usize = 129;

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn the_front_page_is_short_and_in_order() {
    let lines = README.lines().count();
    assert!(lines <= MOST_LINES, "{lines} lines");
    let parts = ["```rust", "## When to use it", "![", "## Times", "## Install", "## Links"];
    let places = parts.map(|part| README.find(part).unwrap_or_else(|| panic!("README.md lacks {part}")));
    assert!(places.is_sorted(), "{parts:?} are at {places:?}");
}

/// The cells of a row of a table in Markdown, without spaces around them.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn times_are_those_of_the_benchmarks() {
    let (_, times) = README.split_once("## Times").unwrap();
    let (times, _) = times.split_once("## Install").unwrap();
    let rows: Vec<_> =
        times.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ns")).collect();
    let measured: Vec<_> = include_str!("../BENCHMARKS.md").lines().map(cells).collect();
    assert_eq!(rows.len(), 7);
    for row in rows {
        assert!(measured.contains(&cells(row)), "BENCHMARKS.md lacks this line: {row}");
    }
}

/// A page that shows the README elsewhere needs other targets there.
#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn links_to_files_are_in_the_block_at_the_end() {
    let (text, links) = README.split_once("\n<!-- All links to files").unwrap();
    for target in text.split("](").skip(1) {
        assert!(target.starts_with("https://") || target.starts_with('#'), "not in the block: {target:.60}");
    }
    let (_, links) = links.split_once("-->\n\n").unwrap();
    assert!(links.lines().all(|line| line.starts_with('[') && line.contains("]: ")), "{links}");
}

/// Adds all Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The text of comments without the line breaks in it.
fn joined(source: &str) -> String {
    let lines = source.lines().map(|line| line.trim().trim_start_matches(['/', '!']).trim());
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn common_errors_of_all_pages_are_in_the_index() {
    let index = joined(include_str!("../src/guide/errors.rs"));
    let mut pages = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pool-runtime/src"), &mut pages);
    let mut count = 0;
    for page in pages {
        let text = joined(&fs::read_to_string(&page).unwrap());
        let Some((_, list)) = text.split_once("# Common errors") else { continue };
        let list = list.split_once(" # ").map_or(list, |(list, _)| list);
        // The first of several messages in one entry.
        for message in list.split(" - **\"").skip(1).map(|entry| entry.split_once("\"**").unwrap().0) {
            assert!(index.contains(&format!("**\"{message}\"**")), "{}: {message}", page.display());
            count += 1;
        }
    }
    assert!(count >= 25, "{count} messages");
}

/// docs.rs shows this many columns of code. What is beyond them has to be scrolled to.
const COLUMNS: usize = 90;

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn lines_of_code_are_not_cut_off() {
    let page = include_str!("../src/lib.rs").lines().filter_map(|line| line.strip_prefix("//!"));
    let page = page.map(|line| line.strip_prefix(' ').unwrap_or(line));
    for (lines, least) in [(README.lines().collect::<Vec<_>>(), 15), (page.collect(), 50)] {
        let (mut is_code, mut count) = (false, 0);
        for line in lines {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if is_code {
                let columns = line.chars().count();
                assert!(columns <= COLUMNS, "{columns} columns: {line}");
                count += 1;
            }
        }
        assert!(!is_code && count > least, "{count} lines of code");
    }
}
