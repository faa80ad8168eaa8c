//! From `slab`: the same methods by their names here, and what differs.
//!
//! A slab catches no stale key. A pool catches a stale handle until its slot was freed
//! [`GENERATIONS`](crate::Pool::GENERATIONS) times: 32 at a capacity of 1,024 with 2 bytes. For ids that are kept
//! longer, such as those of connections in `epoll`, add `handle_bytes = 4`, or `generations = N` with a number of your
//! own.
//!
//! | slab | stackpool |
//! |---|---|
//! | `Slab<Connection>`, keys are `usize` | `#[pool(capacity = 1_024)] struct Connection`, `ConnectionHandle` |
//! | `insert(value) -> usize` | [`insert(value) -> Result<Handle, Full<T>>`](crate::Pool::insert) |
//! | `insert` into a full slab grows it | an error; [`Full::into_inner()`][inner] gives the value back |
//! | `try_remove(key) -> Option<T>` | [`remove(handle) -> Option<T>`](crate::Pool::remove) |
//! | `remove(key) -> T`, which panics | `remove(handle).unwrap()` |
//! | `get`, `get_mut`, `contains`, `slab[key]` | the same names |
//! | `get2_mut(a, b) -> Option<(&mut T, &mut T)>` | [`get_disjoint_mut([a, b]) -> Result<[&mut T; 2], _>`][disjoint] |
//! | `get_disjoint_mut([a, b])` | the same name; the error is a [`DisjointError`](crate::DisjointError) |
//! | `vacant_entry() -> VacantEntry`: there is always one | [`vacant_entry() -> Result<VacantEntry, Full>`][entry] |
//! | `key()` of the entry | [`handle()`](crate::VacantEntry::handle) of the entry |
//! | `vacant_key() -> usize` | [`next_handle() -> Option<Handle>`][next], `None` if the pool is full |
//! | `key_of(&value) -> usize`, which panics | [`handle_of(&value) -> Option<Handle>`](crate::Pool::handle_of) |
//! | `iter()` of `(usize, &T)` | [`iter()`](crate::Pool::iter) of `(Handle, &T)` |
//! | `drain()` of `T` | [`drain()`](crate::Pool::drain) of `(Handle, T)` |
//! | `retain(\|key, value\| ..)` | [`retain(\|handle, value\| ..)`](crate::Pool::retain) |
//! | `clear`, `len`, `is_empty`, `capacity` | the same names |
//! | a loop that visits linked items, and writes to each | [`HandleMap::visit`](crate::HandleMap::visit) |
//! | `compact`, `reserve` | nothing: slots never move, and the capacity is declared |
//! | `shrink_to_fit` | the same name, of a pool in a `Heap`: it frees memory, and keeps the capacity |
//!
//! [inner]: crate::Full::into_inner
//! [disjoint]: crate::Pool::get_disjoint_mut
//! [entry]: crate::Pool::vacant_entry
//! [next]: crate::Pool::next_handle
//!
//! # What differs
//!
//! - **Stale keys are caught.** With a stale key, a slab removes the item that has the place now. A pool returns
//!   `None`, within the limits of its [generations](crate::guide::handles).
//! - **A handle is not a number.** To index other arrays, use [`index()`](crate::Handle::index), which is below the
//!   capacity; to pass a handle through `epoll` or C, use [`to_bits`](crate::Handle::to_bits) and
//!   [`from_bits`](crate::Handle::from_bits).
//! - **A freed slot waits.** A slab uses the slot that was freed last for the next item. In a pool it waits until
//!   [`QUARANTINE`](crate::Pool::QUARANTINE) others were freed, if that many slots stay free. So tests that
//!   expect a certain key after a removal fail; `quarantine = 0` does as slab does.
//! - **A pool has a capacity.** `insert` returns the value in an error when the pool is full.
//! - **Handles of different pools do not mix**: that does not compile. Handles of two pools of one definition have the
//!   same type, so they can be confused.
