//! Debuggers: pools, handles and boxes in gdb, in core files, and in Visual Studio.
//!
//! The crate brings views for debuggers. They read the types in the debug information, so the profile needs
//! `debug = true` (as `dev` has it; `"line-tables-only"` has no types). They run nothing in the program.
//!
//! # gdb
//!
//! Debug builds contain the views, 16 KB, and gdb 10 or newer loads them from there. Allow it once to load scripts from
//! the folder:
//!
//! ```text
//! $ echo "add-auto-load-safe-path $PWD/target" >> ~/.config/gdb/gdbinit
//! $ rust-gdb target/debug/game
//! (gdb) print target
//! $1 = core::option::Option<stackpool_runtime::handle::Handle<game::Unit>>::Some(Unit#5v2)
//! (gdb) print units
//! $2 = Pool(len 2, capacity 1000) = {[Unit#0v0] = game::Unit {health: 10}, [Unit#5v2] = game::Unit {health: 7}}
//! (gdb) print names
//! $3 = HandleMap(len 1, capacity 1000) = {[Unit#5v2] = "Robin"}
//! (gdb) print head
//! $4 = Node#1 = {item = game::Node {key: 1, next: ..}}
//! ```
//!
//! | value | shown as |
//! |---|---|
//! | `Handle`, `Link` | slot and generation, as `Debug` does; `no handle` and the bytes if there is no such handle |
//! | `Option` of a handle or a box | `Some(..)` or `None` |
//! | [`Pool`](struct@crate::Pool) | length, capacity, and the live items by handle; under `guard = none` no items |
//! | [`ColumnPool`](crate::ColumnPool) | length, capacity, and the handles of the live objects |
//! | [`HandleMap`](crate::HandleMap), [`SparseHandleMap`](crate::SparseHandleMap) | length, capacity, values |
//! | [`ValuePool`](crate::ValuePool) | length and capacity |
//! | [`PoolBox`](crate::PoolBox) and the other boxes | the slot, and the object |
//! | `Heap` | what it holds |
//!
//! - A pool of more than 64 KiB: `set max-value-size unlimited` first. More than 200 items: `set print elements 1000`.
//! - A reference is shown as its address: `print *units`.
//! - `print/r units` shows the fields as they are.
//! - A core file is shown as a running program is: `rust-gdb target/debug/game core`.
//! - The views compare counts and indices with the capacity before they use them. So they show a pool as corrupt if it
//!   is corrupt or was never initialised.
//!
//! # Release builds and firmware
//!
//! Builds without debug assertions, and programs for bare metal, do not contain the views. Load the file from the
//! sources of `stackpool-runtime`. For firmware, take a gdb that has Python, such as `gdb-multiarch`.
//!
//! ```text
//! $ find ~/.cargo/registry/src -path '*stackpool-runtime-*/src/debugger/gdb.py'
//! (gdb) source <that file>
//! ```
//!
//! The views read the guard of a pool in pieces of up to 4,096 cells, and only up to the last slot that was used.
//!
//! # Visual Studio and WinDbg
//!
//! The views are in the `.pdb` file. Natvis can say less: a handle is shown as the number
//! [`to_bits`](crate::Handle::to_bits), a box as its handle. Pools and side tables show their items.
