//! What gdb shows of pools, handles, side tables and boxes, in a running program and in a core file of it.
//!
//! Builds the program of `tests/crates/views`, stops it in its function `stop`, and prints the variables of `main`.

use crate::package::Package;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Expressions, and what gdb prints of them.
const SHOWN: &[(&str, &str)] = &[
    // Handles of 1, 2, 3 and 4 bytes, with and without generations and a niche.
    ("bullet", "Bullets#39"),
    ("handle", "Particle#5v0"),
    ("slip", "Slips#1v0"),
    ("tile", "Tiles#69999v0"),
    ("last", "Rare#0v20"),
    ("word", "Words#0"),
    (
        "some",
        "core::option::Option<stackpool_runtime::handle::Handle<stackpool_views::Particle>>::Some(Particle#2v0)",
    ),
    ("none", "core::option::Option<stackpool_runtime::handle::Handle<stackpool_views::Particle>>::None"),
    (
        "byte",
        "core::option::Option<stackpool_runtime::handle::Handle<stackpool_views::Bytes>>::Some(Bytes#0)",
    ),
    ("no_byte", "core::option::Option<stackpool_runtime::handle::Handle<stackpool_views::Bytes>>::None"),
    ("link", "Particle#3v0"),
    ("no_link", "None"),
    ("byte_link", "Bytes#0"),
    // Pools with holes: of each guard and kind of free slots, and of several widths.
    (
        "particles",
        "Pool(len 4, capacity 1000) = {[Particle#0v0] = stackpool_views::Particle {_ttl: 0}, \
         [Particle#2v0] = stackpool_views::Particle {_ttl: 2}, \
         [Particle#3v0] = stackpool_views::Particle {_ttl: 3}, \
         [Particle#5v0] = stackpool_views::Particle {_ttl: 5}}",
    ),
    (
        "bullets",
        "Pool(len 4, capacity 200) = {[Bullets#0] = 0, [Bullets#1] = 1, [Bullets#38] = 38, [Bullets#39] = 39}",
    ),
    ("words", "Pool(len 1, capacity 300)"),
    ("bytes", "Pool(len 1, capacity 256) = {[Bytes#0] = 9}"),
    ("tiles", "Pool(len 2, capacity 100000) = {[Tiles#69998v0] = 69998, [Tiles#69999v0] = 69999}"),
    ("slips", "Pool(len 1, capacity 20) = {[Slips#1v0] = 2}"),
    ("rare", "Pool(len 1, capacity 1000) = {[Rare#0v20] = 5}"),
    ("units", "Pool(len 1, capacity 30) = {[Units#1v0] = ()}"),
    ("drawn", "Pool(len 3, capacity 300) = {[Drawn#0v0] = 10, [Drawn#2v0] = 12, [Drawn#3v0] = 13}"),
    ("rows", "ColumnPool(len 1, capacity 70) = {Row#1v0}"),
    ("ports", "ValuePool(len 1, capacity 10)"),
    ("empty", "Pool(len 0, capacity 200)"),
    // Side tables.
    ("names", "HandleMap(len 2, capacity 1000) = {[Particle#3v0] = \"three\", [Particle#5v0] = \"five\"}"),
    ("sparse", "SparseHandleMap(len 1, capacity 4) = {[Particle#5v0] = 55}"),
    // Boxes.
    (
        "node",
        "Node#1 = {item = stackpool_views::Node {_key: 1, next: core::option::Option<\
         stackpool_runtime::boxes::pool_box::PoolBox<stackpool_views::Node, stackpool_views::Node>>::Some(\
         Node#0 = {item = stackpool_views::Node {_key: 2, next: core::option::Option<\
         stackpool_runtime::boxes::pool_box::PoolBox<stackpool_views::Node, stackpool_views::Node>>::None}})}}",
    ),
    ("text", "Texts#0 = {item = \"shared\"}"),
    ("buffer", "Buffers#0 = {item = 7}"),
    ("spread", "[Spread#0 = {item = 1}, Spread#1 = {item = 2}, Spread#2 = {item = 3}]"),
    ("weak", "Weak(Texts#0)"),
    // What is no pool, no handle, or no memory.
    ("*rubbish", "Pool(corrupt or not initialised, capacity 1000)"),
    ("*trampled", "Pool(len 3, capacity 40) = {[Plain#0v3] = 255, [Plain#1v3] = 255, [Plain#2v3] = 255}"),
    ("*beyond", "Particle#(no handle: bytes 0x5)"),
    ("*nowhere", "Cannot access memory at address 0x1000"),
    (
        "circle.value.__0",
        "Node#2 = {item = stackpool_views::Node {_key: 3, next: core::option::Option<\
         stackpool_runtime::boxes::pool_box::PoolBox<stackpool_views::Node, stackpool_views::Node>>::Some(\
         Node#2 = {circle = (a circle)})}}",
    ),
];

/// What gdb with these arguments prints. It loads the views from the program, as it does for a user.
fn gdb(arguments: &[&str]) -> String {
    let safe = format!("set auto-load safe-path {}", Package::target().display());
    let output = Command::new("gdb")
        .args(["-nx", "-batch", "-iex", &safe, "-iex", "set width 0", "-iex", "set style enabled off"])
        .args(arguments)
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Why the views cannot be seen here, if they cannot.
fn missing() -> Option<&'static str> {
    let Ok(output) = Command::new("gdb").args(["-nx", "-batch", "-ex", "python print(40 + 2)"]).output()
    else {
        return Some("gdb is not installed");
    };
    (!output.stdout.starts_with(b"42")).then_some("gdb has no Python")
}

fn program() -> PathBuf {
    let output = Package::copy("views").cargo("build", &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Package::target().join("debug/stackpool-views")
}

/// The commands that print all variables, each behind a line with its name.
fn show() -> Vec<String> {
    let mut commands = vec!["up".to_owned(), "set max-value-size unlimited".to_owned()];
    for (expression, _) in SHOWN {
        commands.extend([format!("echo \\n{expression}:"), format!("output {expression}")]);
    }
    commands.push("echo \\n".to_owned());
    commands
}

#[track_caller]
fn assert_shown(printed: &str) {
    for (expression, expected) in SHOWN {
        let name = format!("{expression}:");
        let shown = printed.lines().find_map(|line| line.strip_prefix(&name));
        // Errors of gdb come by the other pipe.
        let shown =
            shown.filter(|shown| !shown.is_empty()).or_else(|| printed.lines().find(|line| line == expected));
        assert_eq!(shown, Some(*expected), "{expression} in:\n{printed}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "starts gdb, and writes a core file of Linux")]
fn gdb_shows_pools_in_programs_and_in_core_files() {
    if let Some(why) = missing() {
        eprintln!("skipped: {why}");
        return;
    }
    let program = program();
    let program = program.to_str().unwrap();
    let core = Path::new(env!("CARGO_TARGET_TMPDIR")).join("views.core");
    let write_core = format!("generate-core-file {}", core.display());

    let mut live = vec!["break stackpool_views::stop".to_owned(), "run".to_owned()];
    live.extend(show());
    live.push(write_core);
    let with_ex = |commands: &[String]| {
        commands.iter().flat_map(|command| ["-ex".to_owned(), command.clone()]).collect()
    };
    let live: Vec<String> = with_ex(&live);
    let mut arguments: Vec<_> = live.iter().map(String::as_str).collect();
    arguments.push(program);
    let printed = gdb(&arguments);
    if printed.contains("ptrace: Operation not permitted") {
        eprintln!("skipped: this system lets no process debug another");
        return;
    }
    assert_shown(&printed);

    let after: Vec<String> = with_ex(&show());
    let mut arguments: Vec<_> = after.iter().map(String::as_str).collect();
    arguments.extend([program, core.to_str().unwrap()]);
    assert_shown(&gdb(&arguments));
    std::fs::remove_file(core).unwrap();
}
