//! Handles and links as bytes.

#[path = "../../pool-runtime/src/base/size.rs"]
#[expect(dead_code, reason = "these tests use no properties")]
mod size;

mod bytes;
mod ids;
mod links;
mod wide_links;
