//! Region allocators: memory that is given out piece by piece and taken back at once.

mod double_frame;
mod end;
mod frame;
mod frame_counts;
mod frame_id;
mod frame_scope;
mod header;
mod linear;
mod no_drop;
mod scope;
mod storage;

pub use double_frame::DoubleFrame;
pub use frame::Frame;
pub use frame_id::{FrameId, Stored};
pub use frame_scope::FrameScope;
pub use linear::Linear;
pub use no_drop::{NoDrop, Undropped};
pub use scope::Scope;
#[cfg(feature = "alloc")]
pub use storage::Boxed;
pub use storage::{Inline, Storage};
