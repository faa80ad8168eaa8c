//! What the code of pools and boxes contains: no operation of a plain pool that does not index can panic, and which
//! others can.
//!
//! Builds `tests/crates/operations` as firmware is built, and reads what each of its functions calls. The benchmarks
//! show the bytes of the same functions.

use crate::call_graph::CallGraph;
use crate::package::Package;
use std::{env, fs};

/// Reads the library that the variable `OPERATIONS` names, or builds it for the computer that runs the tests.
fn library() -> CallGraph {
    if let Some(path) = env::var_os("OPERATIONS") {
        return CallGraph::parse(&fs::read(path).unwrap()).unwrap();
    }
    let output = Package::copy("operations").cargo("rustc", &["--crate-type", "staticlib"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let archive = fs::read(Package::target().join("debug/libstackpool_operations.a")).unwrap();
    CallGraph::parse(&archive).unwrap()
}

/// Whether operations may call this function, which the library does not define.
fn is_of_platform(name: &str) -> bool {
    // The compiler's copies and zeros, which have names of their own on ARM, and the critical section.
    ["mem", "__aeabi_mem", "_critical_section_1_0_"].iter().any(|prefix| name.starts_with(prefix))
}

/// Operations that can panic, and why.
const CAN_PANIC: [(&str, &str); 21] = [
    ("control.mutex.insert", "`RefCell::borrow_mut` finds a second borrow"),
    ("control.pool.index", "`pool[handle]` finds a stale handle"),
    ("box16.local_16.drop", LOCAL),
    ("box16.local_16.make", LOCAL),
    ("box16.local_2048.drop", LOCAL),
    ("box16.local_2048.make", LOCAL),
    ("further.columns.insert", BOUNDS),
    ("further.plain.detach", BOUNDS),
    ("further.plain.insert_at", BOUNDS),
    ("further.plain.insert_many", BOUNDS),
    ("further.plain.remove_many", BOUNDS),
    ("further.plain.reset", BOUNDS),
    ("further.plain.restore", BOUNDS),
    ("further.plain.save_into", BOUNDS),
    ("object16.local_16.drop", LOCAL),
    ("object16.local_16.make", LOCAL),
    ("shared16.critical_section_16.clone", CLONE),
    ("shared16.local_16.clone", CLONE),
    ("shared16.local_16.drop", LOCAL),
    ("shared16.local_16.make", LOCAL),
    ("shared16.threads_16.clone", CLONE),
];

/// Without the standard library, there are no threads to tell apart.
const LOCAL: &str =
    "under `sync = local`, an interrupt handler that comes in the middle of an operation is refused";

const BOUNDS: &str =
    "a check of the crate's own that the compiler keeps; BENCHMARKS.md lists these operations";

const CLONE: &str = "`clone` has no other way to say that an object has 524,288 owners: `try_clone` has one";

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads ELF objects")]
fn no_operation_can_panic_except_those_that_are_listed() {
    let library = library();
    let operations: Vec<_> = library.operations().collect();
    // All those of the package, and not what a linker may have left of it.
    assert!(operations.len() > 150, "{operations:?}");
    assert!(CAN_PANIC.iter().all(|(name, _)| operations.contains(name)), "an exception names nothing");
    let mut mistakes = Vec::new();
    for name in operations {
        let code = library.code(name);
        let unknown: Vec<_> = code.outside.iter().filter(|name| !is_of_platform(name)).collect();
        match (code.panic_path, CAN_PANIC.iter().find(|(operation, _)| *operation == name)) {
            (Some(path), None) => {
                mistakes.push(format!("{name} ({} bytes) can panic: {path:#?}", code.own));
            }
            (None, Some((_, reason))) => mistakes.push(format!("{name} cannot panic any more: {reason}")),
            (None, None) if !unknown.is_empty() => mistakes.push(format!("{name} calls {unknown:?}")),
            _ => {}
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
