//! A scene tree for editors: generic over what its nodes hold, and over how many nodes there are at most.
//!
//! Use it as a template for a library that has a pool inside and leaves the two choices to its user:
//!
//! ```
//! use scene::{Editor, Place};
//!
//! stackpool::pool! { Desk: [(); 1_000]; } // how many nodes; the library brings their type
//!
//! let mut editor = Editor::<Desk, &str>::new("root");
//! let root = editor.tree().root();
//! let leaf = editor.insert(Place::first_in(root), "leaf").expect("999 are left");
//! editor.remove(leaf);
//! editor.undo();
//! assert_eq!(editor.tree().get(leaf), Some(&"leaf")); // under the same handle as before
//! ```
//!
//! - `tree` has the values in a pool, and a [`HandleTree`](stackpool::HandleTree) beside it: 9 bytes per node up to a
//!   capacity of 65,536. A subtree that is cut out takes its handles along, and has them again when it is pasted.
//! - `editor` adds undo and redo. A step is a value, and taking it gives the step back.
//! - `layout` computes boxes, each after the one that it is in. Their sizes are in a side table, so that only what an
//!   edit changed is computed again.
//!
//! Two programs use it: `outline` draws a text as boxes, with nodes that borrow from the text; `edits` makes random
//! edits, and compares the tree with a model after each of them.

mod editor;
mod layout;
mod tree;

pub use editor::Editor;
pub use layout::{Axis, Block, Layout, Rect, Size};
pub use tree::{Cut, NodeId, Nodes, Place, Tree, Widths};
