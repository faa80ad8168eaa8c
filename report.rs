//! The report of all pools: how full every static pool and every pool of boxes is and was (feature `report`).
//!
//! A program sees all of its pools at once: on a serial console, in an overlay, as a command of a debugger.
#![cfg_attr(
    feature = "report",
    doc = "
```
# use stackpool::{Full, Pool};
#[derive(Pool, Clone)]
#[pool(capacity = 1_000)]
struct Particle {
    ttl: f32,
}

#[derive(Pool)]
#[pool(capacity = 16, boxed)]
struct Packet([u8; 64]);

let particles = Particle::take_pool().expect(\"the first call\");
particles.insert_many(vec![Particle { ttl: 1.0 }; 80]).map_err(|full| full.without_value())?;
particles.clear();
let packet = PacketBox::new(Packet([7; 64])).map_err(|full| full.without_value())?;

assert_eq!(
    stackpool::report().to_string(),
    \"\\
name      kind   capacity  live  at most  refused  bytes  suggested  saves
Packet    boxes        16     1        1        0  1,216          2  1,064
Particle  pool      1,000     0       80        0  7,232         90  6,581
in all                                             8,448             7,645\"
);
# drop(packet);
# Ok::<(), Full>(())
```
"
)]
//!
//! # What is listed
//!
//! | kind | from when on |
//! |---|---|
//! | static pools, column pools, value pools and lists | `take_pool` |
//! | boxes and shared boxes | the first box |
//!
//! A definition that this run has not used so far is not listed, and its static is not linked if the program never uses
//! it. These have no figures here, because their memory belongs to whoever made them: pools from `new` and `on_heap`,
//! and pools in statics of your own. Their [`stats`](crate::Pool::stats) have the same figures. The same is true for
//! [regions](crate::region).
//!
//! # Which figures
//!
//! - **A static pool** is borrowed by whoever took it, so nobody else may read it. It writes its figures to a small
//!   static after each operation, and the report reads them there. The figures are those of the pool that is in the
//!   static. After `mem::swap` with another pool, or an assignment, they are those of the pool that was there before,
//!   until the next operation on the new one.
//! - **Boxes** show what [`PoolBox::stats`](crate::PoolBox::stats) shows: if threads keep free slots for themselves,
//!   the slots in use are an upper bound. Boxes under `sync = local` belong to one thread, but all threads can read
//!   their figures here.
//! - An operation that is in progress may show in part. While closures, iterators and destructors run that an operation
//!   calls, the figures can be those before it.
//!
//! # From where it can be called
//!
//! From everywhere, at any time, interrupt handlers included. It does not wait, allocate or panic. It enters the
//! critical section for boxes under `sync = critical_section`, one after the other.
//!
//! # Cost
//!
//! Per definition 40 bytes of `.bss` on 64-bit targets, 24 on 32-bit targets. An operation that changes how full a pool
//! is compares an address; in a static pool it also writes three words. Operations of a [`ListPool`](crate::ListPool)
//! compare one address per definition that was used. No pool gets larger. Without the feature, there is neither a byte
//! nor an instruction.

#[cfg(feature = "report")]
mod entry;
#[cfg(not(feature = "report"))]
mod no_node;
#[cfg(feature = "report")]
mod node;
#[cfg(feature = "report")]
mod table;

#[cfg(feature = "report")]
pub use entry::{Entry, Kind};
#[cfg(not(feature = "report"))]
pub use no_node::{Node, Reported};
#[cfg(feature = "report")]
pub use node::{Node, Reported};

#[cfg(feature = "report")]
pub(crate) use {
    entry::Description,
    node::{Figures, publish_at},
};
#[cfg(feature = "report")]
pub use listed::{PoolReport, report};

#[cfg(feature = "report")]
mod listed;
