//! Code size: the bytes of the functions that a microcontroller runs.

use super::{Options, Workload};
use crate::report::{Label, Role, Section, Spread, Table};
use call_graph::{CallGraph, Code};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::process::Command;

#[path = "../../../tests/common/call_graph.rs"]
mod call_graph;

/// The workload of this module.
pub(super) const WORKLOAD: Workload = Workload { name: "code-size", of_compiler: true, run };

const ABOUT: &str = "\
Bytes of code for Cortex-M3 (`thumbv7m-none-eabi`, `opt-level = \"s\"`, `lto = \"fat\"`, `codegen-units = 1`, `panic = \
\"abort\"`). Each operation is an exported function of `tests/crates/code_size`, so nothing is inlined into a caller. \
Counted are its symbol, with the constants that its instructions load, and the functions that it calls, directly or \
not, as the relocations say; *called* is the part of the latter, in tables with such functions. Not counted are \
`memcpy`, `memset`, the implementation of the critical section, and the functions of `core` that end in a panic: a \
program has each of these once. *insert* takes the item by value, *remove* drops it. *all* makes, \
reads and drops an object in one function, and hands over the blocks of memory before it, which pools of \
heapless need. Pools of one shape share code where it is equal: the compiler makes one function of the `remove` of all \
of them. Their `insert` differs by one address, that of the name of the pool for the error. The \
compiler is the one for everything else if it has the target, or else 1.96. `-- --only code-size` makes this section \
alone.";

/// The script that builds the library.
const BUILD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/crates/code_size/build");

/// What the script returns if there is no compiler for the target.
const NO_COMPILER: i32 = 3;

/// The groups of operations: their prefix in the symbols, the title, and the operations that are shown.
const GROUPS: [(&str, &str, &[&str]); 7] = [
    ("pool16", "Pools, items of 16 bytes", &["insert", "remove", "get"]),
    ("pool64", "Pools, items of 64 bytes", &["insert", "remove", "get"]),
    ("box16", "Boxes, items of 16 bytes", &["make", "drop", "get"]),
    ("box64", "Boxes, items of 64 bytes", &["make", "drop", "get"]),
    ("object16", "Objects that stay, of 16 bytes", &["make", "drop"]),
    ("shared16", "Shared boxes, items of 16 bytes", &["make", "clone", "drop"]),
    ("mutex16", "16 items of 16 bytes that interrupt handlers share", &["make", "drop", "all"]),
];

fn run(_: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Code size", ABOUT);
    let output =
        Command::new(BUILD).env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").output()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(NO_COMPILER) {
        section.notes.push(format!("Not measured: {}.", errors.trim()));
        return Ok(section);
    }
    if !output.status.success() {
        return Err(format!("{BUILD} failed:\n{errors}").into());
    }
    let graph = CallGraph::parse(&fs::read(String::from_utf8(output.stdout)?.trim())?)?;
    for (group, title, operations) in GROUPS {
        section.tables.push(table(&graph, group, title, operations));
    }
    section.notes.extend([mutex(&graph), panics(&graph)]);
    Ok(section)
}

/// The table of a group.
fn table(graph: &CallGraph, group: &str, title: &str, operations: &[&str]) -> Table {
    let mut table =
        Table::new(format!("code-size-{group}"), title, "bytes of code", "operation").without_ratios();
    for &operation in operations {
        let cells = cells(graph, group, operation);
        let cell = |label: &Label, bytes: u64| (label.clone(), Spread::exact(bytes as f64));
        table.column(operation, cells.iter().map(|(label, code)| cell(label, code.own + code.callees)));
        let calling = cells.iter().filter(|(_, code)| code.callees > 0);
        let called: Vec<_> = calling.map(|(label, code)| cell(label, code.callees)).collect();
        if !called.is_empty() {
            table.column(format!("{operation}: called"), called);
        }
    }
    table
}

/// The code of an operation in each row.
fn cells(graph: &CallGraph, group: &str, operation: &str) -> Vec<(Label, Code)> {
    let row = |name: &str| {
        let mut fields = name.split('.');
        let is_one = fields.next() == Some(group);
        let row = fields.next()?;
        (is_one && fields.next() == Some(operation)).then(|| row.to_owned())
    };
    let rows = graph.operations().filter_map(|name| Some((name, row(name)?)));
    rows.map(|(name, row)| (label(&row), graph.code(name))).collect()
}

/// A row of the tables.
fn label(row: &str) -> Label {
    let is_peer = row.starts_with("array") || row.starts_with("heapless");
    Label::new(row.replace('_', " "), if is_peer { Role::Peer } else { Role::Ours })
}

/// What a pool in a mutex takes more than boxes of heapless.
fn mutex(graph: &CallGraph) -> String {
    let bytes = |row: &str| {
        let code = graph.code(&format!("mutex16.{row}.all"));
        (code.own + code.callees) as i64
    };
    let more = |row| bytes(row) - bytes("heapless_boxes");
    format!(
        "A pool in `Mutex<RefCell>` takes {} bytes more than the box pool of heapless, and {} with `quarantine = 0`. \
         Each access to the pool calls the critical section twice, and the borrow of the `RefCell` can panic.",
        more("pool_in_mutex"),
        more("pool_in_mutex_no_quarantine")
    )
}

/// Which operations can panic.
fn panics(graph: &CallGraph) -> String {
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let operations = graph.operations().filter(|name| !name.starts_with("control."));
    for (row, operation) in operations.filter_map(|name| name.rsplit_once('.')) {
        let found = rows.entry(row).or_default();
        if graph.code(&format!("{row}.{operation}")).panic_path.is_some() {
            found.push(operation);
        }
    }
    let rows = rows.iter().filter(|(_, operations)| !operations.is_empty());
    let rows: Vec<_> = rows.map(|(row, operations)| format!("`{row}` ({})", operations.join(", "))).collect();
    format!("These operations can panic, and no others: {}.", rows.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_others_are_peers() {
        assert_eq!(label("generation_u8"), Label::new("generation u8", Role::Ours));
        assert_eq!(label("array_with_stack"), Label::new("array with stack", Role::Peer));
        assert_eq!(label("heapless_boxes").role, Role::Peer);
    }
}
