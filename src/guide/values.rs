//! Values: pools that hand out coordinates, ports or ids, each once until it is released.
//!
//! Use one if a value is all there is to hand out. If data belongs to each value, use a pool of objects: there a handle
//! is the id.
//!
//! The ranges of the fields say which values there are. The pool numbers the values. Its table stores these numbers at
//! the smallest width, and nothing stores the values.
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool, Clone, Copy)]
//! #[pool(values)]
//! struct Tile {
//!     #[pool(range = 0..64)]
//!     x: u8,
//!     #[pool(range = 0..64)]
//!     y: u8,
//! }
//!
//! let tiles = Tile::take_pool().unwrap();                // 4,096 tiles in a table of 8 KiB, in .bss
//! assert_eq!(TilePool::TABLE_BYTES, 8192);
//! let tile = tiles.acquire().unwrap();                   // `None` when all are out
//! assert!(tiles.release(tile).is_ok());
//! assert!(tiles.release(tile).is_err());                 // it is not out any more
//! ```
//!
//! The pool hands out the value that was released last. With `quarantine = n`, a value waits until `n` others were
//! released after it, if after each `acquire` at least `n` values are free. With fewer free values it comes back
//! sooner: if no other value is left, the pool hands out the one that has waited longest. Use this for ports and
//! connection ids, where a late packet must not reach the next owner. Keep `n` values free:
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool, Clone, Copy, PartialEq)]
//! #[pool(values, quarantine = 1_000)]
//! struct Port {
//!     #[pool(range = 49_152..=65_535)]
//!     number: u16,
//! }
//!
//! let ports = Port::take_pool().unwrap();
//! let closed = ports.acquire().unwrap();
//! assert!(ports.release(closed).is_ok());
//! for _ in 0..1_000 {
//!     let port = ports.acquire().unwrap();
//!     assert!(port != closed && ports.release(port).is_ok());
//! }
//! ```
//!
//! With `strict`, a port never comes back sooner. If all values that are left have to wait, `acquire` returns `None`.
//! Then the caller can refuse a connection, or close the one that was idle longest:
//!
//! ```
//! stackpool::pool! { Ports: [u16; 100..116], quarantine = 8, strict; }
//!
//! let mut ports = PortsPool::new();
//! let open: Vec<u16> = ports.acquire_many(16).unwrap().collect();
//! for &port in &open[..8] {
//!     ports.release(port)?;
//! }
//! assert_eq!((ports.len(), ports.acquire()), (8, None)); // 8 are open, and the other 8 wait
//! ports.release(open[8])?;
//! assert_eq!(ports.acquire(), Some(open[0]));            // 8 others were closed after it
//! # Ok::<(), stackpool::ReleaseError>(())
//! ```
//!
//! The [page on guards](crate::guard#strict) has the rules.
//!
//! [`clear`](crate::ValuePool::clear) takes all values back and counts as one release per value, so a closed port waits
//! after it too. [`reset`](crate::ValuePool::reset) makes the pool as new: nothing waits.
//!
//! [`acquire_exact`](crate::ValuePool::acquire_exact) takes a value that you name. An explicit list is a
//! [`ListPool`](crate::ListPool):
//!
//! ```
//! stackpool::pool! { Channels: [&'static str = ["red", "green", "blue"]]; }
//!
//! let channels = Channels::take_pool().unwrap();
//! assert_eq!(channels.acquire(), Some("red"));
//! ```
//!
//! Value pools save to bytes and restore, as [pools of plain data](super::rollback) do.
