//! Pools that the programs take, or do not take.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use stackpool::Pool;

/// An item of a pool below 256 KiB, whose static has an initial value: all zero bytes.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 7_000)]
pub struct Small(pub [u64; 4]);

/// An item of a pool above 256 KiB, whose static has no initial value.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 262_144)]
pub struct Entry(pub [u64; 4]);

/// An item of a dense pool, with marks and changes.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 10_000, dense, marks, changes)]
pub struct Drawn(pub [u64; 4]);

/// An item of a pool with 512 MiB of items.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 1 << 24)]
pub struct Large(pub [u64; 4]);

/// An item of the largest pool that can be declared.
#[cfg(target_pointer_width = "64")]
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 4_294_967_295)]
pub struct Largest(pub [u64; 4]);

/// Objects that stay, which are zero bytes at first, with padding.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 4_000, objects = Buffer { used: 0, data: [0; 18] })]
pub struct Buffer {
    /// Bytes in use.
    pub used: u32,
    /// The bytes, followed by two bytes of padding.
    pub data: [u8; 18],
}

/// Objects that stay, and are not zero bytes at first.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(capacity = 1_000, objects = Page([7; 4]))]
pub struct Page(pub [u32; 4]);
