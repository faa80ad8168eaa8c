//! I know no bound: a bound that is far above what you use, what it costs, and what happens at it.
//!
//! A pool has a declared capacity, and `insert` returns an error when it is full. So a program that does not know how
//! many objects there can be declares more than it will ever have. A bound that is never reached costs little: a pool
//! on the heap writes memory as it is used.
//!
//! # What a bound costs
//!
//! | bound | handle | made, one object, dropped | written before the first object |
//! |---:|---:|---:|---:|
//! | 100 | 1 byte | 0.1 us | 140 bytes |
//! | 16,383 | 2 bytes | 0.7 us | 18 KB |
//! | 65,535 | 2 bytes | 2 us | 74 KB |
//! | 262,144 | 3 bytes | 7 us | 263 KB |
//! | 1,048,576 | 3 bytes | 20 us | a few pages |
//! | 16 million | 3 bytes | 26 us | a few pages |
//!
//! These are pools of objects of 32 bytes, made by [`on_heap()`](crate::Pool::on_heap) in memory that was used before,
//! with the allocator of Linux (glibc). A new `SlotMap` with one key takes 0.14 us, a `Slab` 0.04 us. Of a million
//! insertions, the longest takes 66 us in a pool, and 190 us in a `SlotMap` or a `Slab`, which move what they have to a
//! larger block. `BENCHMARKS.md` in the repository has more, and the longest single insertion.
//!
//! - **Up to 32 MiB**, `on_heap` writes the guard: 1 byte per slot by default, and the ring of slots that wait. The
//!   table of free slots and the slots themselves are written when they are used.
//! - **Above 32 MiB** it writes a few pages. The system maps a page when something writes to it: 1,000 objects of 64
//!   bytes in a pool for 16 million take 84 KB. This needs an allocator that takes large blocks from the system and
//!   knows that they are zero, as those of glibc, musl and macOS do. mimalloc clears the block.
//! - **A handle** is as wide as the bound needs: 2 bytes up to 65,536 slots, 3 up to 16 million, 4 beyond. Its
//!   [generations](crate::guide::handles) share these bytes. At 16 million slots, 3 bytes have room for one generation:
//!   then write `handle_bytes = 4`, which has 256, or `generations = N`.
//! - **Address space.** A pool for 16 million objects of 64 bytes is a block of 1 GB. On a system of 64 bits that costs
//!   nothing by itself. In a container with a limit on *virtual* memory (`ulimit -v`), and where the system does not
//!   overcommit, it counts. On 32 bits, and without a heap, declare what you have.
//! - **A clone** copies what is in use. A save has the slots that were ever used, and a loop ends at the last of them.
//! - **After a peak** the memory stays with the pool, and so it does in a `SlotMap`. `shrink_to_fit()` of a
//!   `Heap` moves what is live to new memory; all handles stay.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 16_000_000, handle_bytes = 4)]
//! struct Order {
//!     price: u64,
//!     amount: u64,
//! }
//!
//! let mut orders = OrderPool::on_heap(); // 0.5 GB of addresses, a few pages of memory
//! let order = orders.insert(Order { price: 1_000, amount: 3 }).map_err(|_| "16 million orders")?;
//! assert_eq!(orders[order].amount, 3);
//! # Ok::<(), &str>(())
//! ```
//!
//! # At the bound
//!
//! [`insert`](crate::Pool::insert) returns [`Full`](crate::Full), and the object is in it: refuse the request, drop the
//! oldest object, as a [cache](crate::guide::servers#caches) does, or end with a message. That is the point where a
//! container that grows takes the memory of everybody else. [`Stats`](crate::Stats) says how near it was:
//! `high_water_mark`, and `full_count` for refused insertions. With feature `report`, `report()` lists all static pools
//! and suggests capacities.
//!
//! # When a container that grows is better
//!
//! - There are many instances of one type, most of them tiny, and each could become large: a `Vec` or a `SlotMap` in
//!   each takes what it needs. A bound of 16,383 costs 0.7 us and 18 KB per instance. If all instances together have a
//!   bound, use one pool for all of them.
//! - The memory of the program must follow its load down again, by itself.
//! - You look up more than 250,000 objects in random order and do little with each: a pool takes up to twice as long.
