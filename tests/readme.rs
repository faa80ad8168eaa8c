//! The figures in the README equal those of pools of these capacities, its relative links are in one place, and its
//! code fits on the page.

#![cfg(feature = "derive")]

use stackpool::{Handle, Pool, PoolSpec, pool};

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

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn figures_are_those_of_the_types() {
    let readme = include_str!("../README.md");
    let rows = [
        row::<P100>(),
        row::<P1000>(),
        row::<P5000>(),
        row::<P20000>(),
        row::<P65535>(),
        row::<P200000>(),
        row::<P1000000>(),
    ];
    // "With `dense` a slot has one index more": and the pool a counter.
    assert_eq!(Dense100Pool::BOOKKEEPING_BYTES, P100Pool::BOOKKEEPING_BYTES.next_multiple_of(4) + 4 + 100);
    assert_eq!(Dense20000Pool::BOOKKEEPING_BYTES, P20000Pool::BOOKKEEPING_BYTES + 4 + 2 * 20_000);
    assert_eq!(Dense200000Pool::BOOKKEEPING_BYTES / 200_000, 9);
    for row in rows {
        assert!(readme.lines().any(|line| line == row), "the README lacks this line: {row}");
    }
}

/// `CONTRIBUTING.md` says when the targets in this block become absolute.
#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn links_to_files_are_in_the_block_at_the_end() {
    let (text, links) = include_str!("../README.md").split_once("\n<!-- All links to files").unwrap();
    for target in text.split("](").skip(1) {
        assert!(target.starts_with("https://") || target.starts_with('#'), "not in the block: {target:.60}");
    }
    let (_, links) = links.split_once("-->\n\n").unwrap();
    assert!(links.lines().all(|line| line.starts_with('[') && line.contains("]: ")), "{links}");
}

/// docs.rs shows this many columns of code. What is beyond them has to be scrolled to.
const COLUMNS: usize = 90;

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn lines_of_code_are_not_cut_off() {
    let mut is_code = false;
    let mut lines = 0;
    for line in include_str!("../README.md").lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if is_code {
            let columns = line.chars().count();
            assert!(columns <= COLUMNS, "{columns} columns: {line}");
            lines += 1;
        }
    }
    assert!(!is_code && lines > 50, "{lines} lines of code");
}
