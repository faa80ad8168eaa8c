//! Runs programs under callgrind, which counts their instructions.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether valgrind is installed.
#[must_use]
pub fn is_there() -> bool {
    let version =
        Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// The number of instructions of a program, from the first one of the loader to its end. The output file of callgrind
/// is next to the program.
///
/// # Errors
///
/// If the program cannot be run or fails.
pub fn instructions(program: &Path) -> Result<u64, Box<dyn Error>> {
    instructions_of(program, &[])
}

/// [`instructions`] of a program with arguments.
///
/// # Errors
///
/// If the program cannot be run or fails.
pub fn instructions_of(program: &Path, arguments: &[String]) -> Result<u64, Box<dyn Error>> {
    let text = counted(program, arguments)?;
    total(&text).ok_or_else(|| "callgrind: no line of totals".into())
}

/// What callgrind writes about a program.
///
/// # Errors
///
/// If the program cannot be run or fails.
pub fn counted(program: &Path, arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let out = program.with_extension("callgrind");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no"]);
    valgrind.arg(format!("--callgrind-out-file={}", out.display())).arg(program).args(arguments);
    // The loader reads the environment, so it must be the same everywhere. Without these instructions, all processors
    // copy memory with the same function of glibc.
    valgrind.env_clear().env("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX,-ERMS,-FSRM");
    let result = valgrind.env("PATH", std::env::var_os("PATH").unwrap_or_default()).output()?;
    if !result.status.success() {
        return Err(
            format!("valgrind: {}\n{}", result.status, String::from_utf8_lossy(&result.stderr)).into()
        );
    }
    Ok(fs::read_to_string(&out)?)
}

/// The first number of the line of totals, which is the number of instructions.
#[must_use]
pub fn total(text: &str) -> Option<u64> {
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals: "))?;
    line.split(' ').next()?.parse().ok()
}

/// The source files under `folder` that have instructions of a function: of those that are inlined in it, and of those
/// that it calls by a name with `prefix`.
#[must_use]
pub fn files_of(text: &str, function: &str, prefix: &str, folder: &str) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let mut functions = vec![function];
    let mut next = 0;
    while let Some(&function) = functions.get(next) {
        next += 1;
        let mut is_inside = false;
        let mut file = "";
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("fn=") {
                is_inside = name == function;
            }
            if let Some(name) = ["fl=", "fi=", "fe="].iter().find_map(|key| line.strip_prefix(key)) {
                file = name;
            }
            if !is_inside {
                continue;
            }
            // A line of costs.
            if line.starts_with(|first: char| first.is_ascii_digit()) {
                files.extend(file.split_once(folder).map(|(_, path)| path.to_owned()));
            }
            let called = line.strip_prefix("cfn=").filter(|name| name.contains(prefix));
            functions.extend(called.filter(|name| !functions.contains(name)));
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_first_number() {
        assert_eq!(total("events: Ir\nfn=(1)\n1 2\ntotals: 123\n"), Some(123));
        assert_eq!(total("events: Ir Dr\ntotals: 45 6\n"), Some(45));
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn files_are_those_of_what_is_inlined_and_called() {
        let text = "fl=/a/src/x.rs\nfn=our::f\n1 2\nfi=/a/src/y.rs\n3 1\ncfn=our::g\ncalls=1 5\n1 2\ncfn=core::h\n\
                    fl=/a/src/z.rs\nfn=our::g\n5 1\nfl=/rust/src/core.rs\nfn=core::h\n7 1\nfl=/a/src/w.rs\nfn=our::i\n";
        let files: Vec<_> = files_of(text, "our::f", "our::", "/a/src/").into_iter().collect();
        assert_eq!(files, ["x.rs", "y.rs", "z.rs"]);
    }
}
