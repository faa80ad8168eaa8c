//! Packages that are built as a user would build them.

#![cfg(feature = "derive")]
#![cfg(not(miri))] // They start cargo.

#[path = "../common/package.rs"]
mod package;

mod hygiene;
mod statics;
