//! Region allocators: memory that is given out piece by piece and taken back at once.

mod double_end;
mod double_stack;
mod end;
mod header;
mod linear;
mod marker;
mod no_drop;
mod scope;
mod scratch;
mod stack;
mod stack_end;
mod storage;

pub use double_stack::{DoubleStack, Lower, LowerScope, Upper, UpperScope};
pub use linear::Linear;
pub use marker::{MARKER_BYTES, Marker, MarkerError};
pub use no_drop::{NoDrop, Undropped};
pub use scope::Scope;
pub use scratch::scratch;
pub use stack::Stack;
pub use stack_end::StackEnd;
#[cfg(feature = "alloc")]
pub use storage::Boxed;
pub use storage::{Inline, Storage};
