//! The data structures of `stackpool`: tables, index stacks, handles, guards and pools.
//!
//! Use the crate [`stackpool`](https://docs.rs/stackpool) instead of this one. It re-exports the public items of this
//! crate, together with the macros that define pools.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The script for gdb is loaded with the program, 16 KB. So it is only in debug builds. The other one is in the .pdb.
#![cfg_attr(debug_assertions, debugger_visualizer(gdb_script_file = "debugger/gdb.py"))]
#![debugger_visualizer(natvis_file = "debugger/windows.natvis")]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
#[doc(hidden)]
pub extern crate std;
#[cfg(all(test, not(feature = "std")))]
extern crate std;

#[macro_use]
mod base;
mod body;
mod boxes;
mod changes;
pub mod column_pool;
mod columns;
mod free;
pub mod guard;
mod handle;
mod image;
mod join;
mod layout;
mod marks;
mod methods;
mod pool;
#[cfg(feature = "regions")]
pub mod region;
#[cfg(feature = "report")]
mod report;
mod rows;
mod seats;
mod side;
mod side_tables;
mod snapshot;
mod statics;
mod store;
mod table;
mod track;
pub mod value_pool;
#[cfg(not(all(feature = "alloc", feature = "rayon", feature = "report")))]
mod without;

pub use base::already_taken::AlreadyTaken;
pub use base::full::{Full, Occupied};
#[cfg(feature = "alloc")]
pub use base::heap::Heap;
pub use base::stats::Stats;
pub use boxes::object_box::{ObjectBox, ObjectSpec};
pub use boxes::pool_box::{CloneBoxes, PoolBox};
pub use boxes::shared_box::{CountOverflow, SharedBox, SharedSpec, WeakBox, WeakSpec};
pub use boxes::spec::BoxSpec;
pub use boxes::waiting::WaitSpec;
pub use column_pool::ColumnPool;
pub use columns::Columns;
pub use handle::error::{DisjointError, Stale};
pub use handle::id::HandleError;
pub use handle::keyed_by::KeyedBy;
pub use handle::{Handle, Link, WideLink};
pub use image::checksum::checksum;
pub use image::field_bytes::FieldBytes;
pub use image::moved::{LostHandle, Moved};
pub use image::packet::pools::PacketPool;
pub use image::packet::{PacketError, Packets};
pub use image::plain_data::PlainData;
pub use image::{BufferTooSmall, DeltaError, ItemDifference, ResizeError, RestoreError, SavedName};
pub use join::parts::{Part, Parts};
pub use layout::of::Of;
pub use layout::sized::{Sized16, Sized24};
pub use layout::spec::PoolSpec;
pub use layout::{Dense, Holds, InPlace, Layout, Marked, Tabled, Tracked, Watched};
pub use marks::{MarkError, TooManyMarks};
pub use pool::{
    Change, Changed, ChangedPositions, Cursor, DenseSlice, Detached, Drain, ExtractIf, GetMany, Handles,
    Inserted, IntoIter, Iter, IterMut, Mark, Pool, Removed, Since, SinceMut, TakeChanged, VacantEntry,
    Values, ValuesMut,
};
#[cfg(feature = "report")]
pub use report::{PoolKind, PoolUsage, UsageReport, UsageReportIter, report};
pub use side::handle_array::HandleArray;
pub use side::handle_list::HandleList;
pub use side::handle_lists::HandleLists;
pub use side::handle_map::HandleMap;
pub use side::handle_queue::HandleQueue;
pub use side::handle_tree::{HandleTree, TreeError};
pub use side::sparse_handle_map::SparseHandleMap;
pub use side::{handle_array, handle_map, handle_tree, sparse_handle_map};
pub use side_tables::SideTables;
pub use snapshot::{
    Diff, DiffReport, Difference, FieldPath, History, HistoryError, HistoryStats, LostLink, SaveNumber,
    Snapshot, SnapshotError,
};
pub use track::{LiveSite, LiveSites, LiveSitesIter};
pub use value_pool::{AcquireError, ListPool, ReleaseError, ReleaseManyError, ValuePool, ValueSpec};

/// The items that generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::base::integer::integer;
    pub use crate::boxes::object_box::{
        Clear, ClearAny, FirstOfZeros, ItemMut, MessageOnly, object_static_kind,
    };
    pub use crate::boxes::pool_box::{TakesPool, TakesPoolOfObjects, TakesPoolOfShared};
    pub use crate::boxes::shared_box::{CountSlots, SharedCounts, count_static_kind};
    pub use crate::boxes::spec::{BoxCaches, BoxSlots, BoxState, BoxStatics, box_static_kind, check_statics};
    pub use crate::boxes::sync::modes::*;
    pub use crate::boxes::waiting::{BoxWaiters, serve};
    pub use crate::column_pool::{DenseColumns, SlotColumns};
    pub use crate::columns::row::row;
    pub use crate::columns::{
        Access, COLUMN_ALIGN, Closed, Column, ColumnItem, ColumnList, Field, FieldList, FieldNumber, Group,
        Grouped, Kept, NoPadding, Padding, PodField, RowField, Saved, SavedList, Skipped, TypeOf,
    };
    pub use crate::layout::fixed::Fixed;
    pub use crate::layout::groups::{
        Cells, ChangeWords, HandleBits, LinkBits, LiveWords, MarksAtMost, Owned, SlotCount, TableBits,
        Unguarded, Waiting, WithoutHoles,
    };
    pub use crate::layout::plan::Plan;
    pub use crate::statics::{
        HasStatic, InStatic, Memory, Statics, Taken, TakesStatic, static_kind, take, uncleared_static_kind,
    };
    pub use core::mem::size_of;
    /// In a module of this name, which errors show.
    pub mod bytemuck {
        pub use bytemuck::{Pod, Zeroable};
    }
    /// For the tests. It needs a newer compiler than this crate, so it is no dependency of theirs.
    #[cfg(feature = "heapless")]
    pub use heapless;
    /// The items that `#[derive(SideTables)]` names.
    pub mod side_tables {
        pub use crate::side_tables::{Field, IsNoTable, Objects, Owners, check};
    }
    /// The items that `#[derive(Snapshot)]` names.
    pub mod snapshot {
        pub use crate::base::item_field::{ItemField, Show};
        pub use crate::base::shape::{FieldText, Renamed};
        pub use crate::image::field_bytes::{ByHand, IsNot};
        pub use crate::image::item_form::{
            Checked, Each, FieldForm, KeptField, Leaf, Maybe, PlainPart, Reader, ShowField, Sink,
            SkippedField, Source, by_function, keeping, keeps_nothing, kept, not_checked, read, read_over,
            reader, restored,
        };
        pub use crate::snapshot::Then;
        pub use crate::snapshot::delta::PartDeltas;
        pub use crate::snapshot::diff::report::diff_plain;
        pub use crate::snapshot::diff::show::{DiffAsSaved, DiffOf, FieldsOf, NoFields, ShowAs, ShowBytes};
        pub use crate::snapshot::fields::{
            BySnapshot, Field, FieldDiff, FieldOf, HasForm, KnownField, Parts, Resize, Struct, WorldField,
            Writer, check, delta_header_bytes, diff, diffs, known_fields, names, part_deltas, part_deltas_of,
            read_delta, resize, resizes, restore_field, write_delta,
        };
        pub use crate::snapshot::plain::{FixedSize, PlainValue, plain_shape};
        pub use crate::snapshot::renamed::{NotRenamed, RenamedOf, shape_of_texts};
        pub use crate::snapshot::variants::{
            Enum, ShowVariant, Variant, diff_enum, enum_bytes, fields_bytes, item_shape, zeros_behind,
        };
    }
    pub use crate::value_pool::radix::{Count, Digits, Number, TypedField};
    pub use crate::value_pool::range::{RangedField, Ranges, ValueRange};
    pub use crate::value_pool::statics::{ListSpec, Listed, list_len};
}
