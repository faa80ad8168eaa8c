//! What the macros refuse, and in which words (`fail/`); and beside it what they accept (`pass/`, `pass_*.rs`).
//!
//! Regenerate with `TRYBUILD=overwrite cargo test --all-features --test ui`, then read the difference.

#![cfg(feature = "derive")]

use std::process::Command;

/// The oldest compiler whose own words, around those of the macros, are those of the `.stderr` files.
const OLDEST: u32 = 95;

/// The minor version of the compiler: 95 of 1.95.0.
fn compiler() -> Option<u32> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.strip_prefix("rustc 1.")?.split('.').next()?.parse().ok()
}

#[test]
#[cfg_attr(miri, ignore = "starts the compiler")]
fn ui() {
    if let Some(minor) = compiler().filter(|minor| *minor < OLDEST) {
        eprintln!(
            "skipped: rustc 1.{minor} words its errors differently; the expectations are for 1.{OLDEST} and later"
        );
        return;
    }
    let cases = trybuild::TestCases::new();
    // The expectations name sizes and lines of a build with it.
    if cfg!(feature = "std") {
        cases.pass("tests/ui/*/pass_*.rs");
        cases.compile_fail("tests/ui/*/[!p]*.rs");
        cases.compile_fail("tests/ui/*/p[!a]*.rs");
        cases.compile_fail("tests/ui/*/pa[!s]*.rs");
        // The layout to be: a folder for each, whatever the names.
        cases.pass("tests/ui/*/pass/*.rs");
        cases.compile_fail("tests/ui/*/fail/*.rs");
    }
    if cfg!(not(feature = "alloc")) {
        cases.compile_fail("tests/ui/without/alloc/*.rs");
    }
    if cfg!(not(feature = "critical-section")) {
        cases.compile_fail("tests/ui/without/critical_section/*.rs");
    }
}
