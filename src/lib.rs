//! Fixed-capacity object pools for games and embedded programs, with handles of 1 to 4 bytes.
//!
//! # Where to read on
//!
//! | you want | read |
//! |---|---|
//! | to know whether a pool is what you need | [`Pool`](struct@Pool#when-to-use-it) |
//! | all methods of a pool | [`Pool`](struct@Pool); by task, [guide](guide::tasks) |
//! | all keys of the attribute | [`#[derive(Pool)]`](derive@Pool), [`pool!`] |
//! | to understand an error of the compiler or of the crate | [guide](guide::errors) |
//! | the width of a handle, and for how long the pool catches a stale one | [guide](guide::handles), [`guard`] |
//! | a list or a tree with one owner per node | [`PoolBox`], [guide](guide::boxes) |
//! | to hand out coordinates, ports, ids | [`ValuePool`], [`ListPool`], [guide](guide::values) |
//! | fast loops over a part of each object | [`ColumnPool`], [`Columns`](trait@Columns), [guide](guide::columns) |
//! | instance buffers for a graphics card | [guide](guide::graphics) |
//! | lists, trees and queues of objects | [`HandleList`], [`HandleTree`], [`HandleQueue`], [guide](guide::structures) |
//! | data of some objects only | [`HandleMap`], [`SparseHandleMap`], [`HandleArray`], [guide](guide::side_tables) |
//! | to remove an object from its pool and all tables at once | [`SideTables`](trait@SideTables) |
//! | rollback, with or without `ggrs` | [`History`], [guide](guide::rollback), [from `ggrs`](guide::from_ggrs) |
//! | a copy of the state in another process: deltas, packets | [`Packets`], [`SaveNumber`], [guide](guide::network) |
//! | save games, and the formats of saves | [guide](guide::save_games), [formats](guide::formats) |
//! | to drop all objects inserted since a point | [`Pool::mark`] |
#![cfg_attr(
    feature = "regions",
    doc = "| memory that is freed all at once | [`region`], [guide](guide::regions) |"
)]
#![cfg_attr(
    not(feature = "regions"),
    doc = "| memory that is freed all at once | `region` (feature `regions`), [guide](guide::regions) |"
)]
//! | firmware, interrupt handlers, DMA | [guide](guide::firmware) |
//! | faster debug builds; pools in gdb or Visual Studio | [guide](guide::debug_builds), [guide](guide::debugging) |
//! | functions and libraries over any pool | [`PoolSpec`], [`layout`], [guide](guide::generic_code) |
//! | to replace another crate | [slotmap][s], [slab][l], [thunderdome][t], [heapless][h], [an ECS][e] |
//!
//! [s]: guide::from_slotmap
//! [l]: guide::from_slab
//! [t]: guide::from_thunderdome
//! [h]: guide::from_heapless
//! [e]: guide::from_ecs
//!
//! # Example
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000)]
//! struct Particle { pos: [f32; 2], ttl: f32 }
//!
//! let mut particles = ParticlePool::new();
//! // A full pool gives the value back. `handle` is 2 bytes, as is `Option<ParticleHandle>`.
//! let handle = particles.insert(Particle { pos: [0.0; 2], ttl: 2.0 }).unwrap();
//! particles[handle].pos[0] += 1.0;
//! for (_handle, particle) in particles.iter_mut() {
//!     particle.ttl -= 0.016;
//! }
//! particles.retain(|_handle, particle| particle.ttl > 1.99);
//! // Stale: caught until its slot was freed 4 times.
//! assert!(particles.get(handle).is_none());
//! ```
//!
//! If the program keeps handles for longer than a few frames, add `generations = 30_000` or `handle_bytes = 4`:
//! [handles and generations](guide::handles) says what holds without it.
//!
//! # Where a pool lives
//!
//! - [`Pool::new`] makes a pool as a value, for a local variable or a field of a struct. It is `const`, so it also
//!   initialises a static of your own. That static is in `.bss` if all of its other bytes are zero. If any other byte
//!   is non-zero, the whole static moves to `.data`, and the program file has all of its bytes.
#![cfg_attr(
    feature = "alloc",
    doc = "- [`Pool::on_heap`] makes a pool on the heap, in a [`Heap`], without a copy on the call stack."
)]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "- `Pool::on_heap` (feature `alloc`) makes a pool on the heap, without a copy on the call stack."
)]
//! - `Particle::take_pool()` is for firmware. Each definition has one static pool. The first call returns it as
//!   `&'static mut`, and later calls return an error. A static pool adds nothing to the program file and needs no
//!   start-up code, because an empty pool is all zero bytes. Above 256 KiB, `take_pool` zeroes its bookkeeping.
//!
//! # Features
//!
//! | feature | adds | build |
//! |---|---|---:|
//! | `derive` (default) | `#[derive(Pool)]`, and those of `Columns`, `Snapshot`, `SideTables`; `pool!` | 2.3 |
//! | `alloc` | `on_heap()` of pools, lists, tables, regions; saves as `Vec`; `Vec` in worlds; `History::new` | 1.0 |
//! | `std` | `alloc`; faster boxes under `sync = threads`; a check of the thread under `sync = local` | 1.0 |
//! | `critical-section` | boxes under `sync = critical_section` | 1.0 |
//! | `portable-atomic` | boxes under `sync = threads` on targets without compare-and-swap | 1.1 |
//! | `rayon` | `par_iter_mut` and its siblings: loops over pools in the threads of `rayon` | 1.6 |
//! | `serde` | handles, pools, boxes and side tables through `serde` | 1.5 |
//! | `defmt` | `defmt::Format` for handles, boxes, errors and the fill levels of pools | 2.6 |
//! | `regions` | regions: linear, frame and stack allocators for memory that is freed all at once | 1.0 |
//! | `allocator-api2` | `regions`; regions as allocators of collections | 1.0 |
//! | `stable_deref_trait` | boxes as buffers for DMA | 1.0 |
//! | `heapless`, `arrayvec` | text and lists of these crates in saved items and worlds (`heapless`: Rust 1.87) | 1.2 |
//! | `track` | in builds with debug assertions: which line inserted each live object; totals of operations | 1.0 |
//! | `report` | `report()`: current and peak use of each pool, with suggested capacities | 1.0 |
//!
//! *build* is the processor time of a first debug build with this feature alone, in units of that without features,
//! which is 5 to 6 s on a virtual machine (AMD EPYC). It is right to 0.2, so 1.0 is what cannot be told from no cost.
//! A third of what `derive` adds are `syn` and the crates that it needs. A program with other derives, such as those
//! of `serde`, builds them once.
//!
//! The default features need neither `std` nor a heap. Rust 1.85 or newer.
//!
//! # More than pools
//!
//! **Boxes** are owning pointers of 1 to 4 bytes, for lists and trees:
//!
//! ```
//! #[derive(stackpool::Pool)]
//! #[pool(capacity = 10_000, boxed)]
//! struct Node { key: u32, left: Option<NodeBox>, right: Option<NodeBox> } // 8 bytes, not 24
//!
//! let leaf = NodeBox::new(Node { key: 3, left: None, right: None }).unwrap();
//! let root = NodeBox::new(Node { key: 7, left: Some(leaf), right: None }).unwrap();
//! assert_eq!(root.left.as_ref().unwrap().key, 3);
//! ```
//!
//! With `shared` in place of `boxed`, several pointers own one object: `NodeRc` or `NodeArc`, of 1 to 4 bytes, like a
//! box. Their count is in the pool. With `objects = VALUE`, boxes lend objects that stay in their slots. These are
//! permanent buffers: nothing is constructed or dropped.
//!
//! **Pools of values** hand out coordinates, ports or ids. A value that is out is not handed out again until it is
//! freed:
//!
//! ```
//! #[derive(stackpool::Pool, Clone, Copy)]
//! #[pool(values)]
//! struct Tile { #[pool(range = 0..64)] x: u8, #[pool(range = 0..64)] y: u8 }
//!
//! let tiles = Tile::take_pool().unwrap();        // 4,096 tiles in a table of 8 KiB, in .bss
//! let tile = tiles.acquire().unwrap();           // `None` when all are out
//! assert!(tiles.release(tile).is_ok() && tiles.release(tile).is_err());
//! ```
//!
//! **Bytes**: pools of plain data save to bytes and restore from them, for rollback and save games. Equal pools with
//! equal free order are equal bytes. A restore checks all bytes before it changes the pool.
//!
//! ```
//! stackpool::pool! { Positions: [[f32; 2]; 1_000]; }
//!
//! let mut positions = PositionsPool::new();
//! let handle = positions.insert([1.0, 2.0]).unwrap();
//! let mut buffer = [0; PositionsPool::SAVED_BYTES];
//! let saved = positions.save_into(&mut buffer).unwrap();  // as short as the use of the pool
//! positions.remove(handle);
//! positions.restore(saved).unwrap();
//! assert_eq!(positions[handle], [1.0, 2.0]);
//! ```
//!
//! **Worlds**: a struct of pools, side tables and values saves and restores as one. A `History` goes back up to `N`
//! frames. It allocates once, or uses a buffer of yours. If two machines disagree, `diff` names the field:
//!
//! ```
//! use stackpool::{History, Snapshot};
//!
//! stackpool::pool! { Ships: [[i32; 4]; 30]; Bullets: [[i32; 4]; 100]; }
//!
//! #[derive(Snapshot)]
//! struct World { ships: ShipsPool, bullets: BulletsPool, frame: u32 }
//!
//! let mut world = World { ships: ShipsPool::new(), bullets: BulletsPool::new(), frame: 0 };
//! let mut history = History::<World, 8, _>::in_memory([0; 40_000]).unwrap();
//! history.push_frame(0, &world);
//! world.frame += 1;                              // a wrong prediction
//! history.rewind_to(0, &mut world).unwrap();
//! assert_eq!(world.frame, 0);
//! ```
//!
//! **Dense pools** keep their objects in one slice without holes. Handles stay valid when objects move:
//!
//! ```
//! #[derive(stackpool::Pool)]
//! #[pool(capacity = 60_000, dense)]
//! struct Sprite { depth: u32, colour: [u8; 4] }
//!
//! let sprites = Sprite::take_pool().unwrap();
//! sprites.extend([30, 10, 20].map(|depth| Sprite { depth, colour: [255; 4] }));
//! let far = sprites.handles().next().unwrap();
//! sprites.sort_by_key(|sprite| sprite.depth);      // stable, in place, without the heap
//! assert_eq!(sprites.as_slice()[0].depth, 10);           // what is drawn, or uploaded
//! assert_eq!((sprites[far].depth, sprites.position_of(far)), (30, Some(2)));
//! ```
//!
//! **Columns**: one array per field behind the same handles, for loops over a few fields of many objects:
//!
//! ```
//! #[derive(stackpool::Pool)]
//! #[pool(capacity = 10_000, columns, dense)]
//! struct Particle { height: f32, speed: f32, colour: [u8; 4] }
//!
//! let particles = Particle::take_pool().unwrap();        // three arrays, in .bss
//! let spark = Particle { height: 1.0, speed: 2.0, colour: [255; 4] };
//! let spark = particles.insert(spark).unwrap();
//! let columns = particles.columns_mut();                 // slices: this loop is vectorised
//! for (height, speed) in columns.height.iter_mut().zip(&*columns.speed) {
//!     *height += speed / 60.0;
//! }
//! assert_eq!(particles.get(spark).unwrap().speed, &2.0);
//! ```
//!
//! **Side tables, marks, figures**:
//!
//! ```
//! #[derive(stackpool::Pool)]
//! #[pool(capacity = 1_000, marks)]
//! struct Monster { hp: u32 }
//!
//! let mut monsters = MonsterPool::new();
//! let boss = monsters.insert(Monster { hp: 900 }).unwrap();
//! let mut names = stackpool::HandleMap::<Monster, &str>::new();
//! names.insert(boss, "Grendel");                         // found by the same handle
//!
//! let level = monsters.mark().unwrap();
//! monsters.extend((1..=5).map(|hp| Monster { hp }));
//! assert_eq!(monsters.release_since(level), Ok(5));      // drops what was inserted since
//!
//! let stats = monsters.stats();                          // prints as a line, too
//! assert_eq!((stats.live, stats.high_water_mark, stats.full_count), (1, 6, 0));
//! ```
//!
//! **Regions** (feature `regions`) allocate values of any type and size, and free them together, not one by one. There
//! are linear, frame and stack allocators. A reference that outlives a reset does not compile.
//!
//! # Promises
//!
//! 1. **Capacity decides.** The widths follow from the capacity, and are public constants:
//!    [`HANDLE_BYTES`](Pool::HANDLE_BYTES), [`TABLE_BYTES`](Pool::TABLE_BYTES),
//!    [`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES), [`TOTAL_BYTES`](Pool::TOTAL_BYTES). The key `layout = ..` chooses
//!    another table.
//! 2. **An empty pool is all zero bytes.** So a static pool is in `.bss`.
//! 3. **Misuse does not compile, or is an error value.** Handles of different definitions are different types. A full
//!    pool gives the value back in [`Full`]. `get` with a stale handle returns `None`, within the [limits](#limits).
//! 4. **Same operations, same handles**, on every machine, in every build. Boxes that threads share are the exception:
//!    see [Threads](guide::boxes#threads).
//!
//! # Limits
//!
//! - **A pool does not grow.** A definition has one static pool.
//! - **Generations run out.** Each slot has a generation: a number that changes at each removal. The capacity decides
//!   how many generations there are, and so for how many removals a pool catches a stale handle. Afterwards the handle
//!   may name a newer object. [Handles](guide::handles) has the figures, and [their limits](guide::handles#limits).
//! - **After `restore`, `clone_from` or deserialization** a pool may reissue handles that it issued after the save.
//!   Restore everything that stores handles together with the pool.
//! - **Pools of one definition** share one handle type. The compiler cannot tell a handle of one from a handle of
//!   another.
//! - **Panics.** `pool[handle]` panics if the handle is stale; `extend` and `collect` panic if the pool is full. `get`
//!   and `try_extend` do not panic. Other methods that can say so on their pages, under *Panics*.
//! - **An image** (the bytes of a save) records the shape of its pool: capacity, guard, and the types of the item's
//!   fields in their order. It records no names, so another pool of the same shape can restore it. The image of a world
//!   has the names of its fields.
//! - **A large pool overflows the stack** if `new()` makes it in a local variable. `on_heap()` (feature `alloc`) and
//!   `take_pool()` never do.
//!
//! # How it works
//!
//! A pool is the index-stack allocator of *Game Programming Gems 8*: a table of slot indices and a counter. The entries
//! from the counter on are the free slots. Insertion and removal move the counter by one. The entry at position `i`
//! stores `index ^ i`, so zero bytes read as the indices 0, 1, 2, and so on. So no loop fills the table, and the table
//! is not in the program file. Every operation on one object is O(1), except `insert_at`. Only the memory
//! grows with the capacity.
//!
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    all(doc, not(feature = "derive")),
    allow(rustdoc::broken_intra_doc_links, reason = "the links to the macros need feature `derive`")
)]

pub mod guide;

pub use stackpool_runtime::{
    AcquireError, AlreadyTaken, BoxSpec, BufferTooSmall, Change, Changed, ChangedPositions, CloneBoxes,
    ColumnPool, Columns, CountOverflow, Cursor, DeltaError, DenseSlice, Detached, Diff, DiffReport,
    Difference, DisjointError, Drain, ExtractIf, FieldBytes, FieldPath, Full, GetMany, Handle, HandleArray,
    HandleError, HandleList, HandleLists, HandleMap, HandleQueue, HandleTree, Handles, History, HistoryError,
    HistoryStats, Inserted, IntoIter, ItemDifference, Iter, IterMut, Link, ListPool, LiveSite, LiveSites,
    LiveSitesIter, LostHandle, LostLink, Mark, MarkError, Moved, ObjectBox, ObjectSpec, Occupied, Of,
    PacketError, PacketPool, Packets, Part, Parts, PlainData, Pool, PoolBox, PoolSpec, ReleaseError,
    ReleaseManyError, Removed, ResizeError, RestoreError, SaveNumber, SavedName, SharedBox, SharedSpec,
    SideTables, Since, SinceMut, Sized16, Sized24, Snapshot, SnapshotError, SparseHandleMap, Stale, Stats,
    TakeChanged, TooManyMarks, TreeError, VacantEntry, ValuePool, ValueSpec, Values, ValuesMut, WaitSpec,
    WeakBox, WeakSpec, WideLink, checksum, column_pool, guard, handle_array, handle_map, handle_tree,
    sparse_handle_map, value_pool,
};

#[cfg(feature = "alloc")]
pub use stackpool_runtime::Heap;

#[cfg(feature = "regions")]
pub use stackpool_runtime::region;

#[cfg(feature = "report")]
pub use stackpool_runtime::{PoolKind, PoolUsage, UsageReport, UsageReportIter, report};

/// Layouts: what a definition says of the widths of its pool, and bounds for functions over any pool.
pub mod layout {
    pub use stackpool_runtime::{Dense, Holds, InPlace, KeyedBy, Layout, Marked, Tabled, Tracked, Watched};

    // Not part of the public interface. rustc shows these types in errors about a layout. It shows their names without
    // a path, because they are in a module that is not hidden. So most layouts fit in a line.
    #[doc(hidden)]
    pub use stackpool_runtime::__private::{
        Cells, ChangeWords, Fixed, HandleBits, LinkBits, LiveWords, MarksAtMost, Owned, SlotCount, TableBits,
        Unguarded, Waiting, WithoutHoles,
    };
}

#[cfg(feature = "derive")]
pub use stackpool_derive::{Columns, Pool, SideTables, Snapshot, pool};

/// What the macros print. Not part of the public interface.
#[doc(hidden)]
pub use stackpool_runtime::__private;

/// The front page of the repository, whose examples are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FrontPage;
