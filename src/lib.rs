#![doc = include_str!("../README.md")]
//!
//! # Where to read on
//!
//! | you want | read |
//! |---|---|
//! | all methods of a pool | [`Pool`](struct@Pool) |
//! | all keys of the attribute | [`#[derive(Pool)]`](derive@Pool), [`pool!`] |
//! | what a stale handle is checked against | [`guard`] |
//! | a list or a tree with one owner per node | [`PoolBox`], [guide](guide::boxes) |
//! | to hand out coordinates, ports, ids | [`ValuePool`], [`ListPool`], [guide](guide::values) |
//! | fast loops over a part of each object | [`ColumnPool`], [`Columns`](trait@Columns), [guide](guide::columns) |
//! | data of some objects only | [`HandleMap`], [`HandleArray`], [`SparseHandleMap`], [guide](guide::side_tables) |
//! | save and restore, rollback | [`Pool::save_into`], [guide](guide::rollback) |
//! | to drop all that was inserted since a point | [`Pool::mark`] |
#![cfg_attr(
    feature = "regions",
    doc = "| memory that comes and goes together | [`region`], [guide](guide::regions) |"
)]
#![cfg_attr(
    not(feature = "regions"),
    doc = "| memory that comes and goes together | `region` (feature `regions`), [guide](guide::regions) |"
)]
//! | firmware, interrupt handlers, DMA | [guide](guide::firmware) |
//! | pools and handles in gdb or Visual Studio | [guide](guide::debugging) |
//! | functions and libraries over any pool | [`PoolSpec`], [`layout`], [guide](guide::generic_code) |
//! | your crate of today | [slotmap][s], [slab][l], [thunderdome][t], [heapless][h] |
//!
//! [s]: guide::from_slotmap
//! [l]: guide::from_slab
//! [t]: guide::from_thunderdome
//! [h]: guide::from_heapless
//!
//! # Handles and generations
//!
//! | declared capacity | table entry | bytes per entry | handle | `Option<Handle>` |
//! |---|---|---|---|---|
//! | 1 ..= 255 | `u8` | 1 | 1 byte | 1 byte |
//! | 256 | `u8` | 1 | 1 byte | 2 bytes |
//! | 257 ..= 65,535 | `u16` | 2 | 2 bytes | 2 bytes |
//! | 65,536 | `u16` | 2 | 2 bytes | 4 bytes |
//! | 65,537 ..= 262,144 | 18 bits: `u16` + 2 bits packed | 2.25 | 3 bytes | 3 bytes |
//! | 262,145 ..= 16,711,680 | 24 bits: `u16` + `u8` | 3 | 3 bytes | 3 bytes |
//! | 16,711,681 ..= 16,777,216 | 24 bits: `u16` + `u8` | 3 | 3 bytes | 4 bytes |
//! | up to 4,294,967,295 | `u32` | 4 | 4 bytes | 4 bytes |
//!
//! A handle is `Copy`, so it can outlive its object. By default a slot has one byte that says whether it is live, and
//! its generation: a number that changes each time the slot is given back. The handle carries the generation in the
//! bits that the index leaves over, so the number of generations halves as the capacity doubles: 64 at 1,000, 8 at
//! 5,000, 2 at 20,000, 1 at 40,000. A power of two has half the generations of the capacity below it: write 32,767, not
//! 32,768. A handle whose slot is free is always caught. A handle whose slot holds a newer
//! object is caught until the slot was given back [`GENERATIONS`](Pool::GENERATIONS) times.
//!
//! A slot that is given back waits, by default, until [`QUARANTINE`](Pool::QUARANTINE) others were given back after it.
//! So a stale handle is caught for at least `GENERATIONS * QUARANTINE` removals, as long as `QUARANTINE` slots are
//! free. The product is 4,096 from a capacity of 257 on. `clear`, `drain` and the like count as one removal per object.
//! See [quarantine](guard#quarantine). `pool = Pool::new()` begins anew: handles of the old pool may name objects of
//! the new one. [`clear`](Pool::clear) empties a pool and keeps its old handles stale.
//!
//! `generation_bits = 8` asks for more generations, in a wider handle. `on_wrap = retire` (from 14 bits) never uses a
//! slot again that has run out of generations: the pool gets smaller, and accepts no stale handle unless it was
//! restored to an earlier state. `guard = live` keeps one bit per slot and catches handles of freed slots only;
//! `guard = none` catches nothing, and is for plain data. See [`guard`].
//!
//! # Where a pool lives
//!
//! All zero bytes are the empty pool, so there is next to nothing to initialise:
//!
//! - `Particle::take_pool()` takes the one static pool of the definition, once, as `&'static mut`. A static pool adds
//!   nothing to the program file and needs no start-up code. Above 256 KiB, `take_pool` zeroes its bookkeeping.
//! - [`Pool::new`] makes a pool as a value, for a field of a struct or a static of your own: it is `const`. A static
//!   of your own is `.bss` too, if all of its other bytes are zero. If any other field is non-zero, the whole static
//!   moves to `.data`.
#![cfg_attr(
    feature = "alloc",
    doc = "- [`Pool::on_heap`] makes a pool on the heap, in a [`Heap`], without a copy on the call stack."
)]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "- `Pool::on_heap` (feature `alloc`) makes a pool on the heap, without a copy on the call stack."
)]
//!
//! # Promises
//!
//! 1. **Capacity decides.** The widths above follow from the capacity, and are public constants:
//!    [`HANDLE_BYTES`](Pool::HANDLE_BYTES), [`TABLE_BYTES`](Pool::TABLE_BYTES),
//!    [`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES), [`TOTAL_BYTES`](Pool::TOTAL_BYTES). `layout = ..` chooses
//!    another table.
//! 2. **All zero bytes are the empty pool.** A static pool is `.bss`.
//! 3. **Misuse does not compile, or is an error value.** Handles of different definitions are different types. A full
//!    pool gives the value back in [`Full`]. A stale handle is `None`, within the [limits](#limits).
//! 4. **Same operations, same handles**, on every machine, in every build. (Boxes that threads share are the
//!    exception: see [Threads](guide::boxes#threads).)
//!
//! # How it works
//!
//! The index-stack allocator of *Game Programming Gems 8*: a table of slot indices and a counter. The entries from
//! the counter on are the free slots; insertion and removal move the counter by one. The entry at position `i` stores
//! `index ^ i`, so that zero bytes read as 0, 1, 2, ...: no loop fills the table, and the table is not in the program
//! file. Every operation on one object is O(1), and nothing grows with the capacity except the memory.
//!
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    all(doc, not(feature = "derive")),
    allow(rustdoc::broken_intra_doc_links, reason = "the links to the macros need feature `derive`")
)]

pub mod guide;

pub use stackpool_runtime::{
    AcquireError, AlreadyTaken, BoxSpec, BufferTooSmall, Change, Changed, CloneBoxes, ColumnPool, Columns,
    CountOverflow, Cursor, DeltaError, Detached, Diff, Difference, DisjointError, Drain, ExtractIf,
    FieldBytes, FieldPath, Full, GetMany, Handle, HandleArray, HandleMap, Handles, History, HistoryError,
    HistoryStats, Inserted, IntoIter, ItemDifference, Iter, IterMut, Link, ListPool, LiveSite, LiveSites,
    LiveSitesIter, LostHandle, Mark, MarkError, Moved, ObjectBox, ObjectSpec, Occupied, Of, Part, Parts,
    PlainData, Pool, PoolBox, PoolSpec, ReleaseError, ReleaseManyError, Removed, Report, ResizeError,
    RestoreError, SavedName, SharedBox, SharedSpec, Since, Sized16, Sized24, Snapshot, SnapshotError,
    SparseHandleMap, Stale, Stats, TakeChanged, TooManyMarks, VacantEntry, ValuePool, ValueSpec, Values,
    ValuesMut, WeakBox, WeakSpec, checksum, column_pool, guard, handle_array, handle_map, sparse_handle_map,
    value_pool,
};

#[cfg(feature = "alloc")]
pub use stackpool_runtime::Heap;

#[cfg(feature = "regions")]
pub use stackpool_runtime::region;

#[cfg(feature = "report")]
pub use stackpool_runtime::{PoolKind, PoolUsage, UsageReport, report};

/// Layouts: what a definition says of the widths of its pool, and bounds for functions over any pool.
pub mod layout {
    pub use stackpool_runtime::{Dense, Holds, InPlace, Layout, Marked, Tabled, Tracked, Watched};

    // Not part of the public interface. rustc shows these types in errors about a layout. It shows their names without
    // a path, because they are in a module that is not hidden. So most layouts fit in a line.
    #[doc(hidden)]
    pub use stackpool_runtime::__private::{
        Cells, ChangeWords, Fixed, HandleBits, LinkBits, LiveWords, MarksAtMost, Owned, SlotCount, TableBits,
        Unguarded, Waiting, WithoutHoles,
    };
}

#[cfg(feature = "derive")]
pub use stackpool_derive::{Columns, Pool, Snapshot, pool};

/// What the macros print. Not part of the public interface.
#[doc(hidden)]
pub use stackpool_runtime::__private;
