//! The data structures of `stackpool`: tables, index stacks, handles, guards and pools.
//!
//! Use the crate [`stackpool`](https://docs.rs/stackpool): it re-exports what is public here, with the macros that
//! define pools.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
#[doc(hidden)]
pub extern crate std;
#[cfg(all(test, not(feature = "std")))]
extern crate std;

mod alignment;
#[cfg(not(feature = "alloc"))]
mod alloc_hint;
#[cfg(feature = "alloc")]
mod boxed;
mod class;
mod counts;
mod error;
mod flag;
mod free_list;
mod free_slots;
pub mod guard;
mod handle;
pub mod handle_array;
pub mod handle_map;
mod index_stack;
mod instance;
mod integer;
mod layout;
mod marks;
mod message;
mod plain_data;
mod plan;
mod pool;
mod pool_box;
#[cfg(feature = "serde")]
mod record;
pub mod region;
mod saved;
mod slots;
mod spec;
mod statics;
mod stats;
mod sync;
mod table;
mod track;
pub mod value_pool;

pub use error::{DisjointError, Full, Occupied, Stale};
pub use handle::{Handle, Link};
pub use handle_array::HandleArray;
pub use handle_map::HandleMap;
pub use layout::{Holds, Layout, Marked, Tabled, Tracked};
pub use marks::{Mark, MarkError, TooManyMarks};
pub use plain_data::PlainData;
pub use pool::{
    Drain, ExtractIf, Handles, Inserted, IntoIter, Iter, IterMut, Pool, Removed, VacantEntry, Values,
    ValuesMut,
};
pub use pool_box::{BoxSpec, PoolBox};
pub use saved::{BufferTooSmall, DeltaError, RestoreError};
pub use spec::PoolSpec;
pub use stats::Stats;
pub use track::{Leak, Leaks, LeaksIter};
pub use value_pool::{AcquireError, ListPool, ReleaseError, ReleaseManyError, ValuePool, ValueSpec};

/// What the macros print. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::alignment::{Alignment, start_align};
    pub use crate::integer::integer;
    pub use crate::layout::Fixed;
    pub use crate::plan::Plan;
    pub use crate::pool_box::{BoxCaches, BoxSlots, BoxState, BoxStatics, TakesPool, box_static_kind};
    pub use crate::statics::{
        HasStatic, InStatic, Memory, Statics, Taken, static_kind, take, uncleared_static_kind,
    };
    pub use crate::sync::modes::*;
    pub use crate::value_pool::list_static::{ListSpec, Listed, list_len};
    pub use crate::value_pool::radix::{Count, Digits, Number, TypedField};
    pub use crate::value_pool::range::{RangedField, Ranges, ValueRange};
}
