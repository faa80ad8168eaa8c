//! Region allocators: memory that is given out piece by piece and taken back at once.
//!
//! Where objects of one type come and go one by one, a pool is right. What comes together and goes together, of any type and
//! size, is a region's: an allocation moves one offset, and freeing all of it is one store.
//!
//! | region | takes back | for |
//! |---|---|---|
//! | [`Linear`] | all at once | a job, a request, a file that is parsed |
//! | [`DropLinear`] | all at once, destructors run | the same, of values that own something |
//! | [`Frame`] | all at once, with values by [id](FrameId) as well as by reference | what a frame works on |
//! | [`DoubleFrame`] | the frame before the last | what the next frame still reads |
//! | [`Stack`] | down to a [`Marker`], or to the end of a closure | game, level, encounter |
//! | [`DoubleStack`] | the same, at two ends of one block | what stays and what is temporary, without a border |
//! | [`scratch`] | at the end of a closure, on the call stack | a function's temporary memory |
//!
//! The memory is [`Inline`] in the region, in a [`Static`], on the heap (`Boxed`, feature `alloc`), or borrowed (`&mut
//! [MaybeUninit<u8>]`). All zero bytes are an empty region. No room is an error value: [`Full`](crate::Full), with what was
//! to be put in.
//!
//! ```
//! use stackpool::region::{Inline, Linear};
//!
//! let mut scratch = Linear::<Inline<65_536>>::new();
//! for frame in 1..=3_u32 {
//!     scratch.reset(); // does not compile while anything of the last frame is still in use
//!     let scope = scratch.enter();
//!     let visible = scope.alloc_iter((0..1_000).filter(|index| index % frame == 0)).unwrap();
//!     let keys = scope.alloc_slice_fill_with(visible.len(), |i| 1_000 - visible[i])?;
//!     keys.sort_unstable();
//!     assert_eq!(keys.len(), 1_000_usize.div_ceil(frame as usize));
//! }
//! # Ok::<(), stackpool::Full>(())
//! ```
//!
//! # Who may reach what
//!
//! References come from a [`Scope`], which borrows the region; an inner scope borrows the outer one, so that nothing of it
//! can be held when its memory is free again. Whatever ends a scope (its end, a panic, `mem::forget`) does no harm. What is
//! reached otherwise, by [`FrameId`] or by a destructor that will run, outlives scopes: so it is `'static`, may go to another
//! thread with the region, and is no more aligned than the storage of a region that can move.
//!
//! # Sources
//!
//! Linear, stack, double-ended and frame allocators: *Game Engine Architecture*, 5.2.1. Identifiers in place of pointers into
//! a frame: *Game Programming Gems 8*.

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
mod open;
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
