//! Each soak test for a moment, so that it builds and passes when somebody runs it for long.

use std::process::Command;

/// Runs a program, and looks for this in what it prints.
#[track_caller]
fn passes(program: &str, arguments: &[&str], expected: &str) {
    let output = Command::new(program).args(arguments).output().expect("the program was built");
    let [printed, errors] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success() && printed.contains(expected), "{printed}{errors}");
}

#[test]
fn threads_for_three_seconds() {
    passes(env!("CARGO_BIN_EXE_threads"), &["0.05"], " operations\n");
}

#[test]
fn rollbacks_for_600_frames() {
    let expected = "the checksums of all frames are those of a session without loss\n";
    passes(env!("CARGO_BIN_EXE_rollback"), &["600"], expected);
}

#[test]
fn saves_with_50_000_mutations() {
    passes(env!("CARGO_BIN_EXE_saves"), &["50000"], " accepted\n");
}
