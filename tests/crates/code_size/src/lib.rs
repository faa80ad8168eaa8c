//! The operations of `stackpool-operations`, and beside them the same of others.
//!
//! A symbol is `<group>.<row>.<operation>`, as there. Functions of one group do the same.

#![no_std]

mod hand_written;
mod heapless_pools;
mod mutex;

// Its functions and its panic handler are in this library too.
use stackpool_operations as _;
