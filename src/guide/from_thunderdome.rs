//! From `thunderdome`: the same methods by their names here, and what differs.
//!
//! **Begin with `handle_bytes = 4`** if your program keeps indices as long as it likes: `#[pool(capacity = 1_000,
//! handle_bytes = 4)]` gives 4,194,304 generations, thunderdome has 2^32. Without it, a handle has 2 bytes and 64
//! generations: enough for handles that are kept for a few frames in a pool with free slots.
//!
//! | thunderdome | stackpool |
//! |---|---|
//! | `Arena<Actor>`, `Index` (8 bytes) | `#[pool(capacity = 1_000)] struct Actor`, `ActorHandle` (1 to 4 bytes) |
//! | `insert(value) -> Index` | [`insert(value) -> Result<Handle, Full<T>>`](crate::Pool::insert) |
//! | `insert_at(index, value) -> Option<T>` | [`insert_at(handle, value) -> Result<(), Occupied<T>>`][at] |
//! | `remove`, `get`, `get_mut`, `contains`, `iter`, `drain`, `retain`, `clear` | the same names |
//! | `get2_mut(a, b) -> (Option<&mut T>, Option<&mut T>)` | [`get_disjoint_mut([a, b])`][disjoint]: both or an error |
//! | `contains_slot(slot) -> Option<Index>` | [`handle_at(index) -> Option<Handle>`](crate::Pool::handle_at) |
//! | `get_by_slot(slot) -> Option<(Index, &T)>` | `handle_at(index)`, then `get` |
//! | `remove_by_slot(slot) -> Option<(Index, T)>` | `handle_at(index)`, then `remove` |
//! | `Index::to_bits() -> u64`, `from_bits(u64)` | [`to_bits() -> u32`][to], [`from_bits(u32)`][from] |
//! | `Index::DANGLING` | `None`: `Option<ActorHandle>` is as small as the handle |
//! | `invalidate(index)` | nothing |
//! | an array or a map by `Index::slot()` beside the arena | [`HandleMap`, `SparseHandleMap`](super::side_tables) |
//!
//! [at]: crate::Pool::insert_at
//! [disjoint]: crate::Pool::get_disjoint_mut
//! [to]: crate::Handle::to_bits
//! [from]: crate::Handle::from_bits
//!
//! # What differs
//!
//! - **A pool has a capacity.** `insert` returns the value in an error when the pool is full.
//! - **Generations are short.** An `Index` has 32 bits for them. A handle has the bits that its index does not use: see
//!   [handles and generations](crate::guide::handles).
//! - **A freed slot waits.** An arena uses the slot that was freed last. In a pool it waits until
//!   [`QUARANTINE`](crate::Pool::QUARANTINE) others were freed, if that many slots stay free; `quarantine = 0`
//!   does as thunderdome does.
//! - **`insert_at` does not replace.** If the slot holds an object, of any generation, the error gives the new one
//!   back. To take an object out for a while and put it back under its handle, call `remove` and then `insert_at`.
//! - **Memory.** An arena spends 4 bytes or more per slot beside the value (8 if it is aligned to 8), a pool 2 to 5.
