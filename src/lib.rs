//! Fixed-capacity object pools for games and embedded programs, whose handles and bookkeeping are as small as the
//! declared capacity allows.
//!
//! You declare how many objects there are at most; the compiler derives everything that follows from it: the smallest
//! handle (1 to 4 bytes, `Option` included), the smallest table of free indices, a static pool that is pure `.bss`.
//! No heap, `no_std`, deterministic, no `unsafe` in your code. What can go wrong does not compile or is an error value,
//! within [limits](#limits).
//!
//! `use stackpool::Pool` imports two things of that name, the derive macro and the type [`Pool`](struct@Pool). There is no
//! trait to import.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 10_000)]
//! pub struct Particle {
//!     pos: [f32; 2],
//!     vel: [f32; 2],
//!     ttl: f32,
//! }
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let particles = Particle::take_pool().expect("taken once");
//!     let handle = particles.insert(Particle { pos: [0.0; 2], vel: [1.0, 0.5], ttl: 2.0 })?;
//!     assert_eq!(size_of::<Option<ParticleHandle>>(), 2);
//!
//!     let dt = 1.0 / 60.0;
//!     particles.retain(|_handle, particle| {
//!         particle.pos[0] += particle.vel[0] * dt;
//!         particle.pos[1] += particle.vel[1] * dt;
//!         particle.ttl -= dt;
//!         particle.ttl > 0.0
//!     });
//!
//!     particles[handle].ttl = 0.0;
//!     particles.remove(handle);
//!     assert!(particles.get(handle).is_none());
//!     Ok(())
//! }
//! ```
//!
//! # Defining pools
//!
//! [`#[derive(Pool)]`](derive@Pool) makes the type itself the definition of a pool: `Particle` gets `ParticlePool`,
//! `ParticleHandle` and `Particle::take_pool()`. [`pool!`] defines any number of pools of any concrete type, each under a
//! name of its own. Handles of different definitions are different types:
//!
//! ```compile_fail,E0308
//! use stackpool::pool;
//!
//! pool! {
//!     Bullets: [u32; 4096];
//!     EnemyBullets: [u32; 4096];
//! }
//!
//! let mut bullets = BulletsPool::new();
//! let mut enemy_bullets = EnemyBulletsPool::new();
//! let handle = bullets.insert(7).unwrap();
//! enemy_bullets.remove(handle); // expected `Handle<EnemyBullets>`, found `Handle<Bullets>`
//! ```
//!
//! # Widths
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
//! All of it is in constants of the pool: [`HANDLE_BYTES`](Pool::HANDLE_BYTES), [`TABLE_BYTES`](Pool::TABLE_BYTES),
//! [`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES), [`TOTAL_BYTES`](Pool::TOTAL_BYTES). `layout = ..` chooses another table.
//!
//! # Guards
//!
//! A handle is `Copy`: it can outlive its object. What it is then checked against is the pool's [`guard`]: a live flag and
//! a generation in one byte a slot (the default), a live bit, or nothing at all for plain data.
//!
//! The generation goes into the bits of the handle that the index leaves over, so the capacity decides how long a stale
//! handle is caught: until its slot was given back 64 times at a capacity of 1,000, 4 times at 10,000, 63 times at 200,000.
//! At the upper end of a width (128 to 256, 32,768 to 65,536, 8,323,073 to 16,777,216, from 2,147,483,648 on) no bit is
//! left: then a handle whose slot is free is caught, and one whose slot holds a newer object names that.
//! [`GENERATIONS`](Pool::GENERATIONS) is how often a slot is given back until then. `generation_bits = 8` asks for more, in a
//! wider handle. With `on_wrap = retire` (from 14 bits) a slot whose generations are used up is never used again: the pool
//! gets smaller, and no stale handle is accepted, but one of a future that the pool went back from ([Limits](#limits)).
//!
//! # Where a pool lives
//!
//! All zero bytes are the empty pool, so there is next to nothing to initialise:
//!
//! - `Particle::take_pool()` takes the one static pool of the definition, which is `.bss`: once, as `&'static mut`. One of
//!   more than 256 KiB zeroes its bookkeeping then, which spares the compiler that. (On
//!   targets without compare-and-swap, such as Cortex-M0, the program has to provide an implementation of the crate
//!   `critical-section`: `cortex-m` has one behind its feature `critical-section-single-core`.)
//! - [`Pool::new`] makes one as a value, to put in a struct or in a static of your own: it is `const`. Such a static is
//!   `.bss`, too, where all beside the pool is zero. With a field that is not, or in `Some(..)`, it is `.data`, pool and all.
#![cfg_attr(
    feature = "alloc",
    doc = "- [`Pool::boxed`] makes one on the heap, in one allocation that never crosses the call stack, and whose slots nothing touches."
)]
#![cfg_attr(
    not(feature = "alloc"),
    doc = "- `Pool::boxed` (feature `alloc`) makes one on the heap, in one allocation that never crosses the call stack, and whose slots nothing touches."
)]
//!
//! Threads and interrupt handlers share a pool as they share anything, behind a lock. With that of the crate
//! `critical-section`:
//!
//! ```
//! use core::cell::RefCell;
//! use critical_section::Mutex;
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 32)]
//! struct Message([u8; 8]);
//!
//! static POOL: Mutex<RefCell<MessagePool>> = Mutex::new(RefCell::new(MessagePool::new()));
//!
//! fn on_receive(message: Message) -> Option<MessageHandle> {
//!     critical_section::with(|section| POOL.borrow_ref_mut(section).insert(message)).ok()
//! }
//!
//! let handle = on_receive(Message([7; 8])).unwrap();
//! let message = critical_section::with(|section| POOL.borrow_ref_mut(section).remove(handle));
//! assert_eq!(message.map(|message| message.0), Some([7; 8]));
//! ```
//!
//! # Boxes
//!
//! `#[pool(capacity = 65_535, boxed)]` makes values live in a static and be owned by [`PoolBox`]es of 1 to 4 bytes, for
//! lists and trees: `Node` gets `NodeBox`, which derefs to its value and gives the slot back when it is dropped.
//! [`NodeBox::into_inner(node)`](PoolBox::into_inner) moves the value out, which `*node` does of a `Box` only. `.clone()` of a
//! box clones the value out; [`try_clone`](PoolBox::try_clone) makes a box of the clone. With feature `std` each thread keeps
//! up to 32 free slots to itself (a 64th of the capacity, none below 256): see [Threads](PoolBox#threads).
//!
//! # Values
//!
//! `#[pool(values)]` makes a [`ValuePool`]: coordinates, ports, colours, handed out themselves, each once until it is given
//! back. The ranges of the fields decide how many there are; the table holds the number of a value, not the value.
//! [`ListPool`] hands out those of an explicit list.
//!
//! # Bytes
//!
//! A pool of [plain data](PlainData) is saved to bytes by [`save_into`](Pool::save_into), and made what it was by
//! [`restore`](Pool::restore), which checks them. Both work without the heap; `save` and `delta` need feature `alloc`. Items
//! hold handles as `Link<P>`: a handle or none, as plain bytes; a `bool` or an enum is kept as an integer. A world of
//! several pools is [checked](Pool::check_saved) before the first is restored.
//!
//! # Marks
//!
//! `#[pool(capacity = 64, marks)]` remembers the order of insertion: [`mark`](Pool::mark) when a level begins, and
//! [`release_since`](Pool::release_since) drops what is left of it when it ends.
//!
//! # Side tables
//!
//! A [`HandleMap`] has a value for any of a pool's handles: by index, with no hashing, and joined with the pool or with
//! another map slot by slot. A [`HandleArray`] packs handles to the bits that they need.
//!
//! # Free lists
//!
//! `bookkeeping = free_list` threads the free slots through themselves: no table at all, and the same handles.
//!
//! # Regions
//!
//! What comes together and goes together, of any type and size, is memory of a [`region`]: linear, frame and stack allocators
//! with the same promises.
//!
//! # Observation
//!
//! Every pool knows how full it was at most, and how often it had no room: [`stats`](Pool::stats) shows it as a line, to
//! choose a capacity by. That costs 8 bytes, and two instructions where an object is removed. With feature `track`, in
//! builds with debug assertions, [`leaks`](Pool::leaks) is a table of the lines that inserted what is live.
//!
//! # Promises
//!
//! 1. **Capacity decides.** The widths above follow from the capacity, and are public constants.
//! 2. **All zero bytes are the empty pool.** A static pool in `.bss` adds nothing to the program file. Up to 256 KiB nothing
//!    initialises it; of a larger one the bookkeeping is zeroed when it is taken.
//! 3. **Misuse does not compile, or is an error value**, within the limits below. A full pool gives the value back in
//!    [`Full`]. A handle whose slot is free is `None`. A handle whose slot was reused is `None` under guard `generation`,
//!    until the generations wrap.
//! 4. **Same operations, same handles**, on every machine: the handles are a function of the operations alone. (So are
//!    boxes, but for those that threads share and keep slots of: [Threads](PoolBox#threads).)
//!
//! # Limits
//!
//! - Generations wrap, and some capacities leave room for one only: see [Guards](#guards).
//! - A pool that goes back, by [`restore`](Pool::restore), `clone_from` or deserialization, may give out handles again that
//!   were given out since. Who kept one of those has to go back, too: links in saved items do, a [`HandleMap`] by `clone_from`.
//! - Handles of two pools of one definition are of the same type, and nothing tells them apart.
//! - `pool[handle]`, [`extend`](Extend::extend) and [`collect`](Iterator::collect) panic, as those of std do:
//!   [`get`](Pool::get) and [`try_extend`](Pool::try_extend) do not.
//! - A saved pool says its shape: capacity, guard, the types of the item's fields in their order. Not names, nor what those
//!   types are made of.
//! - A pool does not grow, what it holds is `'static`, and a definition has one static.
//!
//! # Implementation
//!
//! The index-stack allocator of *Game Programming Gems 8*: a table of slot indices and a counter. The entries from the
//! counter on are the free slots, and insertion and removal move the counter by one. The entry at position `i` stores
//! `index ^ i`, so that zero bytes read as 0, 1, 2, ...: no loop fills the table, and none has to be in the program file.
//! Every operation on one object is O(1); nothing grows with the capacity but the memory.
//!
//! # Features
//!
//! - `derive` (default): `#[derive(Pool)]` and `pool!`.
//! - `alloc`: `Pool::boxed` and `Pool::clone_boxed`, `Pool::save` and `Pool::delta`, and regions on the heap.
//! - `std`: `alloc`, and [boxes](PoolBox#threads) whose threads keep a few free slots to themselves, or that know their
//!   thread under `sync = local`.
//! - `critical-section`: boxes that interrupt handlers make and drop too.
//! - `serde`: handles, pools of objects and of values, and side tables through `serde`, checked when they come back. A pool
//!   keeps its handles, its generations and the order of its free slots.
//! - `track`: in builds with debug assertions a pool knows the line that inserted each of its objects, by a pointer a slot,
//!   which no size that it says it has counts. Other builds are as without it.
//! - `allocator-api2`: [regions](region) as allocators of `Vec`, `hashbrown` and other collections.
//! - `stable_deref_trait`: `StableDeref` for [boxes](PoolBox), which drivers of DMA ask of a buffer.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub use stackpool_runtime::{
    AcquireError, BoxSpec, BufferTooSmall, DeltaError, DisjointError, Drain, ExtractIf, Full, Handle,
    HandleArray, HandleMap, Handles, Holds, Inserted, IntoIter, Iter, IterMut, Layout, Leak, Leaks,
    LeaksIter, Link, ListPool, Mark, MarkError, Marked, Occupied, PlainData, Pool, PoolBox, PoolSpec,
    ReleaseError, ReleaseManyError, Removed, RestoreError, Stale, Stats, Tabled, TooManyMarks, Tracked,
    VacantEntry, ValuePool, ValueSpec, Values, ValuesMut, guard, handle_array, handle_map, region,
    value_pool,
};

#[cfg(feature = "derive")]
pub use stackpool_derive::{Pool, pool};

/// What the macros print. Not part of the public interface.
#[doc(hidden)]
pub use stackpool_runtime::__private;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
