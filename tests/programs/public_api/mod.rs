//! Compares the public items of the crate with a file that is reviewed: `tests/programs/public_api/stackpool.txt`.
//!
//! A change to the public interface changes this file, and so shows in the diff. Write the file again with `UPDATE=1
//! cargo test -p stackpool-programs public_api`, then read the diff.
//!
//! The items are read from the pages that `rustdoc` writes. These show what a user sees: re-exports are followed,
//! macros are expanded, and files and private modules do not appear. It works with stable Rust and without a network.
//! (The JSON output of rustdoc, which other tools read, needs a nightly compiler of a certain date.)

mod page;

use crate::root;
use page::Item;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/public_api/stackpool.txt");

/// The oldest compiler whose rustdoc writes the pages from which the file was made.
const OLDEST: u32 = 95;

/// The minor version of the compiler: 95 for 1.95.0.
fn compiler() -> Option<u32> {
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into());
    let output = Command::new(rustdoc).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.strip_prefix("rustdoc 1.")?.split('.').next()?.parse().ok()
}

/// Documents the crate and returns the folder of its pages.
fn document() -> PathBuf {
    // The target directory in which the dependencies are built already.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["doc", "--offline", "--no-deps", "--all-features", "--package", "stackpool", "--target-dir"])
        .arg(target)
        .current_dir(root())
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("doc/stackpool")
}

/// All items below a folder of pages, in the order of their paths. Items of the root come first.
fn items(pages: &Path) -> Vec<Item> {
    let read =
        |name: &str| fs::read_to_string(pages.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut items: Vec<_> =
        page::links(&read("all.html")).map(|link| Item::read(link, &read(link))).collect();
    items.sort_by(|one, other| one.order().cmp(&other.order()));
    items
}

/// The text of the file. An item with a second path appears once.
fn text(items: &[Item]) -> String {
    let mut text = String::from("# Written by `UPDATE=1 cargo test -p stackpool-programs public_api`.\n");
    for (position, item) in items.iter().enumerate() {
        match items[..position].iter().find(|earlier| earlier.is_same_as(item)) {
            Some(earlier) => text += &format!("\n{} = {}\n", item.title(), earlier.title()),
            None => text += &format!("\n{}\n{}", item.title(), item.lines()),
        }
    }
    text
}

#[test]
fn public_items_are_those_under_review() {
    if let Some(minor) = compiler().filter(|minor| *minor < OLDEST) {
        eprintln!("skipped: rustdoc 1.{minor} writes other pages; the file is of 1.{OLDEST} and later");
        return;
    }
    let found = text(&items(&document()));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(FILE, found).unwrap();
        return;
    }
    let expected = fs::read_to_string(FILE).unwrap().replace("\r\n", "\n");
    if found != expected {
        panic!(
            "the public interface changed; if that is intended, see the head of this test:\n{}",
            changes(&expected, &found)
        );
    }
}

/// The lines of one text that the other one lacks, each with its item.
fn changes(expected: &str, found: &str) -> String {
    let (before, after) = (located(expected), located(found));
    let lost = before.iter().filter(|line| !after.contains(line)).map(|line| format!("- {line}\n"));
    let new = after.iter().filter(|line| !before.contains(line)).map(|line| format!("+ {line}\n"));
    lost.chain(new).collect()
}

/// Each line of the text with the title of its item.
fn located(text: &str) -> Vec<String> {
    let mut title = "";
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if !line.starts_with(' ') {
            title = line;
        }
        lines.push(format!("{title}: {}", line.trim_start()));
    }
    lines
}

#[test]
fn a_change_is_told_with_its_item() {
    let before = "struct A\n    impl A\n        pub fn old(&self)\n\nstruct B\n    pub struct B;\n";
    let after = before.replace("old(&self)", "new(&self)");
    let expected = "- struct A: pub fn old(&self)\n+ struct A: pub fn new(&self)\n";
    assert_eq!(changes(before, &after), expected);
    assert_eq!(changes(before, before), "");
}
