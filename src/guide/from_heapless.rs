//! From the pools of `heapless`: the names of the same things here, and what differs.
//!
//! | heapless | stackpool |
//! |---|---|
//! | `box_pool!(Packets: Packet)`, blocks from `manage` | `#[pool(capacity = 16, boxed)] struct Packet` |
//! | `Packets.alloc(value) -> Result<Box<Packets>, T>` | [`PacketBox::new(value)`][new], `Result<PacketBox, Full<T>>` |
//! | drop of the box gives the block back | the same |
//! | a box is a pointer (16 bytes on x86-64) | a box is 1 to 4 bytes, and so is `Option` of it |
//! | `object_pool!(Buffers: Buffer)`, blocks from `manage` | `objects = Buffer::EMPTY` in place of `boxed` |
//! | `Buffers.request() -> Option<Object<Buffers>>` | [`BufferObject::acquire()`][acquire], `Result<_, Full>` |
//! | `arc_pool!(Nodes: Node)` | `shared` in place of `boxed` |
//! | `Nodes.alloc(value) -> Result<Arc<Nodes>, T>` | [`NodeArc::new(value)`][arc], `Result<NodeArc, Full<T>>` |
//!
//! [new]: crate::PoolBox::new
//! [acquire]: crate::ObjectBox::acquire
//! [arc]: crate::SharedBox::new
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 16, boxed)]
//! struct Packet {
//!     bytes: [u8; 64],
//! }
//!
//! let packet = PacketBox::new(Packet { bytes: [0; 64] })?;
//! assert_eq!(size_of_val(&packet), 1);
//! # Ok::<(), stackpool::Full<Packet>>(())
//! ```
//!
//! # What differs
//!
//! - **No block is handed over at run time.** The memory is a static of the definition, in `.bss`.
//! - **Targets.** The default, `sync = threads`, needs compare-and-swap. Without it (Cortex-M0), use feature
//!   `portable-atomic`, `sync = critical_section`, or `local` where no interrupt handler makes or drops boxes. See
//!   [firmware](super::firmware).
//! - **Large values.** If there is no room, [`new_with`](crate::PoolBox::new_with) does not make the value.
//!   [`new_zeroed`](crate::PoolBox::new_zeroed) makes plain data in place, without a copy on the stack.
