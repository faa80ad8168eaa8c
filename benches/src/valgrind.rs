//! Runs programs under callgrind, which counts their instructions.

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
    let out = program.with_extension("callgrind");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind"]);
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
    let text = fs::read_to_string(&out)?;
    total(&text).ok_or_else(|| format!("{}: no line of totals", out.display()).into())
}

/// The first number of the line of totals, which is the number of instructions.
#[must_use]
pub fn total(text: &str) -> Option<u64> {
    let line = text.lines().rev().find_map(|line| line.strip_prefix("totals: "))?;
    line.split(' ').next()?.parse().ok()
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
}
