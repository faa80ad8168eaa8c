//! Passes the version of the compiler to the benchmarks, for the report.

use std::process::Command;

fn main() {
    let compiler = std::env::var_os("RUSTC").expect("cargo names the compiler");
    let output = Command::new(compiler).arg("--version").output().expect("the compiler runs");
    let version = String::from_utf8_lossy(&output.stdout);
    println!("cargo::rustc-env=COMPILER={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
}
