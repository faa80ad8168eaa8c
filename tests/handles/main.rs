//! Handles and links as bytes.

#[path = "../../pool-runtime/src/base/size.rs"]
#[expect(dead_code, reason = "there are no properties here")]
mod size;

mod bytes;
mod links;
