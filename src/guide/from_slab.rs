//! From `slab`: the same methods by their names here, and the differences that bite.
//!
//! | slab | stackpool |
//! |---|---|
//! | `Slab<Connection>`, keys are `usize` | `#[pool(capacity = 1_024)] struct Connection`, `ConnectionHandle` |
//! | `insert(value) -> usize` | [`insert(value) -> Result<Handle, Full<T>>`](crate::Pool::insert) |
//! | `try_remove(key)` | [`remove(handle) -> Option<T>`](crate::Pool::remove) |
//! | `remove(key)`, which panics | `remove(handle).unwrap()` |
//! | `get`, `get_mut`, `contains`, `slab[key]`, `get_disjoint_mut` | the same names |
//! | `get2_mut(a, b)` | [`get_disjoint_mut([a, b])`](crate::Pool::get_disjoint_mut) |
//! | `vacant_entry()`, `vacant_key()` | [`vacant_entry()`][entry], [`next_handle()`][next] |
//! | `key_of(&value)` | [`handle_of(&value)`](crate::Pool::handle_of) |
//! | `iter()` of `(usize, &T)` | [`iter()`](crate::Pool::iter) of `(Handle, &T)` |
//! | `drain`, `retain`, `clear`, `len`, `is_empty`, `capacity` | the same names |
//! | `compact`, `reserve`, `shrink_to_fit` | nothing: slots never move, and the capacity is declared |
//!
//! [entry]: crate::Pool::vacant_entry
//! [next]: crate::Pool::next_handle
//!
//! # Differences that bite
//!
//! - **Stale keys are caught.** A slab removes the wrong item under a key that was reused; a pool gives `None`,
//!   within the limits of its [generations](crate#handles-and-generations).
//! - **A handle is not a number.** To index other arrays, use [`index()`](crate::Handle::index), which is below the
//!   capacity; to pass a handle through `epoll` or C, use [`to_bits`](crate::Handle::to_bits) and
//!   [`from_bits`](crate::Handle::from_bits).
//! - **A pool has a capacity.** `insert` returns the value in an error when the pool is full.
//! - **Handles of different pools do not mix**: that does not compile. Handles of two instances of one definition do.
