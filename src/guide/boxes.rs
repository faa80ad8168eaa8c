//! Boxes: owning pointers of 1 to 4 bytes, for lists, trees and buffers.
//!
//! With `boxed` a definition has boxes instead of a pool. The objects live in a static. A box dereferences without a
//! check, and its drop frees the slot. Use after free and double free do not compile.
//!
//! Use boxes if each object has one owner: nodes of a tree or a list, buffers, messages. Otherwise use handles: the
//! two are [compared below](#when-to-use-boxes-and-when-handles).
//!
//! ```
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 4_000, boxed)]
//! struct Node {
//!     key: u32,
//!     left: Option<NodeBox>,
//!     right: Option<NodeBox>,
//! }
//!
//! assert_eq!(size_of::<Node>(), 8);                      // with `Box` it is 24
//!
//! let leaf = NodeBox::new(Node { key: 3, left: None, right: None })?;
//! let root = NodeBox::new(Node { key: 7, left: Some(leaf), right: None })?;
//! let node = NodeBox::into_inner(root);                  // moves the value out, as `*root` does for a `Box`
//! assert!(node.key == 7 && node.left.is_some());
//! # Ok::<(), stackpool::Full<Node>>(())
//! ```
//!
//! A full pool gives the value back in [`Full`](crate::Full).
//!
//! # When to use boxes, and when handles
//!
//! | | boxes | handles |
//! |---|---|---|
//! | who owns an object | one owner, who drops it | the pool |
//! | access | `*node`, no check, no pool at hand | `pool[handle]`, checked |
//! | many references to an object | no | yes, copies of the handle |
//! | iterate over all objects | no | yes |
//! | save and restore | no | yes |
//!
//! # Several owners
//!
//! With `shared` instead of `boxed`, several pointers own one object, and the last one drops it. A pointer has 1 to 4
//! bytes, and its count takes 4 bytes per slot. Under `sync = local` it is an `Rc`, otherwise an `Arc`.
//!
//! ```
//! use stackpool::{Full, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 64, shared)]
//! struct Packet {
//!     bytes: [u8; 256],
//! }
//!
//! let packet = PacketArc::new(Packet { bytes: [0; 256] })?;
//! let logged = packet.clone();                           // 1 byte, the same packet
//! let seen: PacketWeak = PacketArc::downgrade(&packet);  // 3 bytes, keeps nothing
//! drop(packet);
//! assert!(seen.upgrade().is_some());
//! drop(logged);                                          // frees the slot
//! assert!(seen.upgrade().is_none());
//! # assert_eq!(PacketArc::CAPACITY, 64);
//! # let _ = |packet: PacketArc| packet.bytes[0];
//! # Ok::<(), Full<Packet>>(())
//! ```
//!
//! A weak pointer is `Copy`, and nothing counts it. It is stale when its object was dropped. `upgrade` catches a stale
//! one until its slot held [2,048 more objects](crate::WeakBox#stale-pointers) with weak pointers.
//! [`SharedBox`](crate::SharedBox) lists the differences from `Rc` and `Arc`.
//!
//! # Objects that stay initialised
//!
//! With `objects`, every slot holds an object from the start of the program, and a box lends it. Nothing is constructed
//! or dropped. Use this for packet buffers, or for vectors that keep their memory.
//!
//! ```
//! use stackpool::{Full, Pool};
//!
//! #[derive(Pool)]
//! #[pool(capacity = 16, objects = Packet { length: 0, bytes: [0; 1514] }, clear = reset)]
//! struct Packet {
//!     length: usize,
//!     bytes: [u8; 1514],
//! }
//!
//! impl Packet {
//!     fn reset(&mut self) {
//!         self.length = 0;
//!     }
//! }
//!
//! let mut packet = PacketObject::acquire()?;             // writes none of the 1,514 bytes
//! packet.bytes[0] = 0xC0;
//! packet.length = 1;
//! drop(packet);                                          // calls `reset`, and frees the slot
//! assert_eq!(PacketObject::acquire()?.length, 0);
//! # Ok::<(), Full>(())
//! ```
//!
//! Without `clear`, the next box finds the object as the last one left it. The static adds nothing to the program file
//! if the first value is zero bytes: see [`ObjectBox`](crate::ObjectBox).
//!
//! # A share for urgent users
//!
//! A burst of one kind of packet can take every box. Then no box is left for an acknowledgement. Reserve a share with a
//! second definition of the same object. Urgent users try the common boxes first, and then their own:
//!
//! ```
//! use stackpool::{Full, pool};
//! use std::ops::{Deref, DerefMut};
//!
//! pub struct Packet {
//!     bytes: [u8; 64],
//! }
//!
//! pool! {
//!     Common: [Packet; 28], boxed;
//!     Reserve: [Packet; 4], boxed;
//! }
//!
//! enum UrgentBox {
//!     Common(CommonBox),
//!     Reserve(ReserveBox),
//! }
//!
//! impl UrgentBox {
//!     fn new(packet: Packet) -> Result<Self, Full<Packet>> {
//!         match CommonBox::new(packet) {
//!             Ok(packet) => Ok(UrgentBox::Common(packet)),
//!             Err(full) => ReserveBox::new(full.into_inner()).map(UrgentBox::Reserve),
//!         }
//!     }
//! }
//!
//! impl Deref for UrgentBox {
//!     type Target = Packet;
//!
//!     fn deref(&self) -> &Packet {
//!         match self {
//!             UrgentBox::Common(packet) => packet,
//!             UrgentBox::Reserve(packet) => packet,
//!         }
//!     }
//! }
//!
//! impl DerefMut for UrgentBox {
//!     fn deref_mut(&mut self) -> &mut Packet {
//!         match self {
//!             UrgentBox::Common(packet) => packet,
//!             UrgentBox::Reserve(packet) => packet,
//!         }
//!     }
//! }
//!
//! fn send(packet: &mut Packet) {                         // takes both kinds
//!     packet.bytes[0] = 0x45;
//! }
//!
//! let empty = || Packet { bytes: [0; 64] };
//! let mut burst: Vec<_> = (0..28).map_while(|_| CommonBox::new(empty()).ok()).collect();
//! send(&mut burst[0]);
//! assert!(CommonBox::new(empty()).is_err());             // the burst took all common boxes
//!
//! let mut acknowledgement = UrgentBox::new(empty())?;
//! send(&mut acknowledgement);
//! assert_eq!((CommonBox::len(), ReserveBox::len()), (28, 1));
//! assert_eq!((acknowledgement.bytes[0], size_of::<UrgentBox>()), (0x45, 2));
//! drop(acknowledgement);                                 // goes back to where it came from
//! assert_eq!(ReserveBox::len(), 0);
//! # Ok::<(), Full<Packet>>(())
//! ```
//!
//! Only urgent users name the reserve, so no other user can take its 4 boxes. Each definition has its own
//! [`stats`](crate::PoolBox::stats). The `stats` of the reserve show whether the share is large enough.
//!
//! # Waiting for a free slot
//!
//! A task that needs a buffer can wait for one. Without that it asks again and again, or gives up. With the key `wait`,
//! the drop of a box wakes the task that waits for the longest time, and that task has the slot already:
//!
//! ```
//! # #[cfg(any(feature = "std", feature = "critical-section"))]
//! # fn main() {
//! use stackpool::Pool;
//!
//! #[derive(Pool)]
//! #[pool(capacity = 4, boxed, wait)]
//! struct Packet {
//!     bytes: [u8; 256],
//! }
//!
//! async fn forward(bytes: &[u8; 256]) {
//!     let packet = PacketBox::new_async(Packet { bytes: *bytes }).await; // never fails
//!     transmit(packet);                                  // whoever drops it wakes the next task
//! }
//! # fn transmit(packet: PacketBox) { assert_eq!(packet.bytes[0], 7) }
//! # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
//! # assert!(std::pin::pin!(forward(&[7; 256])).poll(&mut context).is_ready());
//! # }
//! # #[cfg(not(any(feature = "std", feature = "critical-section")))]
//! # fn main() {}
//! ```
//!
//! It works on every executor, such as those of embassy and tokio, and an interrupt handler may drop the box. To wait
//! for no longer than some time, drop the future: it leaves nothing behind. [Waiting](crate::PoolBox#waiting) says who
//! comes first, and what `on_free` is for.
//!
//! # Differences from `Box`
//!
//! - A box is `Clone` only with the key `clone` beside `boxed`. A clone panics if the pool is full.
//!   [`NodeBox::try_clone`](crate::PoolBox::try_clone) returns an error instead. Without the key, `.clone()` of a box
//!   returns a clone of its value.
//! - `*node` does not move the value out; [`into_inner`](crate::PoolBox::into_inner) does.
//! - The address of the value is stable, so [`pin`](crate::PoolBox::pin), [`into_raw`](crate::PoolBox::into_raw),
//!   [`from_raw`](crate::PoolBox::from_raw) and [`leak`](crate::PoolBox::leak) work as for `Box`.
//!
//! # Tests
//!
//! The tests of one program share the static of a definition. There are two ways to a new pool per test. Run each test
//! in a process of its own (`cargo nextest run`), or give each test a definition of its own, as
//! [`PoolBox`](crate::PoolBox#tests) shows.
//!
//! # Threads
//!
//! | `sync = ..` | who makes and drops boxes | needs |
//! |---|---|---|
//! | `threads` (default) | threads and interrupt handlers, without locks | atomics, see below |
//! | `threads, exact` | the same; no thread keeps free slots for itself | the same |
//! | `local` | one thread; with feature `std`, a call by another thread panics | |
//! | `critical_section` | threads and interrupt handlers | feature `critical-section` |
//!
//! Under `threads` with feature `std`, each thread keeps free slots for itself: a 64th of the capacity, at most 32, and
//! none if the capacity is below 256. Other threads do not see those slots, so a pool may refuse a box before all slots
//! are used. Under `exact` it refuses a box only if every slot was used at one moment. In both, the timing of the
//! threads decides which slot a box gets. Use `local` where that matters, as in lock-step games.
//!
//! A lock-free stack has the ABA problem: if the head changes and then changes back, a thread does not notice. So the
//! head carries a tag of 32 bits, and every change increments the tag. A thread can miss a change in one case only: it
//! stops in the middle of an operation, and meanwhile others make exactly 2^32 changes, or a multiple of that.
//!
//! Targets without compare-and-swap (Cortex-M0) need feature `portable-atomic` for `sync = threads`.
//!
//! Targets without 64-bit atomics have no room for the tag. They use other structures, which need no tag:
//!
//! - **Cortex-M3 and above** have exclusive stores. Such a store fails if anything else stored since the load, so the
//!   stack needs no tag. To make and drop a box takes 44 to 47 instructions on a Cortex-M3. Under `critical_section` it
//!   takes 40.
//! - **RISC-V with 32 bits, Xtensa, Cortex-M0** have one bit per slot, and a box gets the first free slot. The pool
//!   refuses a box only if every slot is in use. Above 32 slots it has to search several words. If a slot was given
//!   back during the search, the search begins again. To notice that, it compares a count, of 24 bits at 4,096 slots
//!   and of 20 bits at 65,536. The count wraps: if exactly 2^24 (2^20) such changes happen during one search, the pool
//!   may refuse a box although a slot is free.
//!
//! On these targets, [`Stats::full_count`](crate::Stats::full_count) wraps at 2^32.
