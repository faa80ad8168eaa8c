//! A user's crate with every strict lint, `forbid(unsafe_code)`, no prelude and the dependency under another name
//! compiles with both macros, without a warning.

#![cfg(feature = "derive")]

#[path = "common/package.rs"]
mod package;

#[test]
#[cfg_attr(miri, ignore = "runs cargo")]
fn a_strict_crate_compiles() {
    let output = package::Package::copy("hygiene").cargo("check", &[]);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !words.contains("warning"), "{words}");
}
