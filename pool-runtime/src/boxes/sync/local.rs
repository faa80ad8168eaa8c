//! `sync = local`: one thread makes and drops boxes.
//!
//! With feature `std`, the first thread that makes a box owns the pool for ever, and no operation takes an atomic
//! exchange.
//!
//! Without `std` there are no threads to tell apart. A flag says that the pool is in use. Setting it takes one atomic
//! exchange per operation, or a critical section on targets that have no exchange. If the flag is already set,
//! another core, or an interrupt handler, came in the middle of an operation, and it panics. If it comes between two
//! operations, it is let in.

/// `sync = local`. The boxes stay in their thread. Shared references to them may leave it, because they reach the
/// object and not the pool.
#[derive(Debug)]
pub enum Local {}
