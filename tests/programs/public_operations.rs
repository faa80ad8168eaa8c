//! Compares the operations of `tests/crates/operations` with the public interface, so that no method is left out of
//! [`code_size`](crate::code_size).
//!
//! `public.Pool.insert` is the operation that calls `Pool::insert`. The methods come from the list of
//! [`public_api`](crate::public_api): of structs, enums and traits, and the functions.

use crate::code_size::library;
use std::collections::BTreeSet;

/// What a method has in its signature, or in the head of its impl, if it needs a feature that firmware does not have:
/// the heap, threads or `serde`.
const OF_OTHER_BUILDS: [&str; 5] = ["Vec<", "Heap<", "Boxed<", "ParallelIterator", "Deserializer"];

/// Methods without an operation of their own, as `Type.method`, or `Type` for all of a type.
const EXCEPTIONS: [(&str, &[&str]); 3] = [
    ("the compiler calls it, for the length of an array", &["handle_array.words"]),
    (
        "needs the heap or `report`, which its line of the list does not say",
        &[
            "ColumnPool.publish_stats",
            "ColumnPool.restore_resized",
            "ColumnPool.sort_by_cached_key",
            "History.new",
            "History.with_delta_bytes",
            "Pool.publish_stats",
            "Pool.restore_resized",
            "Pool.sort_by_cached_key",
            "PoolUsage",
            "Snapshot.checksum",
            "Snapshot.patch",
            "Snapshot.restore_resized",
            "UsageReport",
            "ValuePool.publish_stats",
            "ValuePool.restore_resized",
            "stackpool.report",
        ],
    ),
    (
        "a trait that users implement: what the crate calls is in the operations of pools and of `Snapshot`",
        &["FieldBytes", "Moved", "ValueSpec"],
    ),
];

/// The methods of the list that exist without a heap, as `Type.method`.
fn methods(list: &str) -> BTreeSet<String> {
    let mut methods = BTreeSet::new();
    let (mut kind, mut item, mut head) = ("", "", "");
    for line in list.lines() {
        if let Some((first, path)) =
            line.split_once(' ').filter(|_| line.starts_with(|c: char| c.is_alphabetic()))
        {
            (kind, item, head) = (first, path, "");
        } else if line.starts_with("    impl") {
            head = line.trim();
        }
        let declared = line.trim_start();
        let declared = declared.strip_prefix("pub ").unwrap_or(declared);
        let is_const = declared.starts_with("const ");
        let declared = declared.strip_prefix("const ").unwrap_or(declared);
        let Some((name, rest)) =
            declared.strip_prefix("unsafe ").unwrap_or(declared).strip_prefix("fn ").and_then(split_name)
        else {
            continue;
        };
        let needs_more = OF_OTHER_BUILDS.iter().any(|part| head.contains(part) || rest.contains(part));
        // The compiler calls constructors, for statics and constants.
        let is_constructor = is_const && name == "new";
        if needs_more || is_constructor {
            continue;
        }
        let of = match kind {
            "fn" => item.rsplit_once("::").map_or("stackpool", |(module, _)| module),
            _ => item,
        };
        methods.insert(format!("{of}.{name}"));
    }
    methods
}

/// The name at the start of a signature, and the rest.
fn split_name(signature: &str) -> Option<(&str, &str)> {
    signature.find(['(', '<']).map(|end| signature.split_at(end))
}

#[test]
fn methods_are_read_from_the_list() {
    let list = "struct A\n    pub struct A { }\n    impl A\n        pub const fn new() -> A\n        \
                pub const fn len(&self) -> usize\n        pub unsafe fn get<K>(&self)\n        \
                pub fn save(&self) -> Vec<u8>\n    impl Heap<A>\n        pub fn leak(this: A)\n\n\
                trait m::T\n    pub trait T {\n        fn one(\n            &self,\n        ) -> bool;\n    }\n\n\
                fn m::f\n    pub fn f(bytes: &[u8]) -> u64\n\nfn g\n    pub fn g()\n";
    let expected = ["A.get", "A.len", "m.f", "m::T.one", "stackpool.g"];
    assert!(methods(list).iter().eq(&expected), "{:?}", methods(list));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "reads ELF objects")]
fn each_public_method_is_an_operation() {
    let list = include_str!("public_api/stackpool.txt");
    let library = library();
    let operations: BTreeSet<_> =
        library.operations().filter_map(|name| name.strip_prefix("public.")).map(str::to_owned).collect();
    let methods = methods(list);
    let excepted = |method: &str| {
        let (of, _) = method.rsplit_once('.').unwrap();
        EXCEPTIONS.iter().flat_map(|(_, methods)| *methods).any(|name| *name == method || *name == of)
    };
    let missing: Vec<_> =
        methods.iter().filter(|name| !operations.contains(*name) && !excepted(name)).collect();
    assert!(
        missing.is_empty(),
        "no operation calls these: add a function to `tests/crates/operations/src/public`, in the row of the type, or \
         a reason to `EXCEPTIONS` in `tests/programs/public_operations.rs`: {missing:#?}"
    );
    let unknown: Vec<_> = operations.iter().filter(|name| !methods.contains(*name)).collect();
    assert!(unknown.is_empty(), "operations of no public method: {unknown:#?}");
    let needless: Vec<_> = (EXCEPTIONS.iter().flat_map(|(_, methods)| *methods))
        .filter(|name| {
            operations.contains(**name) || !methods.iter().any(|method| method.starts_with(**name))
        })
        .collect();
    assert!(needless.is_empty(), "exceptions of nothing: {needless:#?}");
}
