//! The machine code of loops over columns: vector instructions, and no check of an index.
//!
//! Builds `tests/crates/column_loops` as assembly code and reads its functions.

use crate::package::Package;
use std::fs;

/// The assembly code of the loops.
fn assembly() -> String {
    let package = Package::copy("column_loops");
    let output = package.cargo("rustc", &["--lib", "--", "--emit", "asm"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let dependencies = Package::target().join("debug/deps");
    let files = fs::read_dir(dependencies).unwrap().map(|entry| entry.unwrap().path());
    let newest = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "s"))
        .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("stackpool_column_loops"))
        .max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap());
    fs::read_to_string(newest.expect("a file of assembly code")).unwrap()
}

/// The instructions of a function.
fn function<'a>(assembly: &'a str, name: &str) -> &'a str {
    let mangled = format!("{}{name}", name.len());
    let is_label = |line: &str| line.starts_with('_') && line.contains(&mangled) && line.ends_with(':');
    let start =
        assembly.lines().find(|line| is_label(line)).unwrap_or_else(|| panic!("no function `{name}`"));
    let body = &assembly[assembly.find(start).unwrap()..];
    &body[..body.find(".cfi_endproc").unwrap()]
}

#[test]
#[cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    ignore = "reads the assembly code of these"
)]
fn loops_are_vectorised_and_check_nothing() {
    let assembly = assembly();
    // Several floats at once, as opposed to `addss` and to `fadd s0, ..`.
    let adds_vectors = |code: &str| {
        code.lines().any(|line| {
            let line = line.trim_start();
            line.starts_with("addps")
                || line.starts_with("vaddps")
                || line.starts_with("fadd\tv")
                || line.starts_with("fmla\tv")
        })
    };
    for name in ["age_all", "weigh_all", "move_all", "move_by_index"] {
        let code = function(&assembly, name);
        assert!(!code.contains("panic"), "`{name}` can panic:\n{code}");
        assert!(adds_vectors(code), "`{name}` adds one number at a time:\n{code}");
    }
}
