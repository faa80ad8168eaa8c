//! Handles and links as bytes.

#[path = "../common/size.rs"]
#[expect(dead_code, reason = "there are no properties here")]
mod size;

mod bytes;
mod links;
