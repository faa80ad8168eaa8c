//! From `slotmap`: the same methods by their names here, and what differs.
//!
//! **Begin with `handle_bytes = 4`** if your program keeps keys as long as it likes, as it may with slotmap:
//!
//! ```
//! # use stackpool::Pool;
//! #[derive(Pool)]
//! #[pool(capacity = 1_000, handle_bytes = 4)]
//! struct Ship {
//!     fuel: u32,
//! }
//!
//! // slotmap: 8 bytes, 2^31. `Option<ShipHandle>` has 4 bytes too.
//! assert_eq!((ShipPool::HANDLE_BYTES, ShipPool::GENERATIONS), (4, 1 << 22));
//! # let _ = Ship { fuel: 1 }.fuel;
//! ```
//!
//! Without it, the handle has 2 bytes, and is caught until its slot was freed 64 times. That is enough for handles
//! that are kept for a few frames in a pool with free slots: see [handles](crate::guide::handles).
//!
//! `Heap` and `on_heap` need feature `alloc`: `cargo add stackpool --features alloc`.
//!
//! | slotmap | stackpool |
//! |---|---|
//! | `new_key_type! { struct ShipKey; }`, `SlotMap<ShipKey, Ship>` | `#[pool(capacity = 1_000)] struct Ship` |
//! | `DenseSlotMap<ShipKey, Ship>` | `#[pool(capacity = 1_000, dense)]`, with [a slice][slice] and sorts |
//! | `ShipKey` (8 bytes) | `ShipHandle` (1 to 4 bytes) |
//! | `SlotMap::with_key()` | `ShipPool::new()`, `ShipPool::on_heap()` on the heap, `Ship::take_pool()` for the static |
//! | `insert(value) -> K` | [`insert(value) -> Result<Handle, Full<T>>`](crate::Pool::insert) |
//! | `insert` into a full slotmap grows it | an error; [`Full::into_inner()`][inner] gives the value back |
//! | `insert_with_key(\|k\| ..) -> K` | [`insert_with(\|handle\| ..) -> Result<Handle, Full>`][with] |
//! | `remove`, `get`, `get_mut` | the same names |
//! | `get_disjoint_mut(..) -> Option<..>` | [`get_disjoint_mut(..) -> Result<.., DisjointError>`][disjoint] |
//! | `get_unchecked`, `get_unchecked_mut` | the same names, `unsafe` too; debug builds check the handle |
//! | `detach(k)`, `reattach(k, value)` | [`detach(handle)`](crate::Pool::detach), [`reattach(value)`][reattach] |
//! | `contains_key(k)` | [`contains(handle)`](crate::Pool::contains) |
//! | `keys()` | [`handles()`](crate::Pool::handles) |
//! | `values()`, `values_mut()`, `iter()`, `iter_mut()`, `drain()`, `retain()`, `clear()` | the same names |
//! | a loop that collects keys to remove later | [a loop with a cursor](#a-loop-that-inserts-and-removes) |
//! | `reserve`, `with_capacity` | nothing: the capacity is declared |
//! | `SecondaryMap<ShipKey, V>` | [`HandleMap<Ship, V>`](crate::HandleMap) |
//! | `SparseSecondaryMap<ShipKey, V>` | [`SparseHandleMap<Ship, V, 100>`](crate::SparseHandleMap): up to 100 |
//! | `K::null()` | `Option<ShipHandle>`, of the same size as the handle |
//! | `key.data().as_ffi() -> u64` | [`handle.to_bits() -> u32`](crate::Handle::to_bits) |
//! | `KeyData::from_ffi(u64)`, of any number | [`from_bits(u32) -> Option<Handle>`](crate::Handle::from_bits) |
//! | `SlotMap: Serialize` | feature `serde`, and [bytes](super::rollback) |
//!
//! [slice]: crate::Pool::as_slice
//! [inner]: crate::Full::into_inner
//! [with]: crate::Pool::insert_with
//! [disjoint]: crate::Pool::get_disjoint_mut
//! [at]: crate::Pool::insert_at
//! [reattach]: crate::Detached::reattach
//!
//! # What differs
//!
//! - **A pool has a capacity.** `insert` returns the value in an error when the pool is full.
//! - **Generations are short.** A slotmap key is safe for 2^31 reuses of its slot. A handle of 2 bytes has only a few
//!   bits for the generation, so a slot that is freed also waits. Together they catch a stale handle for 4,096
//!   removals: half a minute at two removals per frame, half a second at 130. That holds if after each insertion at
//!   least [`QUARANTINE`](crate::Pool::QUARANTINE) slots are free (64 of 1,000). In a nearly full pool slots come back
//!   sooner. If it is full after each insertion, it catches a stale handle for about
//!   [`GENERATIONS`](crate::Pool::GENERATIONS) removals. `generations = 30_000, quarantine = 64` catches it for 2
//!   million, with a handle of 4 bytes: see [what that costs](crate::guard#what-more-generations-cost). `handle_bytes =
//!   4` has all generations that fit in 4 bytes: 4,194,304 at a capacity of 1,000.
//! - **A side table keeps what was written last.** `SecondaryMap::insert` ignores a key that is older than the one it
//!   has. A `HandleMap` cannot tell which handle is older: with few generations, a handle soon looks older than one
//!   that was issued before it. `insert` under a stale handle replaces the value of the newer object, and returns that
//!   value with its handle. An entry drops that value. If a handle may be stale, use
//!   [`insert_live`](crate::HandleMap::insert_live), which checks it against the pool. Before `entry`, call
//!   `ships.contains(handle)`.
//! - **A side table has its memory from the start**: a `HandleMap` for a value per slot, a `SparseHandleMap` for the
//!   values that it declares. `SecondaryMap` grows up to the last slot that has a value.
//! - **A dense pool is sorted as a pool**: `ships.sort_by_key(..)`. A sort of `as_mut_slice()` would leave the
//!   handles where they are, and does not compile.
//! - **The key type is the item type.** A `HandleMap` or a `Link` names the definition: `HandleMap<Ship, V>`, not
//!   `HandleMap<ShipHandle, V>`.
//! - **Results.** `get_disjoint_mut` returns a `Result` that says why it failed, as slices do. `HandleMap::insert`
//!   returns the old value with its handle, since that can be another handle. `HandleMap::entry` returns an entry for
//!   every handle, not an `Option`. A full `SparseHandleMap` refuses a new key, so its `insert` and the `or_insert` and
//!   `or_default` of its entries return a `Result`.
//! - **No null key.** A field that may name nothing is an `Option<ShipHandle>`, and `ships.get(ship.parent)` becomes
//!   `ship.parent.and_then(|parent| ships.get(parent))`.
//! - **`?` after `insert`** needs the value in the error type, `Full<Ship>`, or no value:
//!   `ships.insert(ship).map_err(Full::without_value)?` in a function that returns [`Full`](crate::Full).
//! - **A detached object borrows its pool.** [`detach`](crate::Pool::detach) returns the object and the rest of the
//!   pool. You can read and change both. If a `?` leaves the function before `reattach`, the object is removed. If an
//!   object is out for longer, `remove` it and put it back by [`insert_at`][at]. `insert_at` returns the object in an
//!   error if its slot was used meanwhile.
//! - **`insert_with_key` on a full slotmap grows it**; [`insert_with`](crate::Pool::insert_with) does not call its
//!   closure when the pool is full.
//! - **Freed slots.** slotmap reuses the slot that was freed last. In a pool, a freed slot waits until
//!   [`QUARANTINE`](crate::Pool::QUARANTINE) others were freed, if that many slots stay free; `quarantine = 0`
//!   does as slotmap does. `clear` and `drain` count as one removal per object, so keys from before stay stale, as in
//!   slotmap. A new pool in the place of the old one (`ships = ShipPool::new()`) gives out the same handles again: use
//!   `clear`.
//! - **Capacity on the stack.** `ShipPool::new()` is a value of [`TOTAL_BYTES`](crate::Pool::TOTAL_BYTES) bytes. Make
//!   a large pool with `on_heap()`, which costs the bookkeeping alone, or take the static one.
//! - **Clones.** `clone` of a pool on the heap, which is in a `Heap`, works in place, without the stack.
//!
//! # A loop that inserts and removes
//!
//! A [`cursor`](crate::Pool::cursor) borrows nothing, so the loop itself may insert and remove. It visits the slots in
//! order, each once:
//!
//! ```
//! # stackpool::pool! { Rocks: [u32; 64]; }
//! # let mut rocks = RocksPool::from_iter([8]);
//! let mut cursor = rocks.cursor();
//! while let Some(rock) = cursor.next(&rocks) {
//!     let size = rocks[rock];
//!     if size > 1 {
//!         rocks.remove(rock);
//!         rocks.extend([size / 2, size / 2]);
//!     }
//! }
//! # assert_eq!(rocks.values().sum::<u32>(), 8);
//! ```
//!
//! # A tree on pools
//!
//! A layout tree has a pool of nodes, and side tables for what only some nodes have:
//!
//! ```
//! use stackpool::{HandleMap, Heap, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 16_384)]
//! struct Node {
//!     size: [f32; 2],
//!     parent: Option<NodeHandle>,
//! }
//!
//! struct Tree {
//!     nodes: Heap<NodePool>,
//!     children: Heap<HandleMap<Node, Vec<NodeHandle>>>,
//! }
//!
//! impl Tree {
//!     fn new() -> Self {
//!         Tree { nodes: NodePool::on_heap(), children: HandleMap::on_heap() }
//!     }
//!
//!     fn add(&mut self, parent: Option<NodeHandle>, size: [f32; 2]) -> Result<NodeHandle, stackpool::Full<Node>> {
//!         let node = self.nodes.insert(Node { size, parent })?;
//!         if let Some(parent) = parent {
//!             self.children.entry(parent).or_default().push(node);
//!         }
//!         Ok(node)
//!     }
//! }
//!
//! let mut tree = Tree::new();
//! let root = tree.add(None, [800.0, 600.0])?;
//! let child = tree.add(Some(root), [100.0, 20.0])?;
//! assert_eq!(tree.children[root], [child]);
//! # Ok::<(), stackpool::Full<Node>>(())
//! ```
