//! Compares pools with `bookkeeping = free_list` with pools that have a table: they give the same handles, and have
//! no table.

#![cfg(feature = "alloc")]

mod large;
mod panics;
mod sizes;
mod statics;
