//! Saved pools: the bytes of a pool, and a pool from bytes.
//!
//! ```text
//!  +---------------+-------------------+---------------------+---------------------------------+
//!  | header        | guard             | links               | items                           |
//!  +---------------+-------------------+---------------------+---------------------------------+
//!   64 bytes        its array: bytes    1 to 4 bytes a slot:  size_of::<Item>() a slot,
//!                   or bits             the free order        those not live as zero
//! ```
//!
//! An image is always as long, and a state has one: it does not depend on what happened before, nor on the table's width.
//! What is read is what could have been written, byte for byte; anything else is an error.

mod bookkeeping;
mod checksum;
mod delta;
mod error;
pub(crate) mod fingerprint;
pub(crate) mod free_order;
mod generation;
pub(crate) mod header;
pub(crate) mod items;
mod live;
pub(crate) mod plain_data;

pub(crate) use bookkeeping::Bookkeeping;
pub(crate) use delta::Delta;
pub use error::{BufferTooSmall, DeltaError, RestoreError};
