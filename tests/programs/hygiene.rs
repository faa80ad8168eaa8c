//! A crate of a user compiles with both macros without a warning, although it has every strict lint,
//! `forbid(unsafe_code)`, no prelude, and the dependency under another name.

use crate::package::Package;

#[test]
fn a_strict_crate_compiles() {
    let output = Package::copy("hygiene").cargo("check", &[]);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !words.contains("warning"), "{words}");
}
