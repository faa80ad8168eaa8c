//! What the code of pools and boxes contains: no operation can panic, except those that are listed.
//!
//! Builds `tests/crates/operations` as firmware is built, and reads what each of its functions calls. The benchmarks
//! show the bytes of the same functions.

use crate::call_graph::CallGraph;
use crate::package::Package;
use std::{env, fs};

/// Reads the library that the variable `OPERATIONS` names, or builds it for the computer that runs the tests.
pub(crate) fn library() -> CallGraph {
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
    ["mem", "bcmp", "__aeabi_mem", "_critical_section_1_0_"].iter().any(|prefix| name.starts_with(prefix))
}

/// Operations that can panic, by the reason.
const CAN_PANIC: [(&str, &[&str]); 8] = [
    ("`RefCell::borrow_mut` finds a second borrow", &["control.mutex.insert"]),
    (
        "its page says so: a stale handle, or a position beyond the end",
        &[
            "control.pool.index",
            "public.ColumnPool.swap",
            "public.HandleArray.set",
            "public.HandleArray.swap",
            "public.Pool.swap",
        ],
    ),
    (
        "its page says so: numbers of pools and regions, or places for static regions, can run out",
        &[
            "public.ColumnPool.mark",
            "public.Pool.mark",
            "public.region::DoubleFrame.store",
            "public.region::DoubleFrame.store_slice_copy",
            "public.region::Frame.store",
            "public.region::Frame.store_slice_copy",
            "public.region::FrameScope.store",
            "public.region::FrameScope.store_iter",
            "public.region::FrameScope.store_slice_copy",
            "public.region::Stack.alloc_marked",
            "public.region::Stack.marker",
            "public.region::StackEnd.alloc_marked",
            "public.region::StackEnd.marker",
            "public.region::Static.take",
        ],
    ),
    (
        "without the standard library, there are no threads to tell apart: under `sync = local`, an interrupt handler \
         that comes in the middle of an operation is refused",
        &[
            "box16.local_16.drop",
            "box16.local_16.make",
            "box16.local_2048.drop",
            "box16.local_2048.make",
            "object16.local_16.drop",
            "object16.local_16.make",
            "shared16.local_16.drop",
            "shared16.local_16.make",
        ],
    ),
    (
        "`clone` has no other way to say that an object has 524,288 owners: `try_clone` has one",
        &["shared16.critical_section_16.clone", "shared16.local_16.clone", "shared16.threads_16.clone"],
    ),
    (
        "a sort of `core` panics if it finds that an order is none",
        &[
            "public.ColumnPool.sort_by",
            "public.ColumnPool.sort_by_key",
            "public.Pool.sort_by",
            "public.Pool.sort_by_key",
            "public.SparseHandleMap.save_into",
        ],
    ),
    (
        "its page says so: an implementation of `Snapshot` that was written by hand can give a wrong length, or not \
         call `then`",
        &[
            "public.Snapshot.restore",
            "public.Snapshot.restore_then",
            "public.Snapshot.save_into",
            "public.Snapshot.write_saved",
        ],
    ),
    (
        "its page says so: to apply a delta has checks of the crate's own, which the compiler keeps; so has all that \
         makes or applies deltas of worlds",
        &[
            "public.ColumnPool.delta_into",
            "public.ColumnPool.patch_into",
            "public.History.newest",
            "public.History.push",
            "public.History.push_frame",
            "public.History.rewind",
            "public.History.rewind_to",
            "public.History.rewind_to_or_before",
            "public.History.saved",
            "public.History.saved_frame",
            "public.Pool.delta_into",
            "public.Pool.patch_into",
            "public.Snapshot.changed_delta_into",
            "public.Snapshot.delta_into",
            "public.Snapshot.patch_into",
            "public.Snapshot.read_delta",
            "public.Snapshot.resize_saved",
            "public.Snapshot.write_changed",
            "public.Snapshot.write_delta",
            "public.Snapshot.write_resized",
            "public.ValuePool.delta_into",
            "public.ValuePool.patch_into",
        ],
    ),
];

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads ELF objects")]
fn no_operation_can_panic_except_those_that_are_listed() {
    let library = library();
    let operations: Vec<_> = library.operations().collect();
    // All those of the package, and not what a linker may have left of it.
    assert!(operations.len() > 700, "{operations:?}");
    let excepted =
        || CAN_PANIC.iter().flat_map(|(reason, names)| names.iter().map(move |name| (*name, *reason)));
    assert!(excepted().all(|(name, _)| operations.contains(&name)), "an exception names nothing");
    let mut mistakes = Vec::new();
    for name in operations {
        let code = library.code(name);
        let unknown: Vec<_> = code.outside.iter().filter(|name| !is_of_platform(name)).collect();
        match (code.panic_path, excepted().find(|(operation, _)| *operation == name)) {
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
