//! Pools with `bookkeeping = free_list` beside those with a table: the same handles, and no table.

#![cfg(feature = "alloc")]

mod large;
mod panics;
mod sizes;
mod statics;
