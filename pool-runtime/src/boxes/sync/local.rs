//! `sync = local`: one thread makes and drops boxes.
//!
//! With feature `std` the first thread that makes a box owns the pool, for ever, and no operation takes an atomic exchange.
//! Without, nothing knows threads: a flag says that the pool is in use, by an atomic exchange an operation (or a critical
//! section, where there is none), and whoever finds it set is another core, or an interrupt handler in the middle of an
//! operation. Who comes between two operations is let in.

#[cfg(not(feature = "std"))]
mod in_use;
#[cfg(feature = "std")]
pub(crate) mod owner;

/// `sync = local`. Its boxes stay in their thread. Shared references to them may leave it: they reach the object, not the
/// pool.
#[derive(Debug)]
pub enum Local {}
