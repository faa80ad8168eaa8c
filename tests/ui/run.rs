//! What the macros refuse, in which words, and what they accept. A case is a file of a topic:
//!
//! ```text
//! <topic>/pass/           it compiles and runs, by itself or as a module of this program (`accepted.rs`)
//! <topic>/fail/           `cargo check` refuses it with the words of the `.stderr` file beside it
//! <topic>/fail_to_build/  `cargo check` accepts it; `cargo build` does not: it evaluates the constants of generic code
//! ```
//!
//! Regenerate with `TRYBUILD=overwrite cargo test -p stackpool-ui --all-features`, then read the difference.

#![cfg(not(miri))] // It starts the compiler.

// Its modules are in the folders of the topics.
#[cfg(all(feature = "std", feature = "regions"))]
#[path = "accepted.rs"]
mod accepted;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest compiler whose own words, around those of the macros, are those of the `.stderr` files.
const OLDEST: u32 = 95;

/// The topics of what is there only without a feature, each with whether that feature is on.
const WITHOUT: [(&str, bool); 4] = [
    ("without_std", cfg!(feature = "std")),
    ("without_alloc", cfg!(feature = "alloc")),
    ("without_critical_section", cfg!(feature = "critical-section")),
    ("without_regions", cfg!(feature = "regions")),
];

/// Whether the compiler words its errors as the `.stderr` files do.
fn is_worded_alike() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("a compiler");
    let version = String::from_utf8(output.stdout).expect("words");
    let minor = version.strip_prefix("rustc 1.").and_then(|rest| rest.split('.').next()?.parse().ok());
    let is_older = minor.is_some_and(|minor: u32| minor < OLDEST);
    if is_older {
        eprintln!(
            "skipped: {version} words its errors differently; the expectations are for 1.{OLDEST} and later"
        );
    }
    !is_older
}

/// What is in a folder, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn topics() -> Vec<PathBuf> {
    let top = entries(Path::new(".")).into_iter().filter(|path| path.is_dir());
    top.map(|path| path.strip_prefix(".").expect("an entry of it").to_owned()).collect()
}

/// The cases that are in a folder of this name, of the topics that these features have.
fn cases(kind: &str) -> Vec<PathBuf> {
    let is_built = |topic: &PathBuf| match WITHOUT.iter().find(|(name, _)| topic.ends_with(name)) {
        Some((_, is_on)) => !is_on,
        // Their expectations name sizes and lines of a build with both.
        None => cfg!(all(feature = "std", feature = "regions")),
    };
    let folders = topics().into_iter().filter(is_built).map(|topic| topic.join(kind));
    let files = folders.filter(|folder| folder.exists()).flat_map(|folder| entries(&folder));
    files.filter(|file| file.extension() == Some(OsStr::new("rs"))).collect()
}

/// Whether the program is a module of this test program.
#[cfg(all(feature = "std", feature = "regions"))]
fn is_listed(case: &Path) -> bool {
    accepted::LISTED.iter().any(|listed| case == Path::new(listed))
}

/// Without these features there is no such module.
#[cfg(not(all(feature = "std", feature = "regions")))]
fn is_listed(_: &Path) -> bool {
    false
}

#[test]
fn what_is_checked() {
    let tests = trybuild::TestCases::new();
    // All at once, which is faster: that is possible as long as no case is to pass.
    if is_worded_alike() {
        cases("fail").iter().for_each(|case| tests.compile_fail(case));
    }
}

#[test]
fn what_is_built() {
    let tests = trybuild::TestCases::new();
    cases("pass").iter().filter(|case| !is_listed(case)).for_each(|case| tests.pass(case));
    if is_worded_alike() {
        cases("fail_to_build").iter().for_each(|case| tests.compile_fail(case));
    }
}

/// A case that no test looks at cannot fail.
#[test]
fn every_file_is_a_case() {
    let mut strays = Vec::new();
    for kind in topics().iter().flat_map(|topic| entries(topic)) {
        let has_words = match kind.file_name().and_then(OsStr::to_str) {
            Some("pass") if kind.is_dir() => false,
            Some("fail" | "fail_to_build") if kind.is_dir() => true,
            _ => {
                strays.push(kind);
                continue;
            }
        };
        strays.extend(entries(&kind).into_iter().filter(|file| {
            let twin = |extension| file.with_extension(extension).is_file();
            match file.extension().and_then(OsStr::to_str) {
                Some("rs") => twin("stderr") != has_words,
                Some("stderr") => !has_words || !twin("rs"),
                _ => true,
            }
        }));
    }
    assert!(strays.is_empty(), "not a case, or without its words: {strays:?}");
}

/// The words of this library name no trait that users cannot name. Lines of `help` and `note` are the compiler's own.
#[test]
fn no_private_trait_is_named() {
    let mut named = Vec::new();
    let kinds = topics().into_iter().flat_map(|topic| ["fail", "fail_to_build"].map(|kind| topic.join(kind)));
    for file in kinds.filter(|folder| folder.exists()).flat_map(|folder| entries(&folder)) {
        if file.extension() != Some(OsStr::new("stderr")) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("words");
        named.extend(text.lines().filter_map(|line| {
            // A trait without a label of its own gets "the trait `path::Trait` is not implemented".
            let label = line.split_once("^ the trait `").and_then(|(_, rest)| rest.split('`').next());
            let is_private = match label {
                Some(path) => path.split('<').next().is_some_and(|path| path.contains("::")),
                None => line.starts_with("error") && line.contains("stackpool_runtime::"),
            };
            is_private.then(|| format!("{}: {line}", file.display()))
        }));
    }
    assert!(named.is_empty(), "{named:#?}");
}
