//! Errors: what a message means, and the page that has the way out.
//!
//! # The compiler, about a pool
//!
//! [The page of `Pool`](struct@crate::Pool#common-errors) explains these:
//!
//! - **"expected `Handle`, found integer"**: pools are indexed by handles.
//! - **"cannot borrow `pool` as mutable"** in a loop over the pool: `retain` or `extract_if`.
//! - **"cannot borrow `pool` as mutable more than once"**: `get_disjoint_mut` lends several objects.
//! - **"cannot borrow `pool` as immutable"** in a loop that writes: a `cursor`.
//! - **"cannot borrow `ships` as mutable more than once"**: `detach` takes one object out.
//! - **"cannot borrow `*self` as mutable more than once"**, or "as immutable", in a loop over a field: the fields, not
//!   a method of all of them, or a `cursor`.
//! - **"`?` couldn't convert the error to `Full`"**, or **"lifetime may not live long enough"**: the error has the
//!   value in it.
//! - **"`?` couldn't convert the error to `String`"**: `map_err`.
//! - **"`&Pool` is not an iterator"** under `guard = none`: such a pool does not know which slots are live.
//! - **"`Serialize` is not implemented for `Handle`"**: feature `serde`.
//! - **"cannot find derive macro `Snapshot`"**, or `Columns`, or **"cannot find macro `pool`"**: `use
//!   stackpool::Snapshot`. rustc may advise `#[derive(snapshot)]`, which is the name of an attribute.
//! - **"the item is gated behind the `alloc` feature"**, or another one: the feature in `Cargo.toml`.
//! - **"no method named `push`"**, or `alloc`, `spawn`, `get_many_mut`, `is_alive`: search the name in the search field
//!   above. The methods are found by their names in other crates, too.
//! - **"this moves objects, but not their handles"** at `pool.as_mut_slice().sort_by_key(..)`: `pool.sort_by_key(..)`,
//!   or [a plain slice](crate::DenseSlice).
//!
//! [The page of `Of`](crate::Of#common-errors), in generic code:
//!
//! - **"cannot infer type of the type parameter `K`"**: no `.into()`.
//!
//! [The page of `Detached`](crate::Detached#common-errors), an object that is out of its pool:
//!
//! - **"cannot borrow `ships` as immutable"**: read through `others`.
//! - **"cannot borrow data in dereference of `Detached` as mutable"**: do it after `reattach`.
//!
//! # The compiler, about columns
//!
//! [The page of `ColumnPool`](crate::ColumnPool#common-errors):
//!
//! - **"the objects of this pool are not one slice"**: the key `dense`.
//! - **"the type `[f32]` cannot be indexed by `Handle`"**: `handle.index()`, or `position_of` in a dense pool.
//! - **"cannot borrow `a.ttl` as mutable, as `a` is not declared as mutable"** at a swap of two fields: without `&mut`.
//! - **"cannot use `+=` on type `&f32`"**: `get_mut`.
//! - **"cannot borrow `particles` as mutable more than once"**: `columns_mut` lends all columns.
//!
//! # The compiler, about saves and packets
//!
//! - **"items of pools and elements of lists are saved if they are plain data"**: [what an item has to
//!   be](super::rollback#what-an-item-has-to-be), [types of other crates](super::rollback#types-of-other-crates).
//! - **"this pool does not note changes"**: the key `changes`.
//! - **"a world with a `Vec` .. has no longest delta"** at `History::new`, in `cargo build` alone: `with_delta_bytes`.
//! - **"expected an array or slice, found `DenseSlice`"**, in a pattern: `&mut pool.as_mut_slice()[..]`.
//! - **"type annotations needed"** at `lost_links`: the type of the handle, `|effect: EffectHandle| ..`.
//! - **"cannot borrow `ships` as mutable"** in a loop over `ships.lost_links(..)`: `collect` them first.
//! - **"type mismatch resolving `<Ship as PoolSpec>::Layout == ..`"** at `map_into`: the two pools have other
//!   capacities or other guards. [Save games](super::save_games) has the way from one to the other.
//!
//! # The compiler, about boxes
//!
//! [The page of `PoolBox`](crate::PoolBox#common-errors):
//!
//! - **"cannot move out of dereference of `PoolBox`"**: `NodeBox::into_inner(boxed)`.
//! - **"cannot find type `NodeBox`"**: the key `boxed`.
//! - **"cannot find type `NodePool`"** of a definition with `boxed`: the boxes own the objects.
//! - **"`PoolBox: StableDeref` is not satisfied"**: feature `stable_deref_trait`. rustc advises `&node`, which is wrong
//!   for DMA.
//! - **"the boxes of `Node` are not `Clone`"**: the key `clone`, or `try_clone`.
//! - **"overflow evaluating the requirement `<Nodes as PoolSpec>::Item == _`"**: give the item a name.
//!
//! [The page of `ObjectBox`](crate::ObjectBox#common-errors), boxes of the key `objects`:
//!
//! - **"no function or associated item named `new`"**: `PacketObject::acquire()`.
//! - **"cannot find type `PacketBox`"**: the box is `PacketObject`.
//! - **"has no value of zero bytes"**: `objects = EXPRESSION` gives the first value.
//! - **"cannot be sent between threads safely"**: an item that is `Send`, or the key `boxed`.
//! - **"no method named `clear`"**: `clear = reset` calls another method.
//! - **"this one takes `self` or `&self`"**: the method of `clear` needs `&mut self`.
//!
//! # Panics and errors of a program
//!
//! - **"names no live object: its slot is free"**, a panic at `pool[handle]`: the handle is stale, or an object was not
//!   [reattached](crate::Detached#common-errors). [Handles](super::handles) says for how long a stale handle is caught.
//! - [`Full`](crate::Full): the pool or the side table has no room. The error gives the value back, and names both.
//! - [`AlreadyTaken`](crate::AlreadyTaken): `take_pool` was called before. Interrupt handlers and threads
//!   [share a pool](super::firmware_sharing) in a mutex.
//!   [Tests](crate::AlreadyTaken#in-tests) share a static: make a pool per test.
//! - [`Occupied`](crate::Occupied), from `insert_at`: the slot holds an object, because a removal was
//!   [missed](super::network#handles-from-another-machine).
//! - [`DisjointError`](crate::DisjointError): a handle is stale, or two handles name one object.
//! - [`MarkError`](crate::MarkError): the mark has ended, or is of another pool.
//! - [`AcquireError`](crate::AcquireError), [`ReleaseError`](crate::ReleaseError): the value is not of this pool, is
//!   handed out already (acquire), or is not handed out (release). [Values](super::values) has examples.
//! - [`BufferTooSmall`](crate::BufferTooSmall): a save needs a buffer of up to `SAVED_BYTES`.
//! - [`SnapshotError`](crate::SnapshotError): the bytes are of another pool or another version, or damaged. The message
//!   names the field; match on its [`error()`](crate::SnapshotError::error), a [`RestoreError`](crate::RestoreError).
//!   [Save games](super::save_games) says what to do.
//! - [`ResizeError`](crate::ResizeError): handles would mean something else at the new capacity.
//! - [`DeltaError`](crate::DeltaError): the base is another save, because a delta was lost, or the delta is damaged.
//!   See [deltas](super::network#deltas) and [`SaveNumber`](crate::SaveNumber).
//! - [`PacketError`](crate::PacketError): the packet is late, or it is not one of the sender's pool. See
//!   [datagrams](super::network#packets).
//! - [`HistoryError`](crate::HistoryError): the history does not have this frame.
