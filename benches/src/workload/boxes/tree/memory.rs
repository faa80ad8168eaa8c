//! The memory of a tree.

use super::super::label;
use super::*;
use crate::child::{self, grows};
use crate::report::Spread;
use std::env;

/// The goal: the tree takes at most this share of the bytes of `Box` on mimalloc.
const BYTES_GOAL: f64 = 0.35;

const TAKEN: &str = "taken";
const GROWN: &str = "the program grew by";

/// Fills the table.
pub(super) fn count(keys: &[u32], section: &mut Section) -> Result<(), Box<dyn Error>> {
    let title = format!("Memory of a search tree of {} nodes", grouped(NODES));
    let mut table = Table::new("boxes-tree-memory", title, "bytes per node", "what is counted")
        .facts(&["a link, bytes", "a node, bytes"]);
    let heapless = size_of::<[BoxBlock<Node<HeaplessNodes>>; CAPACITY]>() as f64 / NODES as f64;
    let taken = [
        (sizes::<Boxes>(BOX), stride::<Boxes>(keys)),
        (sizes::<SystemBoxes>(SYSTEM), stride::<SystemBoxes>(keys)),
        (sizes::<HeaplessNodes>(HEAPLESS), heapless),
        (sizes::<Local>(LOCAL), share::<Local>()),
        (sizes::<Threads>(THREADS), share::<Threads>()),
    ];
    table.column(TAKEN, taken.map(|(label, bytes)| (label, Spread::exact(bytes))));
    let names = table.rows.iter().map(|row| row.label.clone());
    let grown = names
        .map(|label| Ok(child::grown(&[ARGUMENT, &label.name])?.map(|bytes| (label, Spread::exact(bytes)))));
    let grown = grown.collect::<Result<Option<Vec<_>>, Box<dyn Error>>>()?;
    if let Some(grown) = grown {
        table.column(GROWN, grown);
    }
    let goals = [LOCAL, THREADS].map(|row| table.goal(row, TAKEN, &[BOX], BYTES_GOAL));
    section.goals.extend(goals.into_iter().flatten());
    section.tables.push(table);
    section.notes.push(NOTE.to_owned());
    Ok(())
}

const NOTE: &str = "\
*Taken* is, for `Box`, the distance to the next node in memory. For pools, it is the node's part of the whole \
static, although the static has room for more nodes. *The program grew by* is how much more memory a new program had \
after the tree was built.";

fn sizes<L: Links>(name: &str) -> crate::report::Label {
    label(name).fact(size_of::<Option<L::Link>>()).fact(size_of::<Node<L>>())
}

/// The median of the distances between neighbouring nodes in memory, which includes what an allocator adds to a node.
fn stride<L: Links>(keys: &[u32]) -> f64 {
    let root = build::<L>(keys);
    let mut addresses = Vec::with_capacity(NODES);
    walk::<L>(&root, &mut |node| addresses.push((&raw const *node).addr()));
    addresses.sort_unstable();
    let mut distances: Vec<_> = addresses.windows(2).map(|pair| pair[1] - pair[0]).collect();
    distances.sort_unstable();
    distances[distances.len() / 2] as f64
}

/// The bytes of the static of a pool per node of the tree, although the pool has room for more nodes.
fn share<P: BoxSpec>() -> f64 {
    PoolBox::<P>::TOTAL_BYTES as f64 / NODES as f64
}

/// The argument with which this program is started to measure the memory of a tree.
const ARGUMENT: &str = "--grown-by-tree-of";

/// In a program that was started to measure the memory of a tree: returns the output. It is a number, or nothing if
/// the system does not report its memory.
#[must_use]
pub fn grown() -> Option<String> {
    let mut arguments = env::args().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let bytes = match &*arguments.next()? {
        BOX => grown_by::<Boxes>(),
        SYSTEM => grown_by::<SystemBoxes>(),
        HEAPLESS => grown_by::<HeaplessNodes>(),
        LOCAL => grown_by::<Local>(),
        THREADS => grown_by::<Threads>(),
        _ => return None,
    };
    Some(bytes.map_or(String::new(), |bytes| bytes.to_string()))
}

/// The bytes per node by which the program grows when a tree is built.
fn grown_by<L: Links>() -> Option<f64> {
    let mut keys: Vec<u32> = (0..NODES as u32).collect();
    Random::new().shuffle(&mut keys);
    let bytes = grows(|| {
        // The blocks of `heapless` are linked here, because their memory counts too.
        hand_over_heapless_to::<L>();
        let root = build::<L>(&keys);
        check::<L>(&root);
        root
    });
    bytes.map(|bytes| bytes / NODES as f64)
}

/// The addresses of the boxes of a tree.
fn hand_over_heapless_to<L: Links>() {
    if std::any::TypeId::of::<L>() == std::any::TypeId::of::<HeaplessNodes>() {
        hand_over_heapless();
    }
}
