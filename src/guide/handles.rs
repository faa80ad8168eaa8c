//! Handles: their widths, and for how long a stale handle is caught.
//!
//! The declared capacity decides how many bytes a handle has, how many generations a slot has, and how long a freed
//! slot waits until it is used again. All three are public constants:
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 20_000)]
//! struct Enemy {
//!     health: u32,
//! }
//!
//! #[derive(Pool)]
//! #[pool(capacity = 20_000, generations = 30_000, quarantine = 64)]
//! struct Unit {
//!     health: u32,
//! }
//!
//! assert_eq!((EnemyPool::HANDLE_BYTES, EnemyPool::GENERATIONS, EnemyPool::QUARANTINE), (2, 2, 2_048));
//! assert_eq!((UnitPool::HANDLE_BYTES, UnitPool::GENERATIONS, UnitPool::QUARANTINE), (4, 32_768, 64));
//!
//! let mut enemies = EnemyPool::new();
//! let first = enemies.insert(Enemy { health: 3 })?;
//! enemies.remove(first);
//! // 2 generations times 2,048 removals: a stale handle is caught for at least 4,096 removals.
//! for _ in 0..4_096 {
//!     assert!(enemies.get(first).is_none());
//!     let other = enemies.insert(Enemy { health: 5 })?;
//!     enemies.remove(other);
//! }
//! # Ok::<(), stackpool::Full<Enemy>>(())
//! ```
//!
//! # What a capacity gives
//!
//! | capacity | handle | `Option<Handle>` | generations | quarantine | bookkeeping per slot |
//! |---|---|---|---|---|---|
//! | 100 | 1 byte | 1 byte | 2 | 8 | 2.4 bytes |
//! | 1,000 | 2 bytes | 2 bytes | 64 | 64 | 3.16 bytes |
//! | 5,000 | 2 bytes | 2 bytes | 8 | 512 | 3.21 bytes |
//! | 20,000 | 2 bytes | 2 bytes | 2 | 2,048 | 3.21 bytes |
//! | 65,535 | 2 bytes | 2 bytes | 1 | 4,096 | 3.13 bytes |
//! | 200,000 | 3 bytes | 3 bytes | 63 | 128 | 3.25 bytes |
//! | 1,000,000 | 3 bytes | 3 bytes | 15 | 512 | 4 bytes |
//!
//! A dense pool adds one index per slot: 1 byte up to a capacity of 256, 2 bytes up to 65,536. Above that, its
//! bookkeeping takes 9 bytes per slot.
//!
//! Bookkeeping is the table of free slots, one byte per slot for the generation, and the ring of slots that wait. The
//! table stores slot indices in as few bits as the capacity needs:
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
//! **Choose 32,767, not 32,768**: the last slot costs half the generations (2 and 1). That holds for every power of two
//! up to 65,536.
//!
//! # How a stale handle is caught
//!
//! A handle is `Copy`, so it can outlive its object. Then it is *stale*. Two mechanisms catch it:
//!
//! - **Generations.** A slot has a number that changes each time the slot is freed. A handle stores that number in
//!   the bits that its index does not use. So the number of generations halves when the capacity doubles: 64 at 1,000,
//!   8 at 5,000, 2 at 20,000, 1 at 40,000.
//! - **Quarantine.** A slot that is freed waits until [`QUARANTINE`](crate::Pool::QUARANTINE) others were given
//!   back after it.
//!
//! While its slot is free, the pool always catches a stale handle (under `guard = none` never). When the slot holds a
//! newer object, the pool catches it until the slot was freed [`GENERATIONS`](crate::Pool::GENERATIONS) times.
//! Together, the pool catches a stale handle for at least `GENERATIONS * QUARANTINE` removals, if after each insertion
//! at least `QUARANTINE` slots are free. By default, the product is at least 4,096 from a capacity of 257 on. In a
//! nearly full pool, slots come back sooner. If the pool is full after each insertion, it catches a stale handle for
//! about `GENERATIONS` removals. `clear`, `drain` and the like count as one removal per object.
//!
//! The quarantine matters more, because programs remove and insert in bursts. This table shows the share of stale
//! handles that name another object, after 16 to 65,536 events since the removal (`cargo run --release -p replay --
//! --stale`):
//!
//! | trace of a game | pool | handle | generations | quarantine | 16 | 256 | 4,096 | 65,536 |
//! |---|---|---|---|---|---|---|---|---|
//! | Freeciv, 8,603 live | 10,323 | 2 bytes | 4 | 1,024 | 0 % | 0 % | 0 % | 0.4 % |
//! | | 60,000 | 2 bytes | 1 | 4,096 | 0 % | 0 % | 0 % | 0.4 % |
//! | OpenTTD, 17,102 live | 20,522 | 2 bytes | 2 | 2,048 | 0 % | 0 % | 0 % | 25 % |
//! | | 20,522, `quarantine = 0` | 2 bytes | 2 | 0 | 10 % | 18 % | 24 % | 33 % |
//! | | 20,522, `generation_bits = 9` | 3 bytes | 510 | 16 | 0 % | 0 % | 0 % | 0 % |
//! | | 60,000 | 2 bytes | 1 | 4,096 | 0 % | 0 % | 0 % | 41 % |
//! | | 60,000, `quarantine = 40_000` | 2 bytes | 1 | 40,000 | 0 % | 0 % | 0 % | 0.1 % |
//!
//! **In a nearly full pool the defaults are for handles that are kept for a few frames.** In a pool of 20,000 bullets,
//! 19,800 of which live and 130 of which are replaced in each frame, 1.5 % of the handles of dead bullets name another
//! one after 10 frames, 17 % after 60, and 27 % after 120. With `generations = 30_000` none does. A table of 40 entries
//! that is always full gives a kept handle to another entry after 96 replacements; with `generations = 5_000` (3
//! bytes), after 5,000 replacements of this one slot. [`Stats`](crate::Stats) shows how many generations a slot has
//! and, in builds with feature `track`, how often slots [began them anew](crate::Stats::wraps).
//!
//! # Which setting
//!
//! | the program | write |
//! |---|---|
//! | keeps handles for a few frames, and has free slots | the defaults |
//! | knows how often a slot is reused while a handle is kept | `generations = N`: the smallest handle that keeps them |
//! | is full, and replaces an object by another | `generations = N`: the quarantine needs free slots, this does not |
//! | keeps handles for minutes | `generations = 30_000, quarantine = 64`: 4 bytes, caught for 2,097,152 removals |
//! | may spend 4 bytes on a handle | `handle_bytes = 4`: all bits beside the index are generations |
//! | keeps handles for minutes, in 2 bytes | more capacity, with `quarantine` as large as the number of spare slots |
//! | must never accept a stale handle | `on_wrap = retire, generation_bits = 14` or more: slots are used up |
//! | keeps no handle after its object | `guard = live`: one bit per slot, catches handles of freed slots |
//! | lets a graphics card read a slot after its object | `quarantine = N, strict`: full if all free slots wait |
//! | has plain data and checks for itself | `guard = none`: nothing per slot, catches nothing |
//!
//! [What more generations cost](crate::guard#what-more-generations-cost) has times. [`guard`](crate::guard) has the
//! details of each guard and of the quarantine.
//!
//! # Limits
//!
//! - **Generations run out.** If a slot was freed as often as there are generations, an old handle names the newer
//!   object. With `on_wrap = retire`, the pool never again uses a slot whose generations have run out. So the pool gets
//!   smaller, and accepts no stale handle, unless it was restored to an earlier state.
//! - **After `restore`, `clone_from` or deserialization** a pool may reissue handles that it issued after the save.
//!   Restore everything that stores handles together with the pool.
//! - **Pools of one definition share one handle type.** The compiler cannot tell a handle of one from a handle of
//!   another.
//! - **A new pool in the place of an old one gives out the same handles again.** Use [`clear`](crate::Pool::clear)
//!   instead: old handles stay stale.
