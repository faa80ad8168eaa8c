//! Region allocators: memory that is given out piece by piece and taken back at once.

#[cfg(feature = "allocator-api2")]
mod allocator;
mod double_end;
mod double_frame;
mod double_stack;
mod drop_linear;
mod drop_place;
mod drop_scope;
mod end;
mod frame;
mod frame_counts;
mod frame_id;
mod frame_scope;
mod header;
mod in_place;
mod linear;
mod marker;
mod no_drop;
mod records;
mod scope;
mod scratch;
mod stack;
mod stack_end;
mod static_region;
mod stats;
mod storage;

pub use double_frame::DoubleFrame;
pub use double_stack::{DoubleStack, Lower, LowerScope, Upper, UpperScope};
pub use drop_linear::DropLinear;
pub use drop_scope::DropScope;
pub use frame::Frame;
pub use frame_id::{FrameId, Stored};
pub use frame_scope::FrameScope;
pub use linear::Linear;
pub use marker::{MARKER_BYTES, Marker, MarkerError};
pub use no_drop::{NoDrop, Undropped};
pub use scope::Scope;
pub use scratch::scratch;
pub use stack::Stack;
pub use stack_end::StackEnd;
pub use static_region::Static;
pub use stats::Stats;
#[cfg(feature = "alloc")]
pub use storage::Boxed;
pub use storage::{Inline, Storage};
