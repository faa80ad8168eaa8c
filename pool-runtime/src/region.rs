//! Region allocators: memory that you allocate piece by piece and free all at once.
//!
//! This module needs feature `regions`.
//!
//! A [pool](crate::Pool) is for objects of one type that come and go one by one. A region is for objects of any type
//! and size that come and go together. To allocate, a region moves one offset. To free everything, it stores one
//! offset.
//!
//! | region | frees | use it for |
//! |---|---|---|
//! | [`Linear`] | everything at once | a job, a request, a file that is parsed |
//! | [`DropLinear`] | everything at once, and runs destructors | the same, for values that own something |
//! | [`Frame`] | everything at once; values are found by reference and by [id](FrameId) | data that lasts one frame |
//! | [`DoubleFrame`] | the frame before the previous one | data that the next frame reads too |
//! | [`Stack`] | down to a [`Marker`], or to the end of a closure | game, level, encounter |
//! | [`DoubleStack`] | the same, at two ends of one block | lasting and temporary data that share one block |
//! | [`scratch`] | at the end of a closure, on the call stack | temporary memory of a function |
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
//! # Where the memory is
//!
//! | storage | the memory is |
//! |---|---|
//! | [`Inline`] | inside the region: in a local variable, a field, a `Box`, a [`Static`] |
//! | `Boxed` (feature `alloc`) | on the heap, with a size that is known at run time |
//! | `&mut [MaybeUninit<u8>]` | borrowed from elsewhere |
//!
//! A region whose bytes are all zero is empty. A region never grows: if there is no room, the method returns the value
//! in [`Full`](crate::Full).
//!
//! # References, ids and destructors
//!
//! References come from a [`Scope`], which borrows the region. An inner scope borrows the outer one. So a reference
//! cannot outlive the memory that it points to: that does not compile. A scope can end in any way (normally, by a
//! panic, by `mem::forget`) without harm.
//!
//! A program can reach two kinds of values after their scope ended: values that it finds by [`FrameId`], and values
//! whose destructor runs later. Such values must be `'static`. They must be allowed to move to another thread with the
//! region. If the region can move, their alignment is at most the alignment of its storage.
//!
//! # Limits
//!
//! - A program has 4,294,967,295 *instance numbers*. Pools with marks use them too. A [`Frame`] takes one when it
//!   stores its first value, and another one after 4,294,967,295 resets. A [`Stack`], and each end of a
//!   [`DoubleStack`], takes one with its first marker. If none is left, these methods panic.
//! - [`FrameId`]s reach the first 4 GiB of a frame.
//! - A program can take 64 [`Static`] regions.
//! - [`scratch`] gives at most 65,536 bytes.
//!
//! # Sources
//!
//! Linear, stack, double-ended and frame allocators: *Game Engine Architecture*, 5.2.1. Ids in place of pointers into
//! a frame: *Game Programming Gems 8*.

#[cfg(feature = "allocator-api2")]
mod allocator;
mod counts;
mod double_end;
mod double_frame;
mod double_stack;
mod drop_linear;
mod drop_scope;
mod end;
mod frame;
mod frame_id;
mod frame_scope;
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
mod storage;
mod try_with;

pub use counts::Stats;
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
#[cfg(feature = "alloc")]
pub use storage::Boxed;
pub use storage::{Inline, Storage};

#[cfg(test)]
mod tests;
