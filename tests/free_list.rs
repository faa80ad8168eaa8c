//! Pools with `bookkeeping = free_list` beside those with a table: the same handles, and no table.

#![cfg(feature = "alloc")]

#[path = "free_list/large.rs"]
mod large;
#[path = "free_list/panics.rs"]
mod panics;
#[cfg(feature = "serde")]
#[path = "free_list/serde.rs"]
mod serde;
#[path = "free_list/sizes.rs"]
mod sizes;
#[path = "free_list/statics.rs"]
mod statics;
#[path = "free_list/twins.rs"]
mod twins;
